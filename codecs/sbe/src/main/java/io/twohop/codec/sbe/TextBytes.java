package io.twohop.codec.sbe;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;

/** The UTF-8 bytes of a text, in a reused array. One thread. */
final class TextBytes {
    private static final int FIRST_LETTERS = 256;

    private final CharsetEncoder utf8 = StandardCharsets.UTF_8.newEncoder();
    private byte[] bytes;
    private ByteBuffer buffer;
    private CharBuffer letters;

    TextBytes() {
        grow(FIRST_LETTERS);
    }

    private void grow(int mostLetters) {
        bytes = new byte[mostLetters * (int) utf8.maxBytesPerChar()];
        buffer = ByteBuffer.wrap(bytes);
        letters = CharBuffer.allocate(mostLetters);
    }

    /**
     * @param text null for no bytes
     * @return number of bytes in {@link #bytes}
     * @throws IllegalArgumentException for half a surrogate pair, which UTF-8 cannot encode
     */
    int lay(String text) {
        int length = text == null ? 0 : text.length();
        if (length > letters.capacity()) {
            grow(length);
        }
        int all = 0;
        for (int i = 0; i < length; i++) {
            char letter = text.charAt(i);
            all |= letter;
            bytes[i] = (byte) letter;
        }
        return all < 128 ? length : layAny(text, length);
    }

    private int layAny(String text, int length) {
        text.getChars(0, length, letters.array(), 0);
        letters.clear().limit(length);
        CoderResult result = utf8.reset().encode(letters, buffer.clear(), true);
        if (result.isError()) {
            throw new IllegalArgumentException("text: " + text + " (expected: whole characters; letter "
                    + letters.position() + " is half of one)");
        }
        return buffer.position();
    }

    /** The array of the last text, valid until the next. */
    byte[] bytes() {
        return bytes;
    }
}
