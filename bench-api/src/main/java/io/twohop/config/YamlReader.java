package io.twohop.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.twohop.config.YamlNode.Entry;
import io.twohop.config.YamlNode.Mapping;
import io.twohop.config.YamlNode.Scalar;
import io.twohop.config.YamlNode.Sequence;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.events.AliasEvent;
import org.yaml.snakeyaml.events.CollectionStartEvent;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.events.MappingStartEvent;
import org.yaml.snakeyaml.events.NodeEvent;
import org.yaml.snakeyaml.events.ScalarEvent;
import org.yaml.snakeyaml.reader.ReaderException;

/**
 * Builds nodes from parser events, and rejects tags, further documents, deep nesting and duplicate keys. An alias stands for the node of
 * its anchor, which keeps its position; what aliases stand for is limited, so that a short file cannot fill the memory. Of a key
 * {@code <<}, the mapping lends its keys where they are absent.
 */
final class YamlReader {
    static final int MAX_DEPTH = 20;
    static final int MAX_CHARS = 1_000_000;

    /** Limit on the values that all aliases of a document stand for. */
    static final int MAX_REPEATED = 10_000;

    private static final String MERGE = "<<";

    /** Top-level keys that begin so hold anchors, and are otherwise ignored. */
    private static final String PRIVATE = "x-";

    private static final Set<String> ABSENT = Set.of("", "~", "null");
    private static final Pattern OPEN = Pattern.compile("[a-z]+\\([^()]*");
    private static final Pattern CLOSING = Pattern.compile("[^()]*\\)");

    private final Iterator<Event> events;
    private final Function<Mark, Position> positions;
    private final Map<String, YamlNode> anchored = new HashMap<>();
    private int repeated;

    private YamlReader(String text, Function<Mark, Position> positions) {
        this.events = new Yaml().parse(new StringReader(text)).iterator();
        this.positions = positions;
    }

    /** Reads one document whose root is a mapping. */
    static Mapping document(String source, String text) {
        String body = text.startsWith("\uFEFF") ? text.substring(1) : text;
        YamlNode root = read(Position.of(source), body, mark -> Position.of(source, mark));
        if (root instanceof Mapping mapping) {
            Map<String, Entry> entries = new LinkedHashMap<>(mapping.entries());
            entries.keySet().removeIf(key -> key.startsWith(PRIVATE));
            return new Mapping(mapping.at(), entries);
        }
        throw ConfigException.at(root.at(), "document", Objects.requireNonNullElse(root.shown(), "empty"), "a mapping");
    }

    /**
     * Reads the value of an override: as YAML if it starts like a list, mapping or quoted text, otherwise unchanged.
     */
    static YamlNode value(Position origin, String text) {
        String trimmed = text.strip();
        if (trimmed.isEmpty() || "[{\"'".indexOf(trimmed.charAt(0)) < 0) {
            return new Scalar(origin, plain(trimmed));
        }
        return read(origin, trimmed, mark -> origin);
    }

    private static YamlNode read(Position start, String text, Function<Mark, Position> positions) {
        if (text.length() > MAX_CHARS) {
            String expected = Texts.format("at most %,d characters", MAX_CHARS);
            throw ConfigException.at(start, "document", Texts.format("%,d characters", text.length()), expected);
        }
        try {
            return new YamlReader(text, positions).singleDocument();
        } catch (MarkedYAMLException e) {
            Position at = Optional.ofNullable(e.getProblemMark()).map(positions).orElse(start);
            throw syntaxError(at, e.getProblem(), e);
        } catch (ReaderException e) {
            String character = Texts.format("the character U+%04X at offset %d", e.getCodePoint(), e.getPosition());
            throw syntaxError(start, character, e);
        } catch (YAMLException e) {
            throw syntaxError(start, e.getMessage(), e);
        }
    }

    private static ConfigException syntaxError(Position at, String problem, YAMLException cause) {
        return ConfigException.at(at, "YAML", problem, "YAML such as 'key: value', indented with spaces")
                .causedBy(cause);
    }

    private YamlNode singleDocument() {
        events.next();
        Event start = events.next();
        if (start.is(Event.ID.StreamEnd)) {
            throw refused(start, "document", "empty", "a mapping of keys to values");
        }
        YamlNode root = node(events.next(), 1);
        events.next();
        Event end = events.next();
        if (!end.is(Event.ID.StreamEnd)) {
            throw refused(end, "document", "a second document", "one document");
        }
        return root;
    }

    private YamlNode node(Event event, int depth) {
        if (event instanceof AliasEvent alias) {
            return repeated(alias);
        }
        NodeEvent start = checked(event);
        if (depth > MAX_DEPTH) {
            throw refused(start, "nesting", depth + " levels", "at most " + MAX_DEPTH + " levels");
        }
        YamlNode node = start instanceof ScalarEvent scalar
                ? scalar(scalar)
                : start instanceof MappingStartEvent ? mapping(start, depth) : sequence(start, depth);
        if (start.getAnchor() != null) {
            anchored.put(start.getAnchor(), node);
        }
        return node;
    }

