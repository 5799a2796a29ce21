package io.twohop.transport.nats;

import io.twohop.transport.Envelope;
import io.twohop.transport.RunContext;
import io.twohop.transport.TransportException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Compares the largest message of a run with a server's limit. */
final class MaxPayload {
    private static final String KEY = "max_payload";
    private static final long DEFAULT_BYTES = 1 << 20;

    /** Bytes of the headers' version and of two line ends. */
    private static final int HEADERS_BYTES = 12;

    /** Bytes of a header's colon and line end. */
    private static final int EACH_HEADER_BYTES = 3;

    private static final Pattern SIZE = Pattern.compile("(\\d{1,12})([KMG]?)B?", Pattern.CASE_INSENSITIVE);

    private MaxPayload() {}

    /** Returns the size of the largest message, with headers as the protocol encodes them. */
    static int of(RunContext context) {
        List<Envelope.Header> headers = context.traffic().envelope().headers();
        int bytes = headers.isEmpty() ? 0 : HEADERS_BYTES;
        for (Envelope.Header header : headers) {
            bytes += header.name().length() + header.value().length() + EACH_HEADER_BYTES;
        }
        return context.traffic().maxMessageBytes() + bytes;
    }

    /** Checks the limit in an embedded server's configuration, if it is readable. */
    static void checkEmbedded(Map<String, String> serverConfig, int maxMessageBytes) {
        Matcher size = SIZE.matcher(serverConfig.getOrDefault(KEY, Long.toString(DEFAULT_BYTES)));
        if (size.matches()) {
            int shift = 10
                    * (" KMG"
                            .indexOf(
                                    size.group(2).isEmpty()
                                            ? ' '
                                            : size.group(2)
                                                    .toUpperCase(Locale.ROOT)
                                                    .charAt(0)));
            check(Long.parseLong(size.group(1)) << shift, maxMessageBytes, true);
        }
    }

    static void check(long limitBytes, int maxMessageBytes, boolean embedded) {
        if (maxMessageBytes > limitBytes) {
            throw new TransportException(String.format(
                    Locale.ROOT,
                    "%s: %,d bytes (expected: at least %,d, the largest message of this run); %s",
                    KEY,
                    limitBytes,
                    maxMessageBytes,
                    embedded
                            ? "add -Dtransport.serverConfig." + KEY + "=" + maxMessageBytes
                            : "raise " + KEY + " in the server's configuration, or send smaller messages"));
        }
    }
}
