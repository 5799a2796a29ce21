package io.twohop.replay;

import java.util.concurrent.TimeUnit;

/** Arrivals by time, in as many parts as a page can show, however long the file is. */
public final class RateOverTime {
    private static final int MOST = 1 << 12;

    private final long[] counts = new long[MOST];
    private long partNanos = TimeUnit.MILLISECONDS.toNanos(1);
    private int parts;

    RateOverTime() {}

    void add(long offsetNanos) {
        while (offsetNanos / partNanos >= MOST) {
            halve();
        }
        int part = (int) (offsetNanos / partNanos);
        counts[part]++;
        parts = Math.max(parts, part + 1);
    }

    /** Two parts become one. */
    private void halve() {
        for (int i = 0; i < MOST; i++) {
            counts[i] = i < MOST / 2 ? counts[2 * i] + counts[2 * i + 1] : 0;
        }
        partNanos *= 2;
        parts = (parts + 1) / 2;
    }

    /** Arrivals per second, in parts of the same length. */
    public double[] perSecond(int most) {
        int together = together(most);
        double[] rates = new double[(parts + together - 1) / together];
        for (int i = 0; i < parts; i++) {
            rates[i / together] += counts[i] * 1e9 / (together * partNanos);
        }
        return rates;
    }

    public long partNanos(int most) {
        return together(most) * partNanos;
    }

    private int together(int most) {
        return Math.max(1, (parts + most - 1) / most);
    }
}
