package io.twohop.result;

import io.twohop.account.Accounting;
import io.twohop.account.Throughput;
import io.twohop.workload.Probe;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Results in a few lines, for logs, debuggers and failed assertions; the command's summary has more. */
final class ResultText {
    private static final double PERCENT = 100;

    private ResultText() {}

    static String of(BenchmarkResult result) {
        List<String> lines = new ArrayList<>();
        lines.add(result.transport() + ", " + result.workload() + ": " + Headline.of(result));
        Trust trust = result.trust();
        if (trust != null && trust.upTo() != null) {
            lines.add(trust.reason());
        }
        result.verdict().reasons().forEach(reason -> lines.add("- " + reason));
        lines.add(rates(result.rates(), result.accounting()));
        lines.add(figures(result.throughput(), result.endToEnd(), trust));
        if (!result.warnings().isEmpty()) {
            lines.add(
                    result.warnings().size() == 1
                            ? "1 warning"
                            : result.warnings().size() + " warnings");
        }
        if (result.directory() != null) {
            lines.add("results in " + result.directory());
        }
        return String.join(System.lineSeparator() + "  ", lines);
    }

    static String of(Fork fork) {
        return "fork " + fork.number() + (fork.failure() == null ? "" : ", " + fork.failure()) + ": "
                + (fork.rates() == null ? "" : rates(fork.rates(), fork.accounting()) + "; ")
                + figures(fork.throughput(), fork.probes().get(Probe.END_TO_END), fork.trust());
    }

    private static String rates(Rates rates, Accounting account) {
        String messages = account == null
                ? "messages not accounted for"
                : String.format(Locale.ROOT, "lost %,d", account.lost())
                        + (account.undelivered() == 0
                                ? ""
                                : String.format(Locale.ROOT, ", still queued %,d", account.undelivered()));
        return rates.offeredPerSecond() == 0
                ? "closed loop, " + messages
                : String.format(
                        Locale.ROOT,
                        "offered %,.0f/s, achieved %,.0f/s (%.2f %%), %s",
                        rates.offeredPerSecond(),
                        rates.achievedPerSecond(),
                        PERCENT * rates.share(),
                        messages);
    }

    private static String figures(Throughput throughput, LatencySummary endToEnd, Trust trust) {
        if (throughput != null) {
            return String.format(
                    Locale.ROOT,
                    "throughput %,.0f messages/s",
                    throughput.overall().messagesPerSecond());
        }
        List<String> untrusted = trust == null ? List.of() : trust.untrusted(Probe.END_TO_END);
        return Probe.END_TO_END.key() + " " + (endToEnd == null ? "not measured" : endToEnd.text(untrusted));
    }
}
