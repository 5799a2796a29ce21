package io.twohop.event;

import io.twohop.codec.Codec;
import io.twohop.codec.CodecProvider;
import java.util.function.Supplier;

/**
 * Provides a codec whose schema describes the default event. An event of another class needs a schema, and thus a codec, of
 * its own. Any thread.
 */
public abstract class OrderCodecProvider implements CodecProvider {
    private final String name;
    private final String description;
    private final Supplier<Codec<OrderEvent>> codecs;

    /** @param codecs makes a codec for one thread */
    protected OrderCodecProvider(String name, String description, Supplier<Codec<OrderEvent>> codecs) {
        this.name = name;
        this.description = description;
        this.codecs = codecs;
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final String description() {
        return description;
    }

    @Override
    @SuppressWarnings("unchecked")
    public final <T> Codec<T> codec(Class<T> eventType) {
        if (eventType != OrderEvent.class) {
            throw new IllegalArgumentException("event: " + eventType.getName() + " (expected: "
                    + OrderEvent.class.getName()
                    + ", which the schema describes); choose codec: json or wire, or name a"
                    + " codec of your own: docs/your-service.md");
        }
        return (Codec<T>) codecs.get();
    }
}
