package io.twohop.config;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.BeanProperty;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.deser.ContextualDeserializer;
import java.io.IOException;
import java.util.Optional;

/** Reads an Optional component; an absent key is an empty one. */
@SuppressWarnings("rawtypes")
final class OptionalDeserializer extends JsonDeserializer<Optional> implements ContextualDeserializer {
    private final JavaType content;

    OptionalDeserializer() {
        this(null);
    }

    private OptionalDeserializer(JavaType content) {
        this.content = content;
    }

    @Override
    public JsonDeserializer<?> createContextual(DeserializationContext context, BeanProperty property)
            throws JsonMappingException {
        return new OptionalDeserializer(context.getContextualType().containedTypeOrUnknown(0));
    }

    @Override
    public Optional<?> deserialize(JsonParser json, DeserializationContext context) throws IOException {
        return Optional.of(context.readValue(json, content));
    }

    @Override
    public Optional<?> getNullValue(DeserializationContext context) {
        return Optional.empty();
    }
}
