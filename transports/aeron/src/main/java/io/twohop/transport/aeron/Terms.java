package io.twohop.transport.aeron;

import io.twohop.config.ConfigException;
import io.twohop.config.Size;
import io.twohop.transport.RunContext;
import io.twohop.transport.TransportException;
import java.util.Locale;

/** How long the terms of a run's log buffers are. */
final class Terms {
    /** What Aeron refuses beyond, however long the terms. */
    static final int MAX_MESSAGE_BYTES = 16 << 20;

    /** A message takes an eighth of a term at the most. */
    static final int MESSAGES_OF_A_TERM = 8;

    /** Where nothing else decides. */
    static final int USUAL_BYTES = 16 << 20;

    /** Of all first terms together, where a hop is spread over many topics. */
    private static final long USUAL_BYTES_OF_A_HOP = 64 << 20;

    private Terms() {}

    /**
     * The length that was asked for, or one that messages fit into.
     *
     * @throws ConfigException where the largest message does not fit
     * @throws TransportException where it fits into none
     */
    static int bytes(AeronConfig config, RunContext context) {
        int largest = context.traffic().maxMessageBytes();
        if (largest > MAX_MESSAGE_BYTES) {
            throw new TransportException(String.format(
                    Locale.ROOT,
                    "size: %,d B with the trace header (expected: at most %,d B, the longest message that Aeron takes);"
                            + " send smaller ones with -Dsize=...",
                    largest,
                    MAX_MESSAGE_BYTES));
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
