package io.twohop.transport.kafka;

import io.twohop.transport.Envelope;
import io.twohop.transport.RunContext;
import io.twohop.transport.TransportException;
import java.util.Locale;

/** Compares the largest message of a run with a limit of Kafka. */
final class MessageSize {
    /** A batch header and a record's own fields: 61 bytes and at most 21 for a record without key and headers. */
    private static final int OVERHEAD_BYTES = 82;

    /** Bytes for the lengths of a header's name and value. */
    private static final int OF_EACH_HEADER = 5;

    private MessageSize() {}

    static void check(String setting, long limitBytes, RunContext context) {
        Envelope envelope = context.traffic().envelope();
        // More than 63 headers take another byte to count.
        long extras = envelope.bytes() + OF_EACH_HEADER * envelope.headers().size() + 1;
        long needed = context.traffic().maxMessageBytes()
                + OVERHEAD_BYTES
                + (envelope.parts().isEmpty() ? 0 : extras);
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
