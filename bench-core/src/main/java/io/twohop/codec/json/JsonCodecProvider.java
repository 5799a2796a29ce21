package io.twohop.codec.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.module.blackbird.BlackbirdModule;
import io.twohop.codec.Codec;
import io.twohop.codec.CodecProvider;

/** The {@code json} codec: Jackson databind on any class it can map, without what it can do without. */
public final class JsonCodecProvider implements CodecProvider {
    @Override
    public String name() {
        return "json";
    }

    @Override
    public String description() {
        return "JSON text by Jackson, date-times without formatters, buffers reused";
    }

    @Override
    public <T> Codec<T> codec(Class<T> eventType) {
        JsonFactory factory = new JsonFactoryBuilder()
                // One generator writes all messages, with nothing in between, and all are UTF-8.
                .rootValueSeparator((String) null)
                .enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER)
                .enable(StreamWriteFeature.USE_FAST_DOUBLE_WRITER)
                .disable(JsonFactory.Feature.CHARSET_DETECTION)
                .build();
        SimpleModule unboxed = new SimpleModule("unboxed")
                .setSerializerModifier(new UnboxedWriters())
                .setDeserializerModifier(new UnboxedReaders());
        JsonMapper mapper = DateTimes.by(
                        new IsoText.Serializer(),
                        new IsoText.Deserializer(),
                        JsonMapper.builder(factory).addModule(unboxed).addModule(new BlackbirdModule()))
                .disable(SerializationFeature.CLOSE_CLOSEABLE)
                .build();
        return new JsonCodec<>(mapper, eventType);
    }
}
