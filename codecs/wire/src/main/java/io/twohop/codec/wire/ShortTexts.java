package io.twohop.codec.wire;

import net.openhft.chronicle.core.UnsafeMemory;
import net.openhft.chronicle.wire.BinaryWireCode;

/**
 * ASCII texts of 1 to 31 letters, written byte by byte without the checks of longer ones. Texts seen before are found
 * by their bytes and not allocated again; a bounded number is remembered. One thread.
 */
final class ShortTexts {
    private static final int MAX_LENGTH = BinaryWireCode.STRING_31 - BinaryWireCode.STRING_0;
    private static final int SLOTS = 1 << 10;
    private static final int HASH_FACTOR = 31;

    private final String[] texts = new String[SLOTS];
    private int missedSlot = -1;

    /** Writes a short text; returns false for other texts, with nothing written. */
    static boolean write(String text, WireMessage out) {
        if (text == null) {
            return false;
        }
        int length = text.length();
        if (length == 0 || length > MAX_LENGTH || length >= out.left()) {
            return false;
        }
        long at = out.address() + 1;
        int all = 0;
        for (int i = 0; i < length; i++) {
            char letter = text.charAt(i);
            all |= letter;
            UnsafeMemory.unsafePutByte(at + i, (byte) letter);
        }
        if (all >= 128) {
            return false;
        }
        UnsafeMemory.unsafePutByte(at - 1, (byte) (BinaryWireCode.STRING_0 + length));
        out.skip(1 + length);
        return true;
    }

    /** Reads the next text if it is known; otherwise returns null, with nothing read. */
    String find(WireMessage in) {
        missedSlot = -1;
        long left = in.left();
        long at = in.address() + 1;
        int length = left < 1 ? 0 : (UnsafeMemory.unsafeGetByte(at - 1) & 0xff) - BinaryWireCode.STRING_0;
        if (length <= 0 || length >= left) {
            return null;
        }
        int slot = slot(at, length);
        String known = texts[slot];
        if (known != null && isAt(known, at, length)) {
            in.skip(1 + length);
            return known;
        }
        missedSlot = slot;
        return null;
    }

    /** Remembers the text that the last {@link #find} did not know. */
    void remember(String text) {
        if (missedSlot >= 0) {
            texts[missedSlot] = text;
        }
    }

    private static int slot(long at, int length) {
        int hash = length;
        for (int i = 0; i < length; i++) {
            hash = hash * HASH_FACTOR + UnsafeMemory.unsafeGetByte(at + i);
        }
        return (hash ^ hash >>> 16) & SLOTS - 1;
    }

    /**
     * Whether a text stands at an address. Bytes of 128 and above are negative and equal no letter, so a text outside
     * ASCII never matches.
     */
    private static boolean isAt(String text, long at, int length) {
        if (text.length() != length) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (text.charAt(i) != UnsafeMemory.unsafeGetByte(at + i)) {
                return false;
            }
        }
        return true;
    }
}
