package io.twohop.external;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twohop.config.ConfigException;
import io.twohop.config.LimitedFile;
import java.io.CharConversionException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.IdentityHashMap;
import java.util.Map;

/** A JSON file as a tree that knows the line of each node, for errors. */
final class LocatedJson {
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final Path file;
    private final Map<JsonNode, Integer> lines = new IdentityHashMap<>();
    private JsonNode root;

    private LocatedJson(Path file) {
        this.file = file;
    }

    /**
     * Reads a file.
     *
     * @throws ConfigException if it is no whole JSON document
     */
    static LocatedJson read(Path file) throws IOException {
        LocatedJson json = new LocatedJson(file);
        try (InputStream in = LimitedFile.document(file);
                JsonParser parser = FACTORY.createParser(in)) {
            if (parser.nextToken() == null) {
                throw json.error(1, "JSON", "nothing", "a whole JSON document");
            }
            json.root = json.node(parser);
            if (parser.nextToken() != null) {
                throw json.error(parser.currentTokenLocation().getLineNr(), "JSON", parser.getText(), "one document");
            }
        } catch (JsonProcessingException e) {
            long line = e.getLocation() == null ? 1 : e.getLocation().getLineNr();
            throw json.error(line, "JSON", e.getOriginalMessage(), "a whole JSON document");
        } catch (CharConversionException e) {
            throw json.error(1, "encoding", e.getMessage(), "UTF-8");
        }
        return json;
    }

    /** The parser limits the depth of documents, and so the depth of this recursion. */
    private JsonNode node(JsonParser parser) throws IOException {
        int line = parser.currentTokenLocation().getLineNr();
        return switch (parser.currentToken()) {
            case START_OBJECT -> {
                ObjectNode object = NODES.objectNode();
                lines.put(object, line);
                while (parser.nextToken() != JsonToken.END_OBJECT) {
                    String name = parser.currentName();
                    parser.nextToken();
                    int itsLine = parser.currentTokenLocation().getLineNr();
                    object.set(name, node(parser));
                    lines.put(object.get(name), itsLine);
                }
                yield object;
            }
            case START_ARRAY -> {
                // Elements have no lines of their own: raw data has millions.
                ArrayNode array = NODES.arrayNode();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    array.add(node(parser));
                }
                yield array;
            }
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> NODES.numberNode(parser.getDoubleValue());
            default -> NODES.textNode(parser.getText());
        };
    }

    JsonNode root() {
        return root;
    }

    /** Returns an error at a field's line, or at its parent's if it is missing. */
    ConfigException error(JsonNode parent, String name, String expected) {
        return error(parent, name, parent.path(name), expected);
    }

    private ConfigException error(JsonNode parent, String name, JsonNode node, String expected) {
        Object shown = node.isMissingNode() ? null : node.isContainerNode() ? "a list or an object" : node.asText();
        int line = lines.getOrDefault(parent.path(name), lines.getOrDefault(parent, 1));
        return error(line, name, shown, expected);
    }

    private ConfigException error(long line, String name, Object value, String expected) {
        return ConfigException.inFile(file, line, name, value, expected);
    }

    /** Returns a field that has to be a text. */
    String text(JsonNode parent, String name) {
        if (!parent.path(name).isTextual()) {
            throw error(parent, name, "a text");
        }
        return parent.path(name).asText();
    }

    /** Returns a field that has to be a finite number. */
    double number(JsonNode parent, String name) {
        return number(parent, name, parent.path(name));
    }

    /** Returns an element that has to be a finite number; errors carry the name of its list. */
    double number(JsonNode parent, String name, JsonNode node) {
        if (!node.isNumber() || !Double.isFinite(node.asDouble())) {
            throw error(parent, name, node, "a finite number");
        }
        return node.asDouble();
    }
}
