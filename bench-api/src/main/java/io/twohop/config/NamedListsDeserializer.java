package io.twohop.config;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads named lists in their order; a single list may omit its name, which is then empty. */
final class NamedListsDeserializer extends JsonDeserializer<Map<String, List<?>>> {
    private final JavaType list;

    /** @param list type of each list */
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
        for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
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
        List<?> read = context.readValue(json, list);
        if (read == null) {
            throw ConfigException.invalid("", null, "a list");
        }
        return read;
    }
}
