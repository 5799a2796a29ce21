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

    StrictDeserializers() {
        addInts();
        addLongs();
        addDoubles();
        add(boolean.class, false, "true or false", text -> null);
        add(Boolean.class, null, "true or false", text -> null);
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

    private void addInts() {
        String expected = "a whole number, such as 3";
        add(int.class, 0, expected, StrictDeserializers::integer);
        add(Integer.class, null, expected, StrictDeserializers::integer);
    }

    private void addLongs() {
        String expected = "a whole number, such as 3";
        add(long.class, 0L, expected, text -> Quantities.wholeNumber(text, expected));
        add(Long.class, null, expected, text -> Quantities.wholeNumber(text, expected));
    }

    private void addDoubles() {
        add(double.class, 0.0, "a number such as 0.5", Quantities::decimal);
        add(Double.class, null, "a number such as 0.5", Quantities::decimal);
    }

    private <T> void add(Class<T> type, T absent, String expected, ScalarDeserializer.Parser<T> parser) {
        addDeserializer(type, new ScalarDeserializer<>(type, absent, expected, parser));
    }

    private static int integer(String text) {
        String expected = "a whole number, such as 3";
        long value = Quantities.wholeNumber(text, expected);
        if (value != (int) value) {
            throw ConfigException.invalid("", text, Texts.format("%s, of at most %,d", expected, Integer.MAX_VALUE));
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
