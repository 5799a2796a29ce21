package io.twohop.transport;

import io.twohop.workload.Payload;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Keys and headers that a run sends beside each payload.
 *
 * @param keys number of keys, numbered from 0; 0 for messages without keys
 * @param headers sent with every message
 */
public record Envelope(int keys, List<Header> headers) {
    /** Messages without keys and headers. */
    public static final Envelope NONE = new Envelope(0, List.of());

    /** Length of every key's text. */
    private static final int KEY_CHARS = 8;

    private static final String LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789";

    /** Parts that only some transports can send. */
    public enum Part {
        /** A key, which may decide where a message goes. */
        KEYS,
        /** Names with values. */
        HEADERS;

        /** The workload key that asks for the part. */
        public String key() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * A header.
     *
     * @param name of letters, digits and dashes
     * @param value of letters and digits
     */
    public record Header(String name, String value) {
        /** Returns the value in bytes, one per character. */
        public byte[] bytes() {
            return value.getBytes(StandardCharsets.US_ASCII);
        }
    }

    public Envelope {
        headers = List.copyOf(headers);
    }

    /** Returns the envelope of each message with this payload. */
    public static Envelope of(Payload payload) {
        return new Envelope(
                payload.keys().count(),
                headers(payload.headers().number(), payload.headers().bytes()));
    }

    /** Returns incompressible headers, the same in every run. */
    private static List<Header> headers(int number, int bytes) {
        List<Header> headers = new ArrayList<>();
        for (int i = 1; i <= number; i++) {
            SplittableRandom random = new SplittableRandom(i);
            StringBuilder value = new StringBuilder(bytes);
            for (int letter = 0; letter < bytes; letter++) {
                value.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
            }
            headers.add(new Header("header-" + i, value.toString()));
        }
        return headers;
    }

    /** Returns the parts in use. */
    public Set<Part> parts() {
        Set<Part> parts = EnumSet.noneOf(Part.class);
        if (keys > 0) {
            parts.add(Part.KEYS);
        }
        if (!headers.isEmpty()) {
            parts.add(Part.HEADERS);
        }
        return parts;
    }

    /** Returns the text of a key, of the same length for all: {@code k0000123}. Not for the hot path. */
    public String key(int number) {
        return "k" + Integer.toString(10_000_000 + number).substring(1);
    }

    /** Number of bytes that keys, names and values add to each message, without a transport's framing. */
    public int bytes() {
        return (keys > 0 ? KEY_CHARS : 0)
                + headers.stream()
                        .mapToInt(header ->
                                header.name().length() + header.value().length())
                        .sum();
    }
}
