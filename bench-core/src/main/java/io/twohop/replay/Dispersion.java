package io.twohop.replay;

/**
 * The dispersion of arrivals, counted in windows of one length: the index of dispersion for counts, variance over
 * mean (Cox and Lewis, The Statistical Analysis of Series of Events, 1966, chapter 4). Independent arrivals have 1, a
 * constant rate 0.
 */
public final class Dispersion {
    private final long windowNanos;
    private long window;
    private long count;
    private long line;
    private long windows;
    private double sum;
    private double squares;
    private long largest;
    private long largestLine;
    private long largestNanos;

    Dispersion(long windowNanos) {
        this.windowNanos = windowNanos;
    }

    void add(long offsetNanos, long atLine) {
        long its = offsetNanos / windowNanos;
        if (its != window || count == 0) {
            close();
            windows += its - window;
            window = its;
            count = 0;
            line = atLine;
        }
        count++;
        if (count > largest) {
            largest = count;
            largestLine = line;
            largestNanos = window * windowNanos;
        }
    }

    /** The last window is open, and counts only as the largest. */
    private void close() {
        sum += count;
        squares += (double) count * count;
    }

    public long windowNanos() {
        return windowNanos;
    }

    /** Arrivals of a window, of all windows that are whole. */
    public double mean() {
        return windows == 0 ? count : sum / windows;
    }

    /** Variance over mean; 0 of fewer than two whole windows. */
    public double index() {
        if (windows < 2 || sum == 0) {
            return 0;
        }
        double mean = sum / windows;
        return (squares / windows - mean * mean) / mean;
    }

    /** The most arrivals in one window. */
    public long largest() {
        return largest;
    }

    /** The line of its first arrival. */
    public long largestLine() {
        return largestLine;
    }

    /** When that window begins, from the file's first time. */
    public long largestNanos() {
        return largestNanos;
    }
}
