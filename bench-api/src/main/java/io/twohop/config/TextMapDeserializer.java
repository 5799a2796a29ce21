package io.twohop.config;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Reads settings for a client. Dots join nested mappings: {@code linger: {ms: 5}}, which {@code
 * -Dproperties.linger.ms=5} also creates, is {@code linger.ms: 5}.
 */
final class TextMapDeserializer extends JsonDeserializer<Map<String, String>> {
    @Override
    public Map<String, String> deserialize(JsonParser json, DeserializationContext context) throws IOException {
        JsonNode tree = json.readValueAsTree();
        if (!tree.isObject()) {
            String shown = tree.isArray() ? "a list" : tree.asText();
            throw ConfigException.invalid("", shown, "a mapping of keys to texts");
        }
        Map<String, String> texts = new LinkedHashMap<>();
        add("", tree, texts);
        return Collections.unmodifiableMap(texts);
    }

    private static void add(String prefix, JsonNode mapping, Map<String, String> texts) {
        mapping.properties().forEach(entry -> {
            String name = prefix + entry.getKey();
            JsonNode value = entry.getValue();
            if (value.isObject()) {
                add(name + ".", value, texts);
            } else if (value.isArray() || value.isNull()) {
                throw ConfigException.invalid(name, value.isNull() ? null : "a list", "a text, quoted if empty");
            } else if (texts.putIfAbsent(name, value.asText()) != null) {
                throw ConfigException.invalid(name, "given twice", "each key once");
            }
        });
    }
}
