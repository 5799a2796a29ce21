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
 * What is sent beside the payload of each message of a run.
 *
 * @param keys how many keys there are, numbered from 0; 0 where messages have none
 * @param headers the same with every message
 */
public record Envelope(int keys, List<Header> headers) {
    /** Messages without keys and headers. */
    public static final Envelope NONE = new Envelope(0, List.of());

    /** Of every key's text. */
    private static final int KEY_CHARS = 8;

    private static final String LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789";

    /** What not every transport can send. */
    public enum Part {
        /** One of several keys, which may decide where a message goes. */
        KEYS,
        /** Names with values. */
        HEADERS;

        /** The key of a workload that asks for it. */
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
        /** The value as it is sent: a byte for each character. */
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

    /** Values that a compressor finds nothing in, the same in every run. */
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

    /** What there is of it. */
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

    /** A key's text, of the same length for all: {@code k0000123}. To be asked before the first message. */
    public String key(int number) {
        return "k" + Integer.toString(10_000_000 + number).substring(1);
    }

    /** How many bytes keys, names and values add to each message, without a transport's own framing. */
    public int bytes() {
        return (keys > 0 ? KEY_CHARS : 0)
                + headers.stream()
                        .mapToInt(header ->
                                header.name().length() + header.value().length())
                        .sum();
    }
}
