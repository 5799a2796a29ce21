package io.twohop.codec;

import com.fasterxml.jackson.databind.ObjectMapper;

/** The {@code json} codec: Jackson databind on any class it can map. */
public final class JsonCodecProvider implements CodecProvider {
    @Override
    public String name() {
        return "json";
    }

    @Override
    public String description() {
        return "JSON text by Jackson";
    }

    @Override
    public <T> Codec<T> codec(Class<T> eventType) {
        return new JsonCodec<>(new ObjectMapper(), eventType);
    }
}
