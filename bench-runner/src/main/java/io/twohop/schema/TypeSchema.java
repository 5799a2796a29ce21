package io.twohop.schema;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.type.TypeFactory;
import io.twohop.config.Distribution;
import io.twohop.config.Enums;
import io.twohop.config.Popularity;
import io.twohop.config.Quantities;
import io.twohop.config.TextForm;
import java.lang.reflect.Type;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Describes the YAML of a type as a JSON schema. The program checks ranges, and how keys go together: a schema accepts everything that
 * the program reads.
 */
final class TypeSchema {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final String TYPE = "type";

    private TypeSchema() {}

    static ObjectNode of(Type type) {
        return of(TypeFactory.defaultInstance().constructType(type));
    }

    private static ObjectNode of(JavaType type) {
        Class<?> raw = type.getRawClass();
        if (type.isCollectionLikeType()) {
            return list(of(type.getContentType()));
        }
        if (type.isMapLikeType()) {
            return map(type.getContentType());
        }
        if (raw.isEnum()) {
            return choice(raw);
        }
        if (raw.isRecord() && !Quantities.isQuantity(raw)) {
            return textForm(raw)
                    .map(form -> any(of(form), RecordSchema.of(raw)))
                    .orElseGet(() -> RecordSchema.of(raw));
        }
        return scalar(raw);
    }

    private static ObjectNode scalar(Class<?> type) {
        if (type == String.class || type == Path.class) {
            return text();
        }
        if (type == boolean.class || type == Boolean.class) {
            return JSON.objectNode().put(TYPE, "boolean");
        }
        ObjectNode written =
                JSON.objectNode().put(TYPE, "string").put("pattern", "^(?:" + Quantities.pattern(type) + ")$");
        if (type == Duration.class || type == Distribution.class || type == Popularity.class) {
            return written;
        }
        boolean whole = type == int.class || type == Integer.class || type == long.class || type == Long.class;
        return any(JSON.objectNode().put(TYPE, whole ? "integer" : "number"), written);
    }

    /** Accepts numbers and truth values as text, too. */
    private static ObjectNode text() {
        ObjectNode text = JSON.objectNode();
        text.putArray(TYPE).add("string").add("number").add("boolean");
        return text;
    }

    /** Accepts an item in place of a list of one. */
    private static ObjectNode list(ObjectNode item) {
        ObjectNode list = JSON.objectNode().put(TYPE, "array");
        list.set("items", item);
        return any(item, list);
    }

    /** Accepts texts by name, nested or not, or lists by name; a single list needs no name. */
    private static ObjectNode map(JavaType content) {
        ObjectNode map = JSON.objectNode().put(TYPE, "object");
        if (!content.isCollectionLikeType()) {
            return map;
        }
        ObjectNode item = of(content.getContentType());
        map.set("additionalProperties", list(item));
        ObjectNode one = JSON.objectNode().put(TYPE, "array");
        one.set("items", item);
        return any(one, map);
    }

    private static ObjectNode choice(Class<?> type) {
        List<String> texts = Arrays.stream(type.getEnumConstants())
                .map(constant -> Enums.text((Enum<?>) constant))
                .toList();
        ObjectNode usual = JSON.objectNode();
        ArrayNode values = usual.putArray("enum");
        texts.forEach(values::add);
        if (texts.contains("off")) {
            // An editor that follows YAML 1.1 reads off as false.
            values.add(false);
        }
        String other = texts.stream().map(TypeSchema::anyCase).collect(Collectors.joining("|"));
        return any(usual, JSON.objectNode().put(TYPE, "string").put("pattern", "^(?:" + other + ")$"));
    }

    /** Accepts any case, and hyphens and underscores anywhere. */
    private static String anyCase(String text) {
        return text.replace("-", "")
                .chars()
                .mapToObj(Character::toString)
                .map(letter -> "[" + letter + letter.toUpperCase(Locale.ROOT) + "][-_]*")
                .collect(Collectors.joining("", "[-_]*", ""));
    }

    static ObjectNode any(ObjectNode... alternatives) {
        ObjectNode any = JSON.objectNode();
        ArrayNode all = any.putArray("anyOf");
        for (ObjectNode alternative : alternatives) {
            if (alternative.size() == 1 && alternative.has("anyOf")) {
                all.addAll((ArrayNode) alternative.get("anyOf"));
            } else {
                all.add(alternative);
            }
        }
        return any;
    }

    /** Returns the type of the text form of a record, if it has one. */
    private static Optional<Class<?>> textForm(Class<?> type) {
        return Arrays.stream(type.getDeclaredMethods())
                .filter(method -> method.isAnnotationPresent(JsonCreator.class))
                .filter(method -> method.getAnnotation(JsonCreator.class).mode() == JsonCreator.Mode.DELEGATING)
                .map(method -> method.isAnnotationPresent(TextForm.class)
                        ? method.getAnnotation(TextForm.class).value()
                        : String.class)
                .findFirst();
    }
}
