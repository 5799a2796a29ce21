package io.twohop.config;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twohop.config.YamlNode.Entry;
import io.twohop.config.YamlNode.Mapping;
import io.twohop.config.YamlNode.Scalar;
import io.twohop.config.YamlNode.Sequence;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Type;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * A strict YAML mapping that knows the position of each value. Values stay text until they are bound: of YAML's types,
 * only an unquoted {@code true}, {@code false}, {@code null}, {@code ~} and nothing are recognised. Aliases, anchors,
 * tags, several documents, duplicate keys, keys that are not scalars, more than 20 levels and more than a million
 * characters are rejected. Immutable; every rejection is a {@link ConfigException}.
 */
public final class YamlDocument {
    private final String sourceName;
    private final Mapping root;
    private final UnaryOperator<String> references;

    private YamlDocument(String sourceName, Mapping root, UnaryOperator<String> references) {
        this.sourceName = sourceName;
        this.root = root;
        this.references = references;
    }

    /**
     * Parses a text.
     *
     * @param sourceName name of the text in errors, usually a path
     */
    public static YamlDocument parse(String sourceName, String text) {
        return new YamlDocument(sourceName, YamlReader.document(sourceName, text), References::resolve);
    }

    /**
     * Creates a document without a text: the source's name is the position of its values.
     *
     * @param tree a mapping whose scalars are texts, booleans and nulls
     */
    @JsonCreator
    public static YamlDocument of(@JsonProperty("source") String sourceName, @JsonProperty("tree") ObjectNode tree) {
        return new YamlDocument(sourceName, Mapping.of(Position.of(sourceName), tree), References::resolve);
    }

    /** Reads a UTF-8 file; a missing, unreadable or binary file is a {@link ConfigException} too. */
    public static YamlDocument read(Path file) {
        return parse(file.toString(), YamlFiles.text(file));
    }

    /**
     * Reads the rest of a stream as {@link #read(Path)} reads a file, and leaves it open.
     *
     * @param sourceName name of the stream in errors
     */
    public static YamlDocument read(String sourceName, InputStream in) throws IOException {
        return parse(sourceName, YamlFiles.text(sourceName, in));
    }

    /** The name given to {@link #parse}, or the path given to {@link #read}. */
    @JsonProperty("source")
    public String sourceName() {
        return sourceName;
    }

    /** The source name without its directory and its {@code .yaml} or {@code .yml}. */
    public String name() {
        String file = sourceName.substring(Math.max(sourceName.lastIndexOf('/'), sourceName.lastIndexOf('\\')) + 1);
        return file.replaceFirst("\\.ya?ml$", "");
    }

    /**
     * Returns a copy in which one value is replaced or added.
     *
     * @param key a key; dots reach into nested mappings, which are created if absent: {@code jvm.heap}
     * @param text the value; a list, mapping or quoted text as in YAML, other text unchanged
     * @param origin what the user typed, the position in errors: {@code -Drate=50k}
     */
    public YamlDocument with(String key, String text, String origin) {
        Position position = Position.of(Secrets.redact(origin));
        if (List.of(key.split("\\.", -1)).contains("")) {
            throw ConfigException.at(position, "override", key, "a key such as rate or jvm.heap");
        }
        YamlNode value = YamlReader.value(position, text);
        return new YamlDocument(sourceName, YamlPaths.put(root, key, value, position), references);
    }

    /**
     * Binds the whole document to a record. Components may be boolean, int, long, double or their boxes, String, enum
     * (any case, {@code -} and {@code _} ignored), Path, Duration, {@link Rate}, {@link Size}, records, Optional, Map
     * and List; one value stands for a list of one; a {@code Map<String, String>} also takes nested mappings, joined by
     * dots. An absent key reaches the compact constructor as null, 0 or false. What that constructor throws by
     * {@link ConfigException#invalid} gets the position of the key's value, or of the mapping where the key is absent.
     */
    public <T extends Record> T bind(Class<T> type) {
        return bind(type, Set.of());
    }

    /**
     * Binds the part of a document that {@link #without} or {@link #only} split off.
     *
     * @param otherKeys keys of the other part, named and suggested for an unknown key
     */
    public <T extends Record> T bind(Class<T> type, Collection<String> otherKeys) {
        return RecordBinder.bind(root, type, otherKeys, references);
    }

    /**
     * Binds each key to its own type, as {@link #bind(Class)} binds components; absent keys and keys without a value
     * are not in the map.
     */
    public Map<String, Object> bind(Map<String, Type> types) {
        return RecordBinder.bind(root, types);
    }

    /** Returns a copy for another machine to bind: references that this machine cannot resolve stay unchanged. */
    public YamlDocument measuredElsewhere() {
        return new YamlDocument(sourceName, root, References::resolveIfHere);
    }

    public YamlDocument without(Set<String> keys) {
        return filtered(key -> !keys.contains(key));
    }

    public YamlDocument only(Set<String> keys) {
        return filtered(keys::contains);
    }

    private YamlDocument filtered(Predicate<String> keep) {
        Map<String, Entry> kept = new LinkedHashMap<>(root.entries());
        kept.keySet().removeIf(keep.negate());
        return new YamlDocument(sourceName, new Mapping(root.at(), kept), references);
    }

    /** Returns the names of the environment variables that references name. */
    public Set<String> environment() {
        return References.environment(root.toTree().toString());
    }

    /** The top-level keys, in order. */
    public Set<String> keys() {
        return root.entries().keySet();
    }

    /**
     * Returns the text of a key, which may be dotted; empty if it is absent or has no value.
     *
     * @throws ConfigException if the value is a list or a mapping
     */
    public Optional<String> text(String key) {
        Optional<YamlNode> node = YamlPaths.find(root, key);
        if (node.isPresent() && !(node.get() instanceof Scalar)) {
            throw invalid(key, node.get().shown(), "a text");
        }
        return node.map(YamlNode::shown);
    }

    /** Whether a key's value is a mapping, or a list with one in it. */
    public boolean hasMappings(String key) {
        YamlNode node = YamlPaths.find(root, key).orElse(null);
        return node instanceof Mapping
                || node instanceof Sequence sequence
                        && sequence.items().stream().anyMatch(Mapping.class::isInstance);
    }

    /** Creates an error at the position of a key's value, or of the document if the key is absent. */
    public ConfigException invalid(String key, Object value, String expected) {
        return located(ConfigException.invalid(key, value, expected));
    }

    /** Returns the error at the position of its key in this document. */
    public ConfigException located(ConfigException error) {
        return error.position().isPresent() ? error : error.moved(YamlPaths.closest(root, error.name()), error.name());
    }

    /** Returns a new tree with every scalar as a text, boolean or null; not redacted, see {@link Secrets}. */
    @JsonProperty("tree")
    public JsonNode toTree() {
        return root.toTree();
    }

    /** Returns the document in block style, without comments; it parses back to an equal tree. Not redacted. */
    public String toYaml() {
        return YamlWriter.write(toTree());
    }

    /** Returns whether a text, as a value in a transport file, would be looked up elsewhere or be refused as a misspelt reference. */
    public static boolean refers(String text) {
        return References.isIn(text);
    }

    public static String toYaml(JsonNode tree) {
        return YamlWriter.write(tree);
    }

    /** Returns a value as a line, such as {@code {uniform:[100B,2KB]}}; empty for an absent value. */
    public static String line(JsonNode value) {
        if (value.isMissingNode() || value.isNull()) {
            return "";
        }
        return value.isValueNode() ? value.asText() : value.toString().replace("\"", "");
    }

    @Override
    public String toString() {
        return sourceName + " " + keys();
    }
}
