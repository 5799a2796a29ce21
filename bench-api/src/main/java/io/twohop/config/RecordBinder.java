package io.twohop.config;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonMappingException.Reference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twohop.config.YamlNode.Entry;
import io.twohop.config.YamlNode.Mapping;
import io.twohop.config.YamlNode.Sequence;
import java.lang.reflect.Type;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** Binds a mapping to a record by Jackson and turns every failure into a {@link ConfigException} with a position. */
final class RecordBinder {
    private static final JsonMapper MAPPER = mapper();

    private RecordBinder() {}

    static <T extends Record> T bind(
            Mapping root, Class<T> type, Collection<String> otherKeys, UnaryOperator<String> references) {
        Mapping joined = root.joining(KeyCheck.known(MAPPER.constructType(type)).keySet());
        KeyCheck.check(joined, MAPPER.constructType(type), otherKeys);
        try {
            ObjectNode keys = (ObjectNode) joined.resolved("", references);
            return MAPPER.treeToValue(Sections.nested(keys, type), type);
        } catch (JsonMappingException e) {
            throw located(new Place(joined, "").of(Sections.flat(e.getPath(), type)), e);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree is not parsed, so this cannot happen", e);
        }
    }

    static Map<String, Object> bind(Mapping root, Map<String, Type> types) {
        Map<String, JavaType> known = new TreeMap<>();
        types.forEach((key, type) -> known.put(key, MAPPER.constructType(type)));
        Mapping joined = root.joining(types.keySet());
        KeyCheck.check(joined, known);
        Map<String, Object> values = new LinkedHashMap<>();
        joined.entries()
                .forEach((key, entry) -> value(joined, key, known.get(key)).ifPresent(value -> values.put(key, value)));
        return values;
    }

    private static Optional<Object> value(Mapping root, String key, JavaType type) {
        JsonNode tree = root.entries().get(key).value().resolved(key, References::refuse);
        try {
            return tree.isNull() ? Optional.empty() : Optional.of(MAPPER.treeToValue(tree, type));
        } catch (JsonMappingException e) {
            throw located(new Place(root, "").field(key).of(e.getPath()), e);
        } catch (ConfigException e) {
            // A scalar, for which Jackson has no path.
            throw new Place(root, "").field(key).located(e);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree is not parsed, so this cannot happen", e);
        }
    }

    private static JsonMapper mapper() {
        SimpleModule module = new SimpleModule();
        module.setDeserializers(new StrictDeserializers());
        return JsonMapper.builder()
                .addModule(module)
                .enable(DeserializationFeature.ACCEPT_SINGLE_VALUE_AS_ARRAY)
                .disable(MapperFeature.USE_GETTERS_AS_SETTERS)
                .defaultSetterInfo(JsonSetter.Value.forContentNulls(Nulls.FAIL))
                .build();
    }

    private static RuntimeException located(Place place, JsonMappingException failure) {
        Optional<Throwable> cause = rootCause(failure);
        if (cause.isPresent() && cause.get() instanceof ConfigException error) {
            return place.located(error);
        }
        if (failure instanceof MismatchedInputException mismatch) {
            String expected = Optional.<Class<?>>ofNullable(mismatch.getTargetType())
                    .map(RecordBinder::expected)
                    .orElse("a value");
            return place.located(
                    ConfigException.invalid("", place.node().shown(), expected).causedBy(failure));
        }
        if (cause.isPresent() && cause.get() instanceof RuntimeException bug) {
            return bug;
        }
        return new IllegalStateException("cannot bind to this type: " + failure.getOriginalMessage(), failure);
    }

    private static Optional<Throwable> rootCause(Throwable failure) {
        for (Throwable cause = failure.getCause(); cause != null; cause = cause.getCause()) {
            if (!(cause instanceof JsonMappingException)) {
                return Optional.of(cause);
            }
        }
        return Optional.empty();
    }

    private static String expected(Class<?> type) {
        if (Collection.class.isAssignableFrom(type)) {
            return "a list";
        }
        return type.isRecord() || Map.class.isAssignableFrom(type) ? "a mapping of keys to values" : "a value";
    }

    /** The place that Jackson was at when it failed: the nearest node, and the full name in the document. */
    private record Place(YamlNode node, String name) {
        Place of(List<Reference> path) {
            Place place = this;
            for (Reference reference : path) {
                place = reference.getFieldName() == null
                        ? place.item(reference.getIndex())
                        : place.field(reference.getFieldName());
            }
            return place;
        }

        private Place item(int index) {
            if (node instanceof Sequence sequence
                    && index >= 0
                    && index < sequence.items().size()) {
                return new Place(sequence.items().get(index), name + "[" + index + "]");
            }
            return this;
        }

        private Place field(String key) {
            Optional<Entry> entry = node instanceof Mapping mapping ? mapping.entry(key) : Optional.empty();
            return new Place(entry.map(Entry::value).orElse(node), join(key));
        }

        private String join(String key) {
            return name.isEmpty() || key.isEmpty() ? name + key : name + "." + key;
        }

        ConfigException located(ConfigException error) {
            if (error.position().isPresent()) {
                return error;
            }
            return error.moved(YamlPaths.closest(node, error.name()), join(error.name()));
        }
    }
}
