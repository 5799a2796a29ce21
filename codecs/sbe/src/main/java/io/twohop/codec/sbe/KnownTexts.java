package io.twohop.codec.sbe;

import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.agrona.DirectBuffer;

/**
 * Texts of one field, found by their bytes, so that a text seen before is not allocated again. A bounded number of up
 * to 64 bytes each is remembered; longer texts are always allocated. One thread.
 */
final class KnownTexts {
    private static final int MAX_BYTES = 64;
    private static final int SLOTS = 1 << 10;
    private static final int HASH_FACTOR = 31;

    private final byte[][] known = new byte[SLOTS][];
    private final String[] texts = new String[SLOTS];
    private final byte[] bytes = new byte[MAX_BYTES];
    private final CharsetDecoder utf8 = StandardCharsets.UTF_8.newDecoder();

    /** @throws UncheckedIOException for bytes that are not UTF-8 */
    String text(DirectBuffer in, int from, int length) {
        if (length == 0) {
            return "";
        }
        if (length > MAX_BYTES) {
            byte[] many = new byte[length];
            in.getBytes(from, many);
            return decode(many, length);
        }
        in.getBytes(from, bytes, 0, length);
        int slot = slot(length);
        byte[] found = known[slot];
        if (found != null && Arrays.equals(found, 0, found.length, bytes, 0, length)) {
            return texts[slot];
        }
        String text = decode(bytes, length);
        known[slot] = Arrays.copyOf(bytes, length);
        texts[slot] = text;
        return text;
    }

    private int slot(int length) {
        int hash = length;
        for (int i = 0; i < length; i++) {
            hash = hash * HASH_FACTOR + bytes[i];
        }
        return (hash ^ hash >>> 16) & SLOTS - 1;
    }

    private String decode(byte[] letters, int length) {
        try {
            return utf8.decode(ByteBuffer.wrap(letters, 0, length)).toString();
        } catch (CharacterCodingException e) {
            throw new UncheckedIOException("message: a text that is no UTF-8 (expected: an order by SBE)", e);
        }
    }
}
