package io.twohop.schema;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twohop.config.Enums;
import io.twohop.config.Help;
import io.twohop.config.Sections;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads the keys of a record that YAML is bound to. */
final class RecordSchema {
    private RecordSchema() {}

    static ObjectNode of(Class<?> type) {
        return mapping(keys(type));
    }

    /** Returns the keys in the order of the components. */
    static List<KeyHelp> keys(Class<?> type) {
        return Sections.components(type).stream().map(RecordSchema::key).toList();
    }

    private static KeyHelp key(RecordComponent component) {
        Help help = component.getAnnotation(Help.class);
        String choices = component.getType().isEnum() ? "; " + Enums.expected(component.getType()) : "";
        return new KeyHelp(
                Sections.key(component),
                List.of(component.getGenericType()),
                Optional.ofNullable(help).map(line -> line.value() + choices).orElse(""));
    }

    /** Returns the schema of a mapping with these keys and no others. */
    static ObjectNode mapping(List<KeyHelp> keys) {
        ObjectNode mapping = JsonNodeFactory.instance.objectNode().put("type", "object");
        ObjectNode properties = mapping.putObject("properties");
        for (KeyHelp key : keys) {
            ObjectNode property = properties.putObject(key.name());
            if (!key.help().isEmpty()) {
                property.put("description", key.help());
            }
            property.setAll(orAbsent(
                    TypeSchema.any(key.types().stream().map(TypeSchema::of).toArray(ObjectNode[]::new))));
        }
        for (String outer : outer(keys)) {
            properties.putObject(outer).put("type", "object");
        }
        return mapping.put("additionalProperties", false);
    }

    /** Allows a key without a value, which counts as absent. */
    private static ObjectNode orAbsent(ObjectNode schema) {
        return TypeSchema.any(schema, JsonNodeFactory.instance.objectNode().put("type", "null"));
    }

    /** Returns the mappings in which keys with a dot may be written. */
    private static List<String> outer(List<KeyHelp> keys) {
        List<String> outer = new ArrayList<>();
        for (KeyHelp key : keys) {
            int dot = key.name().indexOf('.');
            if (dot > 0) {
                outer.add(key.name().substring(0, dot));
            }
        }
        return outer;
    }
}
