package io.twohop.schedule;

/**
 * Which of two runs that are measured side by side has which slice of time: of each block of four, one has the outer two and the
 * other the inner two. Chance decides for each two blocks, in the second of which both change places. So neither is the first more
 * often, and a steady drift of the machine weighs on both alike. All times are nanoseconds from the start of warm-up.
 *
 * @param seed of the blocks' orders; the same for both runs
 * @param side whose slices these are: 0 or 1
 * @param sliceNanos how long a slice is
 * @param restNanos how long nothing is due at its begin, while threads wake up and the last second is reported, and at its end, so that
 *     what is on its way arrives before the other's slice
 */
public record DuetSlices(long seed, int side, long sliceNanos, long restNanos) {
    private static final int SLICES = 4;
    private static final int OWN = 2;

    public DuetSlices {
        if (side < 0 || side >= OWN || restNanos < 0 || sliceNanos <= 2 * restNanos) {
            throw new IllegalArgumentException("side " + side + ", slice " + sliceNanos + ", rest " + restNanos);
        }
    }

    /** How long messages are due in each slice. */
    public long sendingNanos() {
        return sliceNanos - 2 * restNanos;
    }

    /** How long as many whole blocks take as have that much time to send in. */
    public long blocksNanos(long ownNanos) {
        long ownOfBlock = OWN * sendingNanos();
        return (ownNanos + ownOfBlock - 1) / ownOfBlock * SLICES * sliceNanos;
    }

    /** How much of the time until then messages of this side were due in. */
    public long ownNanos(long nanos) {
        long slice = nanos / sliceNanos;
        long own = slice / SLICES * OWN;
        for (long before = slice / SLICES * SLICES; before < slice; before++) {
            own += isOwn(before) ? 1 : 0;
        }
        return own * sendingNanos() + (isOwn(slice) ? sentNanos(nanos % sliceNanos) : 0);
    }

    private long sentNanos(long withinSlice) {
        return Math.max(0, Math.min(withinSlice - restNanos, sendingNanos()));
    }

    /** A schedule whose time passes in the slices of this side only. */
    public Schedule of(Schedule whole) {
        return () -> {
            long offsetNanos = whole.nextOffsetNanos();
            return offsetNanos == Schedule.END || offsetNanos == Schedule.NOT_YET ? offsetNanos : nanosOf(offsetNanos);
        };
    }

    /** Returns the same for messages that are known by their number. */
    public DueTimes of(DueTimes whole) {
        return sequence -> {
            long offsetNanos = whole.offsetNanos(sequence);
            return offsetNanos == DueTimes.UNKNOWN ? offsetNanos : nanosOf(offsetNanos);
        };
    }

    /** When that much of the time of this side has passed. */
    private long nanosOf(long ownNanos) {
        long own = ownNanos / sendingNanos();
        long block = own / OWN;
        long second = own % OWN;
        long slice = block * SLICES + (isOutside(block) ? second * (SLICES - 1) : 1 + second);
        return slice * sliceNanos + restNanos + ownNanos % sendingNanos();
    }

    /** How long it is until this side has a slice; 0 within one. */
    public long untilOwnNanos(long nanos) {
        if (nanos < 0) {
            return isOwn(0) ? 0 : sliceNanos - nanos;
        }
        long slice = nanos / sliceNanos;
        long next = slice;
        while (!isOwn(next)) {
            next++;
        }
        return next == slice ? 0 : next * sliceNanos - nanos;
    }

    /** Whether a slice, from 0, is this side's. */
    public boolean isOwn(long slice) {
        long place = slice % SLICES;
        return (place == 0 || place == SLICES - 1) == isOutside(slice / SLICES);
    }

    /** By a bit of SplitMix64 (Steele, Lea and Flood, 2014), whose n-th value needs none of those before. */
    private boolean isOutside(long block) {
        long mixed = seed + (block / 2 + 1) * 0x9E3779B97F4A7C15L;
        mixed = (mixed ^ mixed >>> 30) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
        mixed ^= mixed >>> 31;
        return (mixed + block & 1) == side;
    }
}
