package io.twohop.workload;

/**
 * One run of a workload's matrix.
 *
 * @param rate the offered rate of this run
 * @param size the size of its messages, or null for the workload's event
 */
public record Cell(Rate rate, Size size) {
    /** Such as {@code 100k/s} or {@code 100k/s, 1KiB}. */
    @Override
    public String toString() {
        return size == null ? rate.toString() : rate + ", " + size;
    }
}
