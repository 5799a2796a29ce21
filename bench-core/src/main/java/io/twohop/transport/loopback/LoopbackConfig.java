package io.twohop.transport.loopback;

import io.twohop.config.ConfigException;
import io.twohop.config.Help;
import io.twohop.config.Values;
import java.util.Objects;

/** The keys of a loopback transport file. */
public record LoopbackConfig(
        @Help("number of messages in flight from one producer to one consumer, a power of two; 4096 by default")
        Integer slots,

        @Help("number of consumers per hop, which share its messages; 1 to 64, 1 by default")
        Integer consumers) {
    private static final int DEFAULT_SLOTS = 4_096;
    private static final int MAX_SLOTS = 1 << 20;
    private static final int MAX_CONSUMERS = 64;

    public LoopbackConfig {
        slots = Objects.requireNonNullElse(slots, DEFAULT_SLOTS);
        if (slots < 2 || slots > MAX_SLOTS || Integer.bitCount(slots) != 1) {
            throw ConfigException.invalid("slots", slots, "a power of two from 2 to " + MAX_SLOTS);
        }
        consumers = Values.within("consumers", consumers, 1, MAX_CONSUMERS);
    }
}
