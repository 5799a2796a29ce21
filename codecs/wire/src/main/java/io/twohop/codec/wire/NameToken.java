package io.twohop.codec.wire;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import net.openhft.chronicle.core.UnsafeMemory;
import net.openhft.chronicle.wire.BinaryWireCode;

/** A field's name as it stands in a message, the code with the length first, in words of eight bytes. Immutable. */
final class NameToken {
    private static final int MAX_LENGTH = BinaryWireCode.FIELD_NAME31 - BinaryWireCode.FIELD_NAME0;

    private final long[] words;
    private final int bytes;
    private final long lastMask;

    NameToken(String name) {
        byte[] letters = name.getBytes(StandardCharsets.US_ASCII);
        bytes = 1 + letters.length;
        words = new long[(bytes + Long.BYTES - 1) / Long.BYTES];
        ByteBuffer padded = ByteBuffer.allocate(words.length * Long.BYTES).order(ByteOrder.nativeOrder());
        padded.put((byte) (BinaryWireCode.FIELD_NAME0 + letters.length)).put(letters);
        padded.rewind().asLongBuffer().get(words);
        ByteBuffer mask = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.nativeOrder());
        for (int i = 0; i < Long.BYTES; i++) {
            mask.put((byte) ((words.length - 1) * Long.BYTES + i < bytes ? -1 : 0));
        }
        lastMask = mask.getLong(0);
    }

    static boolean fits(String name) {
        return !name.isEmpty() && name.length() <= MAX_LENGTH && name.chars().allMatch(letter -> letter < 128);
    }

    /** Writes the name; returns false if whole words do not fit, with nothing written. */
    boolean write(WireMessage out) {
        if (out.left() < words.length * Long.BYTES) {
            return false;
        }
        long address = out.address();
        for (int i = 0; i < words.length; i++) {
            UnsafeMemory.unsafePutLong(address + i * Long.BYTES, words[i]);
        }
        out.skip(bytes);
        return true;
    }

    /** Skips the name; returns false if other bytes come next or too few words are left, with nothing read. */
    boolean skip(WireMessage in) {
        if (in.left() < words.length * Long.BYTES) {
            return false;
        }
        long address = in.address();
        int last = words.length - 1;
        for (int i = 0; i < last; i++) {
            if (UnsafeMemory.unsafeGetLong(address + i * Long.BYTES) != words[i]) {
                return false;
            }
        }
        if ((UnsafeMemory.unsafeGetLong(address + last * Long.BYTES) & lastMask) != words[last]) {
            return false;
        }
        in.skip(bytes);
        return true;
    }
}
