package io.twohop.schedule;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.NanoClock;

/**
 * The slices of two runs that are measured side by side. Of each block of four slices, one run has the outer two and the other
 * the inner two. Chance decides for each pair of blocks, and in the second block both change places. So neither run is first
 * more often, and a steady drift of the machine affects both alike. All times are nanoseconds from the start of warm-up.
 *
 * @param seed seed of the blocks' order, the same for both runs
 * @param side the run that the slices belong to, 0 or 1
 * @param restNanos time without messages at either end of a slice: threads wake up and the last second is reported at the
 *     start, and messages in flight arrive at the end
 */
public record DuetSlices(long seed, int side, long sliceNanos, long restNanos) implements SendingTime {
    private static final int SLICES = 4;
    private static final int OWN = 2;

    public DuetSlices {
        if (side < 0 || side >= OWN || restNanos < 0 || sliceNanos <= 2 * restNanos) {
            throw new IllegalArgumentException("side " + side + ", slice " + sliceNanos + ", rest " + restNanos);
        }
    }

    /** Returns how long messages are due in each slice. */
    public long sendingNanos() {
        return sliceNanos - 2 * restNanos;
    }

    @Override
    public long takenNanos(long ownNanos) {
        long ownOfBlock = OWN * sendingNanos();
        return (ownNanos + ownOfBlock - 1) / ownOfBlock * SLICES * sliceNanos;
    }

    @Override
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

    @Override
    public Schedule of(Schedule whole) {
        return () -> {
            long offsetNanos = whole.nextOffsetNanos();
            return offsetNanos == Schedule.END || offsetNanos == Schedule.NOT_YET ? offsetNanos : nanosOf(offsetNanos);
        };
    }

    @Override
    public DueTimes of(DueTimes whole) {
        return sequence -> {
            long offsetNanos = whole.offsetNanos(sequence);
            return offsetNanos == DueTimes.UNKNOWN ? offsetNanos : nanosOf(offsetNanos);
        };
    }

    /** Returns the time at which this much of the side's time has passed. */
    private long nanosOf(long ownNanos) {
        long own = ownNanos / sendingNanos();
        long block = own / OWN;
        long second = own % OWN;
        long slice = block * SLICES + (isOutside(block) ? second * (SLICES - 1) : 1 + second);
        return slice * sliceNanos + restNanos + ownNanos % sendingNanos();
    }

    @Override
    public long stepNanos() {
        return sliceNanos;
    }

    @Override
    public IdleStrategy idle(IdleStrategy within, NanoClock clock, long startNanos) {
        return new IdleOutsideSlices(within, this, clock, startNanos);
    }

    /** Returns the time until this side's next slice; 0 within one. */
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

    /** Returns whether a slice, counted from 0, is this side's. */
    public boolean isOwn(long slice) {
        long place = slice % SLICES;
        return (place == 0 || place == SLICES - 1) == isOutside(slice / SLICES);
    }

    /**
     * Returns whether this side has the outer slices of a block. It is a bit of SplitMix64 (Steele, Lea and Flood, 2014), whose
     * n-th value needs none of those before.
     */
    private boolean isOutside(long block) {
        long mixed = seed + (block / 2 + 1) * 0x9E3779B97F4A7C15L;
        mixed = (mixed ^ mixed >>> 30) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
        mixed ^= mixed >>> 31;
        return (mixed + block & 1) == side;
    }

    /**
     * Leaves the cores to the other run while it has its slices.
     *
     * @param within what a thread does in a slice of its own
     * @param startNanos the start of warm-up by the clock
     */
    private record IdleOutsideSlices(IdleStrategy within, DuetSlices slices, NanoClock clock, long startNanos)
            implements Waiting {
        /** A thread that is to stop has to notice it. */
        private static final long LONGEST_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

        @Override
        public void idle() {
            long leftNanos = slices.untilOwnNanos(clock.nanoTime() - startNanos);
            if (leftNanos > 0) {
                LockSupport.parkNanos(Math.min(leftNanos, LONGEST_NANOS));
            } else {
                within.idle();
            }
        }

        @Override
        public void reset() {
            within.reset();
        }
    }
}
