package io.twohop.registry;

import io.twohop.codec.Codec;
import io.twohop.codec.CodecProvider;

/** A codec given by its class. Each thread gets an instance of its own. */
@SuppressWarnings("rawtypes")
record ClassCodec(Class<? extends Codec> type) implements CodecProvider {
    @Override
    public String name() {
        return type.getName();
    }

    @Override
    public String description() {
        return "";
    }

    /** Returns an instance. A mismatch with the event's class shows at the first event. */
    @Override
    @SuppressWarnings("unchecked")
    public <T> Codec<T> codec(Class<T> eventType) {
        return (Codec<T>) Providers.newInstance("codec", type);
    }
}
