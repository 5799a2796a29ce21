package io.twohop.replay;

import java.util.Arrays;

/** Numbers the texts of a column in the order in which they first appear. Allocates for a new one only. One thread. */
final class KeyNumbers {
    /** The number of a key beyond the most that are numbered. */
    static final int FULL = -1;

    static final int MOST = 1_000_000;
    private static final int FIRST_SLOTS = 1 << 10;
    private static final int UNUSED = -1;

    private byte[][] texts = new byte[FIRST_SLOTS / 2][];
    private long[] seen = new long[FIRST_SLOTS / 2];
    private int[] slots = unused(FIRST_SLOTS);
    private int count;
    private long all;

    private static int[] unused(int length) {
        int[] slots = new int[length];
        Arrays.fill(slots, UNUSED);
        return slots;
    }

    /** The number of the text in the array's first bytes, from 0; {@link #FULL} of one more than {@link #MOST}. */
    int number(byte[] text, int length) {
        int slot = slot(text, length);
        if (slots[slot] == UNUSED) {
            if (count == MOST) {
                return FULL;
            }
            if (count == texts.length) {
                grow();
                slot = slot(text, length);
            }
            texts[count] = Arrays.copyOf(text, length);
            slots[slot] = count++;
        }
        int number = slots[slot];
        seen[number]++;
        all++;
        return number;
    }

    private int slot(byte[] text, int length) {
        int hash = 1;
        for (int i = 0; i < length; i++) {
            hash = 31 * hash + text[i];
        }
        // Neighbouring texts have neighbouring hashes.
        int slot = hash * 0x9E37_79B1 >>> 8 & slots.length - 1;
        while (slots[slot] != UNUSED && !isText(texts[slots[slot]], text, length)) {
            slot = slot + 1 & slots.length - 1;
        }
        return slot;
    }

    private static boolean isText(byte[] known, byte[] text, int length) {
        return Arrays.equals(known, 0, known.length, text, 0, length);
    }

    private void grow() {
        texts = Arrays.copyOf(texts, 2 * texts.length);
        seen = Arrays.copyOf(seen, texts.length);
        slots = unused(2 * texts.length);
        for (int i = 0; i < count; i++) {
            slots[slot(texts[i], texts[i].length)] = i;
        }
    }

    int count() {
        return count;
    }

    /** The part of all rows that the most frequent key has. */
    double topShare() {
        return all == 0 ? 0 : (double) Arrays.stream(seen).max().orElse(0) / all;
    }
}
