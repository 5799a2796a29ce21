package io.twohop.config;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads named lists in their order; a single list may omit its name, which is then empty. */
final class NamedListsDeserializer extends JsonDeserializer<Map<String, List<?>>> {
    private final JavaType list;

    NamedListsDeserializer(JavaType list) {
        this.list = list;
    }

    @Override
    public Map<String, List<?>> deserialize(JsonParser json, DeserializationContext context) throws IOException {
        Map<String, List<?>> lists = new LinkedHashMap<>();
        if (!json.isExpectedStartObjectToken()) {
            lists.put("", context.readValue(json, list));
            return lists;
        }
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = json.currentName();
            json.nextToken();
            try {
                lists.put(name, list(json, context));
            } catch (JsonMappingException | ConfigException e) {
                throw JsonMappingException.wrapWithPath(e, lists, name);
            }
        }
        return lists;
    }

    private List<?> list(JsonParser json, DeserializationContext context) throws IOException {
        return Optional.<List<?>>ofNullable(context.readValue(json, list))
                .orElseThrow(() -> ConfigException.invalid("", null, "a list"));
    }
}
