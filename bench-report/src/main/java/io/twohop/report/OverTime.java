package io.twohop.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twohop.account.Histograms;
import io.twohop.workload.Percentiles;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * Latency over the time of one fork: percentiles, and a heat map of messages by latency. If a chart has too few rows for all seconds,
 * histograms of neighbouring seconds are added: percentiles are never averaged.
 */
final class OverTime {
    private static final double[] PERCENTILES = {50, 99, 99.9};
    private static final double MILLIS_PER_SECOND = 1e3;

    /** Latency classes of a heat map per factor of ten. */
    private static final int CLASSES = 10;

    private final int together;
    private final ArrayNode percentiles;
    private final ArrayNode heat;
    private final Histogram sum = Histograms.newHistogram();
    private int summed;
    private long startMillis;
    private long endMillis;

    /** @param together number of seconds per row */
    OverTime(int together, ObjectNode fork) {
        this.together = together;
        percentiles = fork.putArray("time");
        heat = fork.putArray("heat");
    }

    /**
     * Adds {@code time}, rows of {@code [start, end, p50, p99, p99.9, max]} in seconds and nanoseconds, null where the samples
     * support none; and {@code heat}, for each row {@code [class, count, class, count...]}.
     *
     * @param most maximum number of rows
     */
    static void put(LatencyLog log, int most, ObjectNode fork) throws IOException {
        int intervals = log.intervals();
        OverTime time = new OverTime(Math.max(1, (intervals + most - 1) / most), fork);
        log.forEach(time::add);
        time.flush();
    }

    /** @param second latencies with time stamps in milliseconds from the start of measuring */
    void add(Histogram second) {
        if (summed == 0) {
            startMillis = second.getStartTimeStamp();
        }
        endMillis = second.getEndTimeStamp();
        sum.add(second);
        summed++;
        if (summed == together) {
            flush();
        }
    }

    private void flush() {
        if (summed == 0) {
            return;
        }
        ArrayNode row = percentiles.addArray();
        row.add(startMillis / MILLIS_PER_SECOND).add(endMillis / MILLIS_PER_SECOND);
        long count = sum.getTotalCount();
        for (double percentile : PERCENTILES) {
            boolean supported = count > 0 && Percentiles.supports(count, percentile);
            row.add(supported ? (Long) sum.getValueAtPercentile(percentile) : null);
        }
        row.add(count > 0 ? (Long) sum.getMaxValue() : null);
        Map<Integer, Long> counts = new TreeMap<>();
        for (HistogramIterationValue value : sum.recordedValues()) {
            counts.merge(classOf(value.getValueIteratedTo()), value.getCountAtValueIteratedTo(), Long::sum);
        }
        ArrayNode classes = heat.addArray();
        counts.forEach((number, messages) -> classes.add(number).add(messages));
        sum.reset();
        summed = 0;
    }

    /** Returns the latency class of a value: class n begins at {@code 10^(n/10)} nanoseconds. */
    private static int classOf(long nanos) {
        return (int) Math.floor(CLASSES * Math.log10(Math.max(1, nanos)));
    }
}
