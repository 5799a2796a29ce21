package io.twohop.cli.text;

import io.twohop.account.DurationText;
import io.twohop.config.Texts;
import io.twohop.result.BenchmarkResult;
import io.twohop.result.Doubt;
import io.twohop.result.LatencySummary;
import io.twohop.result.Subscriber;
import io.twohop.result.Trust;
import io.twohop.workload.Percentiles;
import java.io.PrintStream;
import java.util.List;

/** The slowest of several subscribers, whose latencies a result shows, and its distance from the fastest. */
final class SubscribersText {
    private static final double PERCENTILE = 99;

    private SubscribersText() {}

    /** Prints nothing for a single subscriber. */
    static void print(BenchmarkResult result, PrintStream out) {
        List<Subscriber> subscribers = result.subscribers();
        Subscriber.slowest(subscribers).ifPresent(slowest -> {
            String fastest =
                    Subscriber.fastest(subscribers).map(SubscribersText::text).orElse("none");
            Lines.print(
                    "  ",
                    subscribers.size() + " subscribers, endToEnd is of "
                            + (result.forks().size() == 1 ? "the slowest" : "each fork's slowest") + ": slowest "
                            + text(slowest) + ", fastest " + fastest,
                    out);
            out.println();
        });
    }

    private static String text(Subscriber subscriber) {
        LatencySummary latency = subscriber.endToEnd();
        if (latency.count() == 0) {
            return subscriber.number() + " (received nothing in the window)";
        }
        List<String> untrusted = subscriber.untrusted();
        String percentile = Percentiles.supports(latency.count(), PERCENTILE)
                ? Doubt.marked(
                        DurationText.of(latency.percentile(PERCENTILE).toNanos()),
                        untrusted.contains(Percentiles.label(PERCENTILE)))
                : "-";
        return Texts.format(
                "%d (p99 %s, max %s)",
                subscriber.number(),
                percentile,
                Doubt.marked(DurationText.of(latency.maxNanos()), untrusted.contains(Trust.MAX)));
    }
}
