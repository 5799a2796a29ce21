package io.twohop.report;

import io.twohop.compare.Metric;
import io.twohop.result.Fork;
import io.twohop.result.ForkMetrics;
import java.util.List;
import java.util.stream.Stream;

/** The figures by which the page shows and compares forks: those of {@code forks.csv} that decisions rest on. */
enum Figures {
    P50("endToEnd.p50"),
    P90("endToEnd.p90"),
    P99("endToEnd.p99"),
    P999("endToEnd.p99.9"),
    P9999("endToEnd.p99.99"),
    ACHIEVED("achieved.messagesPerSecond"),
    PUBLISHER("publisher.megabytesPerSecond"),
    SUBSCRIBER("subscriber.megabytesPerSecond"),
    OVERALL("overall.megabytesPerSecond"),
    DRAINED("backlog.drainedPerSecond"),
    ALLOCATED("memory.allocatedBytesPerMessage");

    private final String metric;

    Figures(String metric) {
        this.metric = metric;
    }

    /** Returns the name in {@code forks.csv}. */
    String metric() {
        return metric;
    }

    /** Returns the metric of a comparison. */
    Metric asMetric() {
        return new Metric(metric);
    }

    /** Returns the values of the forks that have the figure. */
    double[] of(List<Fork> forks) {
        return forks.stream()
                .flatMap(fork -> Stream.ofNullable(ForkMetrics.of(fork).get(metric)))
                .mapToDouble(Double::doubleValue)
                .toArray();
    }
}
