package io.twohop.config;

import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.KeyDeserializer;
import com.fasterxml.jackson.databind.jsontype.TypeDeserializer;
import com.fasterxml.jackson.databind.module.SimpleDeserializers;
import com.fasterxml.jackson.databind.type.MapType;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;

/** Types of record components that are read from text in TwoHop's way, not in Jackson's. */
final class StrictDeserializers extends SimpleDeserializers {
    private static final long serialVersionUID = 1L;
    private static final String TRUE_OR_FALSE = "true or false";
    private static final String WHOLE = "a whole number, such as 3";

    StrictDeserializers() {
        add(int.class, 0, WHOLE, StrictDeserializers::integer);
        add(Integer.class, null, WHOLE, StrictDeserializers::integer);
        add(long.class, 0L, WHOLE, text -> Quantities.wholeNumber(text, WHOLE));
        add(Long.class, null, WHOLE, text -> Quantities.wholeNumber(text, WHOLE));
        add(double.class, 0.0, "a number such as 0.5", Quantities::decimal);
        add(Double.class, null, "a number such as 0.5", Quantities::decimal);
        add(boolean.class, false, TRUE_OR_FALSE, StrictDeserializers::noBoolean);
        add(Boolean.class, null, TRUE_OR_FALSE, StrictDeserializers::noBoolean);
        add(String.class, null, "a text", text -> text);
        add(Path.class, null, "a path", StrictDeserializers::path);
        add(Duration.class, null, Quantities.EXPECTED_DURATION, Quantities::duration);
        add(Rate.class, null, Quantities.EXPECTED_RATE, Quantities::rate);
        add(Size.class, null, Quantities.EXPECTED_SIZE, Quantities::size);
        add(Volume.class, null, Volume.EXPECTED, Quantities::volume);
        add(Distribution.class, null, Distribution.EXPECTED, Distribution::parse);
        add(Popularity.class, null, Popularity.EXPECTED, Popularity::parse);
    }

    @Override
    public JsonDeserializer<?> findEnumDeserializer(
            Class<?> type, DeserializationConfig config, BeanDescription description) {
        return new ScalarDeserializer<>(type, null, Enums.expected(type), text -> Enums.parse(type, text));
    }

    @Override
    public JsonDeserializer<?> findMapDeserializer(
            MapType type,
            DeserializationConfig config,
            BeanDescription description,
            KeyDeserializer keys,
            TypeDeserializer typed,
            JsonDeserializer<?> values)
            throws JsonMappingException {
        JavaType content = type.getContentType();
        if (content.isCollectionLikeType()) {
            return new NamedListsDeserializer(content);
        }
        boolean texts = type.getKeyType().hasRawClass(String.class) && content.hasRawClass(String.class);
        return texts
                ? new TextMapDeserializer()
                : super.findMapDeserializer(type, config, description, keys, typed, values);
    }

    private <T> void add(Class<T> type, T absent, String expected, ScalarDeserializer.Parser<T> parser) {
        addDeserializer(type, new ScalarDeserializer<>(type, absent, expected, parser));
    }

    /** Rejects a text: the reader has told booleans from texts. */
    private static boolean noBoolean(String text) {
        throw ConfigException.invalid("", text, TRUE_OR_FALSE);
    }

    private static int integer(String text) {
        long value = Quantities.wholeNumber(text, WHOLE);
        if (value != (int) value) {
            throw ConfigException.invalid("", text, Texts.format("%s, of at most %,d", WHOLE, Integer.MAX_VALUE));
        }
        return (int) value;
    }

    private static Path path(String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw ConfigException.invalid("", text, "a path").causedBy(e);
        }
    }
}
