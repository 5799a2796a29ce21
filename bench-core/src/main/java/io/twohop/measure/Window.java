package io.twohop.measure;

/**
 * The run's timetable in the nanoseconds of its clock. A message belongs to the phase of its intended time, whenever
 * it is really sent or received.
 *
 * @param startNanos the intended time of the first warm-up message
 * @param measureStartNanos where warm-up ends and measuring begins
 * @param measureEndNanos where measuring ends, exclusive
 */
public record Window(long startNanos, long measureStartNanos, long measureEndNanos) {
    /** Returns 1 for a message intended before measuring begins, else 0; without a branch, for the hot path. */
    public int warmsUp(long intendedNanos) {
        return (int) (intendedNanos - measureStartNanos >>> Long.SIZE - 1);
    }

    /** Returns 1 for an instant within the measured window, else 0; without a branch, for the hot path. */
    public int covers(long nanos) {
        long outside = nanos - measureStartNanos | measureEndNanos - 1 - nanos;
        return 1 - (int) (outside >>> Long.SIZE - 1);
    }

    public long measuredNanos() {
        return measureEndNanos - measureStartNanos;
    }
}
