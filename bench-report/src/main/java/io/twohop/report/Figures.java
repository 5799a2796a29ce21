package io.twohop.report;

import com.fasterxml.jackson.databind.JsonNode;
import io.twohop.compare.Metric;
import java.util.stream.StreamSupport;

/** The figures by which the page shows and compares forks: those of {@code forks.csv} that decisions rest on. */
enum Figures {
    P50("endToEnd.p50", "/probes/endToEnd/percentilesNanos/p50"),
    P90("endToEnd.p90", "/probes/endToEnd/percentilesNanos/p90"),
    P99("endToEnd.p99", "/probes/endToEnd/percentilesNanos/p99"),
    P999("endToEnd.p99.9", "/probes/endToEnd/percentilesNanos/p99.9"),
    P9999("endToEnd.p99.99", "/probes/endToEnd/percentilesNanos/p99.99"),
    ACHIEVED("achieved.messagesPerSecond", "/rates/achievedPerSecond"),
    PUBLISHER("publisher.megabytesPerSecond", "/throughput/publisher/megabytesPerSecond"),
    SUBSCRIBER("subscriber.megabytesPerSecond", "/throughput/subscriber/megabytesPerSecond"),
    OVERALL("overall.megabytesPerSecond", "/throughput/overall/megabytesPerSecond"),
    ALLOCATED("memory.allocatedBytesPerMessage", "/memory/allocatedBytesPerMessage");

    private final String metric;
    private final String path;

    Figures(String metric, String path) {
        this.metric = metric;
        this.path = path;
    }

    /** Returns the name in {@code forks.csv}. */
    String metric() {
        return metric;
    }

    /** Returns the metric of a comparison. */
    Metric asMetric() {
        return new Metric(metric);
    }

    /** Returns the values of all forks that have the figure. */
    double[] of(JsonNode forks) {
        return StreamSupport.stream(forks.spliterator(), false)
                .map(fork -> fork.at(path))
                .filter(JsonNode::isNumber)
                .mapToDouble(JsonNode::asDouble)
                .toArray();
    }
}
