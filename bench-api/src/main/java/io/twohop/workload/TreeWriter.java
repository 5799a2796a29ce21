package io.twohop.workload;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import io.twohop.config.Distribution;
import io.twohop.config.Enums;
import io.twohop.config.Popularity;
import io.twohop.config.Quantities;
import io.twohop.config.Rate;
import io.twohop.config.Size;
import io.twohop.config.Volume;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Function;

/** Writes values as the trees that {@link io.twohop.config.YamlDocument#bind} reads back as equal ones. Stateless, any thread. */
final class TreeWriter {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .addModule(new SimpleModule()
                    .addSerializer(Number.class, ToStringSerializer.instance)
                    .addSerializer(Rate.class, ToStringSerializer.instance)
                    .addSerializer(Size.class, ToStringSerializer.instance)
                    .addSerializer(Volume.class, ToStringSerializer.instance)
                    .addSerializer(Distribution.class, ToStringSerializer.instance)
                    .addSerializer(Popularity.class, ToStringSerializer.instance)
                    .addSerializer(Path.class, ToStringSerializer.instance)
                    .addSerializer(Duration.class, new Text<>(Quantities::text))
                    .addSerializer(Enum.class, new Text<>(Enums::text)))
            .defaultPropertyInclusion(JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, null))
            .build();

    private TreeWriter() {}

    /** Returns the tree of a value, without the components of records that are null. */
    static JsonNode tree(Object value) {
        return MAPPER.valueToTree(value);
    }

    private static final class Text<T> extends JsonSerializer<T> {
        private final Function<T, String> text;

        Text(Function<T, String> text) {
            this.text = text;
        }

        @Override
        public void serialize(T value, JsonGenerator out, SerializerProvider provider) throws IOException {
            out.writeString(text.apply(value));
        }
    }
}
