package io.twohop.transport.kafka;

import io.twohop.transport.TransportException;
import java.util.Locale;

/** Compares the largest message of a run with a limit of Kafka's. */
final class MessageSize {
    /** A batch header and a record's own fields: 61 bytes and at most 21 for a record without key and headers. */
    private static final int OVERHEAD_BYTES = 82;

    private MessageSize() {}

    static void check(String setting, long limitBytes, int maxMessageBytes) {
        long needed = (long) maxMessageBytes + OVERHEAD_BYTES;
        if (needed > limitBytes) {
            throw new TransportException(String.format(
                    Locale.ROOT,
                    "%s: %,d bytes (expected: at least %,d, the largest message of this run with Kafka's framing);"
                            + " add -Dtransport.%s=%d",
                    setting,
                    limitBytes,
                    needed,
                    setting,
                    needed));
        }
    }
}
