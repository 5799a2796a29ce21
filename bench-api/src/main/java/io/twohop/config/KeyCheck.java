package io.twohop.config;

import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.type.TypeFactory;
import io.twohop.config.YamlNode.Mapping;
import io.twohop.config.YamlNode.Sequence;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Rejects unknown keys. It runs before the binding, so that a misspelt key is reported itself, not as the absence of
 * the right one.
 */
final class KeyCheck {
    private static final TypeFactory TYPES = TypeFactory.defaultInstance();

    private KeyCheck() {}

    static void check(Mapping mapping, JavaType type, Collection<String> otherKeys) {
        check(mapping, type, "", otherKeys);
    }

    /** @param known the keys of a mapping without a record, with their types */
    static void check(Mapping mapping, Map<String, JavaType> known) {
        checkKeys(mapping, known, "", Set.of());
    }

    private static void check(YamlNode node, JavaType type, String path, Collection<String> otherKeys) {
        if (node instanceof Sequence sequence && type.isCollectionLikeType()) {
            for (int i = 0; i < sequence.items().size(); i++) {
                check(sequence.items().get(i), type.getContentType(), path + "[" + i + "]", Set.of());
            }
        } else if (type.isCollectionLikeType() || type.isMapLikeType() || type.containedTypeCount() == 1) {
            checkContents(node, type, path);
        } else if (node instanceof Mapping mapping && type.getRawClass().isRecord()) {
            checkKeys(mapping, known(type), path, otherKeys);
        }
    }

    private static void checkContents(YamlNode node, JavaType type, String path) {
        if (!type.isMapLikeType()) {
            check(node, type.containedType(0), path, Set.of());
        } else if (node instanceof Sequence && type.getContentType().isCollectionLikeType()) {
            // A single list without a name.
            check(node, type.getContentType(), path, Set.of());
        } else if (node instanceof Mapping mapping) {
            mapping.entries()
                    .forEach((key, entry) -> check(entry.value(), type.getContentType(), join(path, key), Set.of()));
        }
    }

    private static void checkKeys(
            Mapping mapping, Map<String, JavaType> known, String path, Collection<String> otherKeys) {
        mapping.entries().forEach((key, entry) -> {
            if (!known.containsKey(key)) {
                throw unknown(entry.keyAt(), key, path, known.keySet(), otherKeys);
            }
            check(entry.value(), known.get(key), join(path, key), Set.of());
        });
    }

    /** Returns the keys of a record with their types; those of its sections are among them. */
    static Map<String, JavaType> known(JavaType type) {
        Map<String, JavaType> known = new TreeMap<>();
        Sections.components(type.getRawClass())
                .forEach(component ->
                        known.put(Sections.key(component), TYPES.constructType(component.getGenericType())));
        return known;
    }

    private static ConfigException unknown(
            Position at, String key, String path, Set<String> known, Collection<String> otherKeys) {
        Set<String> all = new TreeSet<>(known);
        all.addAll(otherKeys);
        String expected = all.isEmpty() ? "no keys here" : "one of " + String.join(", ", all);
        return ConfigException.at(at, join(path, key), "unknown key", expected)
                .suggesting(Suggestions.nearest(key, all));
    }

    private static String join(String path, String key) {
        return path.isEmpty() ? key : path + "." + key;
    }
}
