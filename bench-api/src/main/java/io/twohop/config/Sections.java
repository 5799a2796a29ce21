package io.twohop.config;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonMappingException.Reference;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** The keys of records, with those of their {@link Section sections} at the same level. */
public final class Sections {
    private Sections() {}

    /** Returns the components that stand for keys, in their order. */
    public static List<RecordComponent> components(Class<?> type) {
        return Arrays.stream(type.getRecordComponents())
                .filter(component -> !component.getAccessor().isAnnotationPresent(JsonIgnore.class))
                .flatMap(component ->
                        isSection(component) ? components(component.getType()).stream() : Stream.of(component))
                .toList();
    }

    /** Returns the key that a component stands for. */
    public static String key(RecordComponent component) {
        return Optional.ofNullable(component.getAccessor().getAnnotation(JsonProperty.class))
                .map(JsonProperty::value)
                .filter(name -> !name.isEmpty())
                .orElse(component.getName());
    }

    public static Map<String, Object> values(Record bound) {
        Map<String, Object> values = new LinkedHashMap<>();
        for (RecordComponent component : bound.getClass().getRecordComponents()) {
            Object value = value(component, bound);
            if (isSection(component)) {
                values.putAll(values((Record) value));
            } else {
                values.put(key(component), value);
            }
        }
        return values;
    }

    /** Returns the values by key without those of absent keys, which are {@code null}. */
    public static Map<String, Object> given(Record bound) {
        Map<String, Object> given = values(bound);
        given.values().removeIf(Objects::isNull);
        return given;
    }

    private static Object value(RecordComponent component, Record bound) {
        try {
            return component.getAccessor().invoke(bound);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException(e);
        }
    }

    static boolean isSection(RecordComponent component) {
        return component.isAnnotationPresent(Section.class);
    }

    /** Moves the keys of sections into objects of their own, as the records have them. */
    static ObjectNode nested(ObjectNode keys, Class<?> type) {
        for (RecordComponent component : type.getRecordComponents()) {
            if (isSection(component)) {
                ObjectNode section = keys.objectNode();
                for (RecordComponent own : components(component.getType())) {
                    if (keys.has(key(own))) {
                        section.set(key(own), keys.remove(key(own)));
                    }
                }
                keys.set(component.getName(), nested(section, component.getType()));
            }
        }
        return keys;
    }

    /** Returns where in a document without sections a path through nested records leads. */
    static List<Reference> flat(List<Reference> path, Class<?> type) {
        for (RecordComponent component : path.isEmpty() ? new RecordComponent[0] : type.getRecordComponents()) {
            if (isSection(component) && component.getName().equals(path.get(0).getFieldName())) {
                return flat(path.subList(1, path.size()), component.getType());
            }
        }
        return path;
    }
}
