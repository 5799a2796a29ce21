package io.twohop.assertj;

import io.twohop.account.Accounting;
import io.twohop.account.DurationText;
import io.twohop.config.Texts;
import io.twohop.result.BenchmarkResult;
import io.twohop.result.Headline;
import io.twohop.result.LatencySummary;
import io.twohop.result.Rates;
import io.twohop.workload.Probe;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;

/** The details below the first line of a failure: verdict, distribution of latencies, likely causes, files. */
final class Story {
    private static final int WIDTH = 40;
    private static final double PERCENT = 100;

    private final BenchmarkResult result;
    private final List<String> lines = new ArrayList<>();

    private Story(BenchmarkResult result) {
        this.result = result;
    }

    static String of(BenchmarkResult result) {
        return of(result, Probe.END_TO_END);
    }

    static String of(BenchmarkResult result, Probe probe) {
        Story story = new Story(result);
        story.verdict();
        story.shape(probe);
        story.causes();
        result.warnings().forEach(warning -> story.lines.add("  warning  " + warning.text()));
        story.lines.add("  files    " + result.directory());
        return "\n" + String.join("\n", story.lines);
    }

    private void verdict() {
        Rates rates = result.rates();
        lines.add("  verdict  " + Headline.of(result) + "; " + result.transport() + ", "
                + result.workload()
                + (rates.offeredPerSecond() == 0
                        ? ""
                        : Texts.format(
                                "; offered %,.0f/s, achieved %,.0f/s",
                                rates.offeredPerSecond(), rates.achievedPerSecond()))
                + result.accounting().map(Story::missing).orElse(""));
        result.verdict().reasons().forEach(reason -> lines.add("           - " + reason));
    }

    private static String missing(Accounting account) {
        return Texts.format("; lost %,d", account.lost())
                + some(", failed %,d", account.reported().failed())
                + some(", dropped by the service %,d", account.reported().dropped())
                + some(", filtered by the service %,d", account.filtered())
                + some(", still queued %,d", account.undelivered());
    }

    private static String some(String format, long messages) {
        return messages == 0 ? "" : Texts.format(format, messages);
    }

    /** Adds the share of samples between powers of ten. */
    private void shape(Probe probe) {
        LatencySummary summary = result.latency(probe);
        if (summary.count() == 0) {
            lines.add("  latency  no message of the measured window arrived");
            return;
        }
        lines.add("  latency  " + probe.key() + ": " + summary.text(result.untrusted(probe)));
        Histogram histogram = summary.histogram();
        for (long low = 1; low <= summary.maxNanos(); low *= 10) {
            double share = (double) histogram.getCountBetweenValues(low == 1 ? 0 : low, 10 * low - 1) / summary.count();
            if (10 * low > summary.minNanos()) {
                String bar = "#".repeat((int) Math.ceil(share * WIDTH));
                lines.add(Texts.format(
                        "    %9s to %-7s %-" + WIDTH + "s %7.3f %%",
                        DurationText.exact(low),
                        DurationText.exact(10 * low),
                        bar,
                        share * PERCENT));
            }
        }
    }

    private void causes() {
        Map<String, Integer> causes = new LinkedHashMap<>();
        result.forks().stream()
                .flatMap(fork -> fork.tail().stream())
                .forEach(tail -> tail.causes().forEach((cause, count) -> causes.merge(cause, count, Integer::sum)));
        if (!causes.isEmpty()) {
            int all = causes.values().stream().mapToInt(Integer::intValue).sum();
            lines.add("  likely   of the " + all + " worst episodes: "
                    + causes.entrySet().stream()
                            .sorted(Map.Entry.<String, Integer>comparingByValue()
                                    .reversed())
                            .map(entry -> entry.getValue() + " " + entry.getKey())
                            .collect(Collectors.joining(", ")));
        }
    }
}
