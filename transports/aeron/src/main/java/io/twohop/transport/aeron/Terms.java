package io.twohop.transport.aeron;

import io.twohop.config.ConfigException;
import io.twohop.config.Size;
import io.twohop.config.Texts;
import io.twohop.transport.RunContext;

/** Term lengths of a run's log buffers. */
final class Terms {
    /** Aeron's maximum message length for terms of any length. */
    static final int MAX_MESSAGE_BYTES = 16 << 20;

    /** A message takes at most an eighth of a term. */
    static final int MESSAGES_OF_A_TERM = 8;

    /** Default term length. */
    static final int USUAL_BYTES = 16 << 20;

    /** Total length of the first terms of a hop's topics, by default. */
    private static final long USUAL_BYTES_OF_A_HOP = 64 << 20;

    private Terms() {}

    /**
     * Returns the configured term length, or one that holds the largest message.
     *
     * @throws ConfigException if the largest message does not fit the configured length, or any
     */
    static int bytes(AeronConfig config, RunContext context) {
        int largest = context.traffic().maxMessageBytes();
        if (largest > MAX_MESSAGE_BYTES) {
            throw ConfigException.invalid(
                    "size",
                    Texts.format("%,d B with the trace header", largest),
                    Texts.format("at most %,d B, the longest message that Aeron takes", MAX_MESSAGE_BYTES));
        }
        long needed = (long) MESSAGES_OF_A_TERM * largest;
        if (config.termLength() == null) {
            return Math.max(powerOfTwoFrom(needed), usual(context.channels().topics()));
        }
        if (config.termLength().bytes() < needed) {
            throw ConfigException.invalid(
                    "termLength",
                    config.termLength(),
                    "at least eight times the largest message, which has " + new Size(largest)
                            + "; absent, it is chosen to fit");
        }
        return config.termLength().bytes();
    }

    private static int usual(int topics) {
        long share = Long.highestOneBit(USUAL_BYTES_OF_A_HOP / Math.max(1, topics));
        return (int) Math.max(AeronConfig.MIN_TERM_BYTES, Math.min(USUAL_BYTES, share));
    }

    private static int powerOfTwoFrom(long bytes) {
        return (int) Math.max(AeronConfig.MIN_TERM_BYTES, Long.highestOneBit(bytes - 1) << 1);
    }
}
