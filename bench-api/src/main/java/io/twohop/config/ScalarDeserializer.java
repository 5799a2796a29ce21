package io.twohop.config;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import java.io.IOException;

/** Reads one type from a scalar; its errors have an empty name, since Jackson knows the place. */
final class ScalarDeserializer<T> extends JsonDeserializer<T> {
    /** Converts a text to a value, or rejects it by {@link ConfigException}. */
    @FunctionalInterface
    interface Parser<T> {
        T parse(String text);
    }

    private final Class<?> type;
    private final T absent;
    private final String expected;
    private final Parser<? extends T> parser;

    ScalarDeserializer(Class<?> type, T absent, String expected, Parser<? extends T> parser) {
        this.type = type;
        this.absent = absent;
        this.expected = expected;
        this.parser = parser;
    }

    @Override
    public T deserialize(JsonParser json, DeserializationContext context) throws IOException {
        if (json.currentToken().isBoolean() && isBoolean()) {
            return booleanValue(json);
        }
        if (!json.currentToken().isScalarValue()) {
            String shown = json.hasToken(JsonToken.START_ARRAY) ? "a list" : "a mapping";
            throw ConfigException.invalid("", shown, expected);
        }
        try {
            return parser.parse(json.getText());
        } catch (ConfigException e) {
            throw e.unnamed();
        }
    }

    @Override
    public T getNullValue(DeserializationContext context) {
        return absent;
    }

    @Override
    public Class<?> handledType() {
        return type;
    }

    private boolean isBoolean() {
        return type == boolean.class || type == Boolean.class;
    }

    @SuppressWarnings("unchecked")
    private T booleanValue(JsonParser json) throws IOException {
        return (T) Boolean.valueOf(json.getBooleanValue());
    }
}
