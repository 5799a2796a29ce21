package io.twohop.result;

import io.twohop.account.Accounting;
import io.twohop.config.Texts;
import io.twohop.workload.Probe;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Results in a few lines, for logs, debuggers and failed assertions; the command's summary has more. */
final class ResultText {
    private static final double PERCENT = 100;

    private ResultText() {}

    static String of(BenchmarkResult result) {
        List<String> lines = new ArrayList<>();
        lines.add(result.transport() + ", " + result.workload() + ": " + Headline.of(result));
        result.limitedTrust().map(Trust::reason).ifPresent(lines::add);
        result.verdict().reasons().forEach(reason -> lines.add("- " + reason));
        lines.add(rates(result.rates(), result.accounting()));
        lines.add(figures(result));
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
                + figures(fork);
    }

    private static String rates(Rates rates, Optional<Accounting> accounting) {
        String messages = accounting
                .map(account -> Texts.format("lost %,d", account.lost())
                        + (account.undelivered() == 0 ? "" : Texts.format(", still queued %,d", account.undelivered())))
                .orElse("messages not accounted for");
        return rates.offeredPerSecond() == 0
                ? "closed loop, " + messages
                : Texts.format(
                        "offered %,.0f/s, achieved %,.0f/s (%.2f %%), %s",
                        rates.offeredPerSecond(), rates.achievedPerSecond(), PERCENT * rates.share(), messages);
    }

    private static String figures(Measured measured) {
        return measured.throughput()
                .map(throughput -> Texts.format(
                        "throughput %,.0f messages/s", throughput.overall().messagesPerSecond()))
                .orElseGet(() -> Probe.END_TO_END.key() + " "
                        + (measured.probes().containsKey(Probe.END_TO_END)
                                ? measured.endToEnd().text(measured.untrusted(Probe.END_TO_END))
                                : "not measured"));
    }
}
