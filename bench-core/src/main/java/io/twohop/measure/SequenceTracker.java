package io.twohop.measure;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Tells, for one producer, a first arrival from a duplicate, however far apart and on however many threads they arrive.
 *
 * <p>A ring of words holds one bit for each of the newest sequences. A word carries 32 of them and the number of the lap
 * it belongs to, so that moving on to a new lap clears it in the same atomic step: no pointer to advance, no lock, memory
 * fixed for any length of run. An arrival more than a whole ring late can no longer be distinguished from a duplicate; it is
 * reported as {@link Arrival#TOO_LATE} rather than guessed, and so is a sequence below zero or of a lap that no word has room for.
 */
public final class SequenceTracker {
    /** What an arrival was. */
    public enum Arrival {
        /** Not seen before. */
        FIRST,
        /** Seen before. */
        DUPLICATE,
        /** So late that it may be either. */
        TOO_LATE
    }

    private static final int BITS_PER_WORD_SHIFT = 5;
    private static final int BIT_MASK = (1 << BITS_PER_WORD_SHIFT) - 1;
    private static final int LAP_SHIFT = 32;

    private final AtomicLongArray words;
    private final int wordMask;
    private final int lapOfSequenceShift;

    private final boolean shared;

    /** One that any thread may ask. */
    public SequenceTracker(int sequences) {
        this(sequences, true);
    }

    /**
     * @param sequences how many of the newest sequences are remembered; rounded up to a power of two of at least 64
     * @param shared whether more than one thread asks: it costs an atomic instruction for each arrival
     */
    public SequenceTracker(int sequences, boolean shared) {
        this.shared = shared;
        int wordShift =
                Math.max(1, 32 - Integer.numberOfLeadingZeros((Math.max(64, sequences) - 1) >>> BITS_PER_WORD_SHIFT));
        words = new AtomicLongArray(1 << wordShift);
        wordMask = (1 << wordShift) - 1;
        lapOfSequenceShift = wordShift + BITS_PER_WORD_SHIFT;
    }

    /** Notes an arrival; any thread where it is shared. */
    public Arrival onArrival(long sequence) {
        int index = (int) (sequence >>> BITS_PER_WORD_SHIFT) & wordMask;
        long lap = sequence >>> lapOfSequenceShift;
        if (lap >>> LAP_SHIFT != 0) {
            return Arrival.TOO_LATE;
        }
        long bit = 1L << (sequence & BIT_MASK);
        while (true) {
            long word = words.get(index);
            long wordLap = word >>> LAP_SHIFT;
            if (wordLap > lap) {
                return Arrival.TOO_LATE;
            }
            boolean sameLap = wordLap == lap;
            if (sameLap && (word & bit) != 0) {
                return Arrival.DUPLICATE;
            }
            long marked = sameLap ? word | bit : lap << LAP_SHIFT | bit;
            if (replace(index, word, marked)) {
                return Arrival.FIRST;
            }
        }
    }

    private boolean replace(int index, long word, long marked) {
        if (shared) {
            return words.compareAndSet(index, word, marked);
        }
        words.setPlain(index, marked);
        return true;
    }
}
