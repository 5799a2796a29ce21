package io.twohop.replay;

import io.twohop.workload.ArrivalFile;
import java.io.IOException;

/**
 * A run's intended times, from its file. Warm-up repeats the file's first seconds as needed; the measured time starts
 * again at the file's beginning, so all of it is measured. Loads that share a file each read all of it and take their
 * rows. It streams, holding one row. One thread.
 */
final class Replay {
    /** Takes the times, in their order. */
    @FunctionalInterface
    interface Taker {
        /**
         * @param producer from 0
         * @param offsetNanos from the start of warm-up
         * @param row valid until this returns
         */
        void take(int producer, long offsetNanos, FileRow row) throws InterruptedException;
    }

    private static final long UNTIL_REACHED = -1;

    private final ArrivalFile arrivals;
    private final long warmupNanos;
    private final long endNanos;
    private final Division division;
    private final DueEachSecond due;
    private final KeyNumbers keys = new KeyNumbers();
    private long read;
    private volatile long longestGapNanos;
    private volatile long longestGapLine;

    Replay(ArrivalFile arrivals, long warmupNanos, long measuredNanos, Division division) {
        this.arrivals = arrivals;
        this.warmupNanos = warmupNanos;
        this.endNanos = warmupNanos + measuredNanos;
        this.division = division;
        this.due = new DueEachSecond(warmupNanos, endNanos);
    }

    /** Hands over every time of the run that is this load's. */
    void run(Taker taker) throws IOException, InterruptedException {
        part(taker, 0, warmupNanos, true);
        longestGapNanos = 0;
        part(taker, warmupNanos, endNanos, arrivals.loop());
    }

    private void part(Taker taker, long startNanos, long untilNanos, boolean again)
            throws IOException, InterruptedException {
        long baseNanos = startNanos;
        while (baseNanos < untilNanos) {
            long lengthNanos = pass(taker, baseNanos, untilNanos);
            if (lengthNanos == UNTIL_REACHED || !again) {
                return;
            }
            baseNanos += lengthNanos;
        }
    }

    /** Once through the file; returns how long it is at the run's speed, unless the end was reached before. */
    private long pass(Taker taker, long baseNanos, long untilNanos) throws IOException, InterruptedException {
        try (ArrivalRows rows = ArrivalRows.open(arrivals, keys)) {
            long count = 0;
            long first = 0;
            long beforeNanos = 0;
            while (rows.next()) {
                first = count == 0 ? rows.timeNanos() : first;
                long offsetNanos = scaled(rows.timeNanos() - first, arrivals.speed());
                if (baseNanos + offsetNanos >= untilNanos) {
                    return UNTIL_REACHED;
                }
                if (offsetNanos - beforeNanos > longestGapNanos) {
                    longestGapLine = rows.line();
                    longestGapNanos = offsetNanos - beforeNanos;
                }
                beforeNanos = offsetNanos;
                count++;
                int producer = arrivals.producer() == null ? division.inTurn(read) : division.named(rows.producer());
                read++;
                if (producer != Division.NONE) {
                    due.add(baseNanos + offsetNanos);
                    taker.take(producer, baseNanos + offsetNanos, rows);
                }
            }
            long spanNanos = rows.timeNanos() - first;
            return scaled(spanNanos + FileScan.meanGapNanos(spanNanos, count), arrivals.speed());
        }
    }

    /** Scales a time by a speed; exact at speed 1, otherwise to the nanosecond for a hundred days. */
    static long scaled(long nanos, double speed) {
        return speed == 1 ? nanos : Math.max(0, (long) (nanos / speed));
    }

    /** How many of this load's are due when, as far as the file was read. */
    DueEachSecond due() {
        return due;
    }

    /** The longest time without an arrival, so far and in the measured time. */
    long longestGapNanos() {
        return longestGapNanos;
    }

    /** The line that ended it. */
    long longestGapLine() {
        return longestGapLine;
    }
}