    private Scalar scalar(ScalarEvent scalar) {
        boolean plain = scalar.getScalarStyle() == ScalarStyle.PLAIN;
        return new Scalar(at(scalar), plain ? plain(scalar.getValue()) : TextNode.valueOf(scalar.getValue()));
    }

    private YamlNode repeated(AliasEvent alias) {
        YamlNode node = anchored.get(alias.getAnchor());
        if (node == null) {
            throw refused(alias, "alias", "*" + alias.getAnchor(), "an alias of an anchor above it");
        }
        repeated += node.size();
        if (repeated > MAX_REPEATED) {
            throw refused(
                    alias,
                    "alias",
                    "*" + alias.getAnchor(),
                    Texts.format("aliases of at most %,d values", MAX_REPEATED));
        }
        return node;
    }

    private NodeEvent checked(Event event) {
        NodeEvent node = (NodeEvent) event;
        String tag = node instanceof ScalarEvent scalar ? scalar.getTag() : ((CollectionStartEvent) node).getTag();
        if (tag != null) {
            throw refused(node, "tag", tag, "a value without a tag; tags are refused");
        }
        return node;
    }

    private Sequence sequence(NodeEvent start, int depth) {
        List<YamlNode> items = new ArrayList<>();
        for (Event event = events.next(); !event.is(Event.ID.SequenceEnd); event = events.next()) {
            items.add(node(event, depth + 1));
        }
        return new Sequence(at(start), items);
    }

    private Mapping mapping(NodeEvent start, int depth) {
        Map<String, Entry> entries = new LinkedHashMap<>();
        List<Mapping> merged = new ArrayList<>();
        boolean inBraces = ((MappingStartEvent) start).isFlow();
        String last = "";
        for (Event event = events.next(); !event.is(Event.ID.MappingEnd); event = events.next()) {
            if (event instanceof AliasEvent || !(checked(event) instanceof ScalarEvent key)) {
                String what = event instanceof AliasEvent
                        ? "an alias"
                        : event.is(Event.ID.MappingStart) ? "a mapping" : "a list";
                throw refused(event, "mapping key", what, "a text");
            }
            if (key.getAnchor() != null) {
                throw refused(key, "anchor", "&" + key.getAnchor(), "an anchor of a value, not of a key");
            }
            if (MERGE.equals(key.getValue()) && key.getScalarStyle() == ScalarStyle.PLAIN) {
                merged.addAll(lenders(key, node(events.next(), depth + 1)));
                continue;
            }
            if (inBraces
                    && entries.containsKey(last)
                    && closes(key, entries.get(last).value())) {
                entries.put(last, joined(entries.get(last), key));
                continue;
            }
            last = key.getValue();
            if (entries.containsKey(last)) {
                Entry earlier = entries.get(last);
                String where = earlier.keyAt().hasLine()
                        ? "; it is also at line " + earlier.keyAt().line()
                        : "";
                throw refused(key, key.getValue(), "duplicate key", "each key once" + where);
            }
            entries.put(key.getValue(), new Entry(at(key), node(events.next(), depth + 1)));
        }
        for (Mapping lender : merged) {
            lender.entries().forEach(entries::putIfAbsent);
        }
        return new Mapping(at(start), entries);
    }

    private List<Mapping> lenders(ScalarEvent key, YamlNode node) {
        List<YamlNode> nodes = node instanceof Sequence sequence ? sequence.items() : List.of(node);
        List<Mapping> mappings = new ArrayList<>();
        for (YamlNode lender : nodes) {
            if (!(lender instanceof Mapping mapping)) {
                throw refused(key, MERGE, lender.shown(), "a mapping, or a list of mappings, such as *defaults");
            }
            mappings.add(mapping);
        }
        return mappings;
    }

    /** Whether a comma split a text in a mapping in braces, as in {@code lognormal(20us, 1.0)}. */
    private static boolean closes(ScalarEvent key, YamlNode before) {
        return key.getScalarStyle() == ScalarStyle.PLAIN
                && CLOSING.matcher(key.getValue()).matches()
                && before instanceof Scalar scalar
                && OPEN.matcher(scalar.value().asText()).matches();
    }

    private Entry joined(Entry before, ScalarEvent key) {
        Scalar opened = (Scalar) before.value();
        Event value = events.next();
        if (!(value instanceof ScalarEvent empty) || !empty.getValue().isEmpty()) {
            throw refused(key, key.getValue(), "a value", "no value behind a parenthesis");
        }
        String text = opened.value().asText() + ", " + key.getValue();
        return new Entry(before.keyAt(), new Scalar(opened.at(), TextNode.valueOf(text)));
    }

    private static JsonNode plain(String text) {
        if (ABSENT.contains(text)) {
            return NullNode.getInstance();
        }
        boolean isBoolean = text.equals("true") || text.equals("false");
        return isBoolean ? BooleanNode.valueOf(text.equals("true")) : TextNode.valueOf(text);
    }

    private ConfigException refused(Event event, String name, String value, String expected) {
        return ConfigException.at(at(event), name, value, expected);
    }

    private Position at(Event event) {
        return positions.apply(event.getStartMark());
    }
}
