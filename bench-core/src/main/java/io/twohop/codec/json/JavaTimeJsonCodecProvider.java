package io.twohop.codec.json;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.twohop.codec.Codec;
import io.twohop.codec.CodecProvider;

/**
 * The {@code json-java-time} codec: Jackson as it comes, date-times by {@link java.time.Instant}. Many services write their
 * JSON so, and published comparisons measured it so.
 */
public final class JavaTimeJsonCodecProvider implements CodecProvider {
    @Override
    public String name() {
        return "json-java-time";
    }

    @Override
    public String description() {
        return "the same JSON text by Jackson as it comes, date-times by java.time";
    }

    @Override
    public <T> Codec<T> codec(Class<T> eventType) {
        JsonMapper mapper = DateTimes.by(new JavaTime.Serializer(), new JavaTime.Deserializer(), JsonMapper.builder())
                .build();
        return new StreamedJsonCodec<>(mapper, eventType);
    }
}
