package io.twohop.codec.sbe;

import io.twohop.codec.Codec;
import io.twohop.codec.CodecProvider;
import io.twohop.event.OrderEvent;

/**
 * The {@code sbe} codec: Simple Binary Encoding of the default event, by what SBE's tool generates from {@code order.xml}. An
 * event of another class needs a schema, and thus a codec, of its own. Any thread.
 */
public final class SbeCodecProvider implements CodecProvider {
    @Override
    public String name() {
        return "sbe";
    }

    @Override
    public String description() {
        return "Simple Binary Encoding: fields at fixed offsets by a schema, no garbage; order events only";
    }

    /**
     * {@inheritDoc}
     *
     * <p>The codec reuses the object that {@code decode} returns. Texts of up to 64 bytes that were seen before take no
     * allocation.
     */
    @Override
    @SuppressWarnings("unchecked")
    public <T> Codec<T> codec(Class<T> eventType) {
        if (eventType != OrderEvent.class) {
            throw new IllegalArgumentException("event: " + eventType.getName() + " (expected: "
                    + OrderEvent.class.getName()
                    + ", which the schema describes); choose codec: json or wire, or name a"
                    + " codec of your own: docs/your-service.md");
        }
        return (Codec<T>) new SbeCodec();
    }
}
