package io.twohop.measure;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Distinguishes one producer's first arrivals from duplicates, however far apart and on however many threads they
 * arrive.
 *
 * A ring of words holds one bit for each of the newest sequences. A word carries 32 bits and the number of their lap,
 * so moving on to a new lap clears the word in the same atomic step: no pointer to advance, no lock, fixed memory. An
 * arrival more than a whole ring late may be either; it is reported as {@link Arrival#TOO_LATE}, and so is a sequence
 * below zero or of a lap beyond 32 bits.
 */
public final class SequenceTracker {
    public enum Arrival {
        FIRST,
        DUPLICATE,
        /** An arrival too late to be told apart. */
        TOO_LATE
    }

    private static final int BITS_PER_WORD_SHIFT = 5;
    private static final int BIT_MASK = (1 << BITS_PER_WORD_SHIFT) - 1;
    private static final int LAP_SHIFT = 32;

    private final AtomicLongArray words;
    private final int wordMask;
    private final int lapOfSequenceShift;

    private final boolean shared;

    /** Creates a tracker for any number of threads. */
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

    /** Notes an arrival; any thread if the tracker is shared. */
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
