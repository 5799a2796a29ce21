package io.twohop.engine.protocol;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.deser.std.StdDelegatingDeserializer;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdDelegatingSerializer;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import com.fasterxml.jackson.databind.type.TypeFactory;
import com.fasterxml.jackson.databind.util.Converter;
import io.twohop.config.YamlDocument;
import io.twohop.registry.TransportFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;

/** The JSON that the processes of a run exchange: a {@link RunPlan}, then one message per line. */
public final class Protocol {
    private record FileData(YamlDocument document, String server) {
        static FileData of(TransportFile file) {
            return new FileData(file.whole(), file.server().orElse(null));
        }

        TransportFile toFile() {
            return TransportFile.of(document).on(Optional.ofNullable(server));
        }
    }

    /** Reads and writes plans. A scenario is written as its record, a transport file as its tree of keys. */
    public static final ObjectMapper JSON = JsonMapper.builder()
            .addModule(new SimpleModule()
                    .addSerializer(Instant.class, ToStringSerializer.instance)
                    .addDeserializer(Instant.class, new TextDeserializer<>(Instant.class, Instant::parse))
                    .addSerializer(Duration.class, ToStringSerializer.instance)
                    .addDeserializer(Duration.class, new TextDeserializer<>(Duration.class, Duration::parse))
                    // Jackson takes a path with a colon for a URI.
                    .addSerializer(Path.class, ToStringSerializer.instance)
                    .addDeserializer(Path.class, new TextDeserializer<>(Path.class, Path::of))
                    .addSerializer(writing(TransportFile.class, FileData.class, FileData::of))
                    .addDeserializer(
                            TransportFile.class, reading(FileData.class, TransportFile.class, FileData::toFile)))
            .disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .build();

    private Protocol() {}

    private static <T, D> StdDelegatingSerializer writing(Class<T> type, Class<D> data, Function<T, D> toData) {
        return new StdDelegatingSerializer(type, new Conversion<>(type, data, toData));
    }

    private static <D, T> StdDelegatingDeserializer<T> reading(Class<D> data, Class<T> type, Function<D, T> fromData) {
        return new StdDelegatingDeserializer<>(new Conversion<>(data, type, fromData));
    }

    private static final class TextDeserializer<T> extends StdScalarDeserializer<T> {
        private static final long serialVersionUID = 1L;

        private final transient Function<String, T> parser;

        TextDeserializer(Class<T> type, Function<String, T> parser) {
            super(type);
            this.parser = parser;
        }

        @Override
        public T deserialize(JsonParser in, DeserializationContext context) throws IOException {
            return parser.apply(in.getText());
        }
    }

    private record Conversion<A, B>(Class<A> from, Class<B> to, Function<A, B> function) implements Converter<A, B> {
        @Override
        public B convert(A value) {
            return function.apply(value);
        }

        @Override
        public JavaType getInputType(TypeFactory types) {
            return types.constructType(from);
        }

        @Override
        public JavaType getOutputType(TypeFactory types) {
            return types.constructType(to);
        }
    }

    /** Returns a message as a line, without its end. */
    public static String line(Object message) {
        try {
            return JSON.writeValueAsString(message);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns a message in UTF-8, without the end of its line. */
    public static byte[] bytes(Object message) {
        return line(message).getBytes(StandardCharsets.UTF_8);
    }

    /** Returns the message of a line; empty if the line is other output. */
    public static <T> Optional<T> read(String line, Class<T> type) {
        try {
            return line.startsWith("{") ? Optional.of(JSON.readValue(line, type)) : Optional.empty();
        } catch (JsonProcessingException e) {
            return Optional.empty();
        }
    }
}
