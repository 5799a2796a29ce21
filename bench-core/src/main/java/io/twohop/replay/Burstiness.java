package io.twohop.replay;

import java.util.List;
import java.util.concurrent.TimeUnit;

/** The burstiness of a file's arrivals: their rate over time, their dispersion, and their largest bursts and gaps. */
public final class Burstiness implements FileScan.Listener {
    private final double speed;
    private final List<Dispersion> windows = List.of(
            new Dispersion(TimeUnit.MILLISECONDS.toNanos(1)),
            new Dispersion(TimeUnit.MILLISECONDS.toNanos(10)),
            new Dispersion(TimeUnit.SECONDS.toNanos(1)));
    private final RateOverTime rates = new RateOverTime();
    private long beforeNanos;
    private long longestGapNanos;
    private long longestGapLine;

    public Burstiness(double speed) {
        this.speed = speed;
    }

    @Override
    public void row(long offsetNanos, long line) {
        long atNanos = FileScan.scaled(offsetNanos, speed);
        for (int i = 0; i < windows.size(); i++) {
            windows.get(i).add(atNanos, line);
        }
        rates.add(atNanos);
        if (atNanos - beforeNanos > longestGapNanos) {
            longestGapNanos = atNanos - beforeNanos;
            longestGapLine = line;
        }
        beforeNanos = atNanos;
    }

    /** Returns the dispersion in windows of 1 ms, 10 ms and 1 s. */
    public List<Dispersion> windows() {
        return windows;
    }

    /** How many come when. */
    public RateOverTime rates() {
        return rates;
    }

    /** The longest time without an arrival. */
    public long longestGapNanos() {
        return longestGapNanos;
    }

    /** The line that ended it. */
    public long longestGapLine() {
        return longestGapLine;
    }
}
