package io.twohop.config;

import io.twohop.config.YamlNode.Entry;
import io.twohop.config.YamlNode.Mapping;
import io.twohop.config.YamlNode.Scalar;
import io.twohop.config.YamlNode.Sequence;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Paths such as {@code jvm.flags[1]}. A key may itself contain dots ({@code linger.ms}), so a path is matched against
 * existing keys before it is split.
 */
final class YamlPaths {
    private static final Pattern INDEX = Pattern.compile("\\[(\\d{1,9})](.*)");

    private YamlPaths() {}

    /** Returns the value at a path. */
    static Optional<YamlNode> find(YamlNode node, String name) {
        return walk(node, name, false);
    }

    /** Returns the value at a path, or the nearest one around it if absent. */
    static YamlNode closest(YamlNode node, String name) {
        return walk(node, name, true).orElse(node);
    }

    /** Returns the mapping with one value replaced or added, in nested mappings that are created if absent. */
    static Mapping put(Mapping mapping, String name, YamlNode value, Position origin) {
        return put(mapping, name, name, value, origin);
    }

    private static Mapping put(Mapping mapping, String name, String fullName, YamlNode value, Position origin) {
        int dot = mapping.entries().containsKey(name) ? -1 : existingPrefix(mapping, name);
        if (dot < 0) {
            return mapping.with(name, new Entry(origin, value));
        }
        String key = name.substring(0, dot);
        YamlNode inner = mapping.entry(key)
                .map(Entry::value)
                .filter(node -> !(node instanceof Scalar scalar && scalar.isAbsent()))
                .orElseGet(() -> new Mapping(origin, Map.of()));
        if (inner instanceof Mapping nested) {
            Mapping changed = put(nested, name.substring(dot + 1), fullName, value, origin);
            return mapping.with(
                    key, new Entry(mapping.entry(key).map(Entry::keyAt).orElse(origin), changed));
        }
        String expected = "a key of a mapping, but '" + key + "' is " + inner.shown() + "; give '" + key + "' whole";
        throw ConfigException.at(
                origin, fullName, Secrets.isSecret(fullName) ? Secrets.REDACTED : value.shown(), expected);
    }

    /**
     * A key with dots that has a value of its own is no prefix: {@code endToEnd.p99} stands beside {@code endToEnd.p99.9}.
     */
    private static int existingPrefix(Mapping mapping, String name) {
        int first = name.indexOf('.');
        for (int dot = name.lastIndexOf('.'); dot > first; dot = name.lastIndexOf('.', dot - 1)) {
            if (mapping.entry(name.substring(0, dot))
                    .filter(entry -> !(entry.value() instanceof Scalar scalar && !scalar.isAbsent()))
                    .isPresent()) {
                return dot;
            }
        }
        return first;
    }

    private static Optional<YamlNode> walk(YamlNode node, String name, boolean closest) {
        if (name.isEmpty()) {
            return Optional.of(node);
        }
        Optional<YamlNode> found = Optional.empty();
        Matcher index = INDEX.matcher(name);
        if (index.matches()) {
            String rest = index.group(2).startsWith(".") ? index.group(2).substring(1) : index.group(2);
            found = item(node, Integer.parseInt(index.group(1))).flatMap(item -> walk(item, rest, closest));
        } else if (node instanceof Mapping mapping) {
            found = child(mapping, name, closest);
        }
        return found.isEmpty() && closest ? Optional.of(node) : found;
    }

    /** Returns an item; an index into a scalar returns the scalar, since one value may stand for a list of one. */
    private static Optional<YamlNode> item(YamlNode node, int index) {
        if (node instanceof Sequence sequence) {
            return index < sequence.items().size()
                    ? Optional.of(sequence.items().get(index))
                    : Optional.empty();
        }
        return index == 0 ? Optional.of(node) : Optional.empty();
    }

    private static Optional<YamlNode> child(Mapping mapping, String name, boolean closest) {
        for (int end = name.length(); end > 0; end--) {
            boolean boundary = end == name.length() || name.charAt(end) == '.' || name.charAt(end) == '[';
            Optional<Entry> entry = boundary ? mapping.entry(name.substring(0, end)) : Optional.empty();
            if (entry.isPresent()) {
                String rest = name.substring(end);
                return walk(entry.get().value(), rest.startsWith(".") ? rest.substring(1) : rest, closest);
            }
        }
        return Optional.empty();
    }
}
