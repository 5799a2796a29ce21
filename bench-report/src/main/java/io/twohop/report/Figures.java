package io.twohop.report;

import com.fasterxml.jackson.databind.JsonNode;
import io.twohop.compare.Metric;
import java.util.stream.StreamSupport;

/** What forks are shown and compared by: fewer than {@code forks.csv} has, those that a decision rests on. */
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

    /** Its name, as in {@code forks.csv}. */
    String metric() {
        return metric;
    }

    /** The same for a comparison. */
    Metric asMetric() {
        return new Metric(metric);
    }

    /** Of each fork that tells it. */
    double[] of(JsonNode forks) {
        return StreamSupport.stream(forks.spliterator(), false)
                .map(fork -> fork.at(path))
                .filter(JsonNode::isNumber)
                .mapToDouble(JsonNode::asDouble)
                .toArray();
    }
}
