package io.twohop.measure;

/**
 * The run's timetable in the nanoseconds of its clock. A message belongs to the phase its intended time falls into,
 * whenever it is really sent or received.
 *
 * @param startNanos the intended time of the first warm-up message
 * @param measureStartNanos where warm-up ends and measuring begins
 * @param measureEndNanos where measuring ends, exclusive
 */
public record Window(long startNanos, long measureStartNanos, long measureEndNanos) {
    /** Whether a message intended then is measured. */
    public boolean measures(long intendedNanos) {
        return intendedNanos - measureStartNanos >= 0;
    }

    /** Whether the instant lies within the measured window. */
    public boolean covers(long nanos) {
        return nanos - measureStartNanos >= 0 && nanos - measureEndNanos < 0;
    }

    /** The length of the measured window. */
    public long measuredNanos() {
        return measureEndNanos - measureStartNanos;
    }
}
