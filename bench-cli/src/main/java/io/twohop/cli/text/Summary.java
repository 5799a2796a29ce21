package io.twohop.cli.text;

import io.twohop.judge.Verdicts;
import io.twohop.measure.Accounting;
import io.twohop.measure.Ledger;
import io.twohop.measure.Throughput;
import io.twohop.measure.Warning;
import io.twohop.published.Reference;
import io.twohop.result.BenchmarkResult;
import io.twohop.result.Fork;
import io.twohop.result.Rates;
import io.twohop.result.Search;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;
import java.util.stream.Collectors;

/**
 * A result as text: verdict, target against achieved and loss, percentiles in one unit, warnings with their remedies.
 *
 * @param result the run that is summarized
 * @param report the page of it; null where there is none
 */
public record Summary(BenchmarkResult result, Path report) {
    public void print(PrintStream out) {
        out.println();
        out.println(result.transport() + " | " + result.workload() + " | "
                + (closedLoop() ? "closed loop" : perSecond(result.rates().offeredPerSecond()))
                + (result.payloadBytes() > 0 ? " | " + result.payloadBytes() + " B" : ""));
        out.println();
        printVerdict(out);
        printSearch(out);
        printRates(out);
        out.println();
        if (closedLoop()) {
            printThroughput(out);
        } else {
            new LatencyTable(result).print(out);
        }
        printPublished(out);
        printFaults(out);
        new CircumstancesText(result).print(out);
        out.println("  " + (result.complete() ? "results" : "incomplete results") + "  " + result.directory());
        if (report != null) {
            out.println("  report   " + report);
        }
        printWarnings(out);
    }

    private void printVerdict(PrintStream out) {
        String trust = result.trust() == null ? "" : result.trust().text();
        out.println("  " + result.verdict().kind().toUpperCase(Locale.ROOT) + (trust.isEmpty() ? "" : ", " + trust));
        result.verdict().reasons().forEach(reason -> out.println("    - " + reason));
    }

    private void printRates(PrintStream out) {
        Rates rates = result.rates();
        if (!closedLoop()) {
            boolean asOffered = Math.abs(rates.duePerSecond() / rates.offeredPerSecond() - 1) < 1 - Verdicts.SUSTAINED;
            out.printf(
                    Locale.ROOT,
                    "  offered %s%s, achieved %s (%.2f %%)%n",
                    perSecond(rates.offeredPerSecond()),
                    asOffered ? "" : ", due " + perSecond(rates.duePerSecond()),
                    perSecond(rates.achievedPerSecond()),
                    100 * rates.share());
        }
        Accounting account = result.accounting();
        if (account == null) {
            out.println("  messages: no account, since no run came to its end");
            return;
        }
        out.printf(
                Locale.ROOT,
                "  sent %,d, lost %,d, duplicated %,d, out of order %,d%s (warm-up included)%n",
                account.sent(),
                account.lost(),
                account.duplicated(),
                account.outOfOrder(),
                account.undelivered() == 0
                        ? ""
                        : String.format(Locale.ROOT, ", still queued %,d", account.undelivered()));
        Ledger window = account.window();
        if (window.arrived() < window.due()) {
            out.printf(
                    Locale.ROOT,
                    "  of %,d due in the window, arrived in it %,d, later %,d, failed %,d, lost %,d, still queued %,d%n",
                    window.due(),
                    window.arrived(),
                    window.arrivedLater(),
                    window.failed(),
                    window.lost(),
                    window.undelivered());
        }
    }

    private void printSearch(PrintStream out) {
        Search search = result.search();
        if (search == null) {
            return;
        }
        out.println("  highest rate that meets " + result.workloadSettings().get("slo") + ":");
        out.println(
                search.holdsPerSecond() == null
                        ? "    none"
                                + (search.failsPerSecond() == null
                                        ? ""
                                        : ": not even " + perSecond(search.failsPerSecond()))
                        : "    " + perSecond(search.holdsPerSecond())
                                + (search.failsPerSecond() == null
                                        ? ", and no higher was tried"
                                        : "; " + perSecond(search.failsPerSecond()) + " does not")
                                + " (" + search.trials().size() + " trials)");
        if (!search.failedBelow().isEmpty()) {
            out.println("    but lower rates failed, which the search takes for granted to hold: "
                    + search.failedBelow().stream().map(Summary::perSecond).collect(Collectors.joining(", ")));
        }
    }

    private boolean closedLoop() {
        return result.rates().offeredPerSecond() == 0;
    }

    private void printThroughput(PrintStream out) {
        if (result.throughput() == null) {
            return;
        }
        out.printf("  %-12s%14s%12s%14s%10s%n", "throughput", "messages/s", "MB/s", "messages", "seconds");
        printPart("publisher", result.throughput().publisher(), out);
        printPart("subscriber", result.throughput().subscriber(), out);
        printPart("overall", result.throughput().overall(), out);
        out.println();
    }

    private static void printPart(String name, Throughput.Part part, PrintStream out) {
        out.printf(
                Locale.ROOT,
                "  %-12s%,14.0f%,12.3f%,14d%,10.3f%n",
                name,
                part.messagesPerSecond(),
                part.megabytesPerSecond(),
                part.messages(),
                part.seconds());
    }

    /** Below what was measured, in units of their own: the orders of magnitude are what may be compared. */
    private void printPublished(PrintStream out) {
        if (result.published().isEmpty()) {
            return;
        }
        result.published().forEach(reference -> {
            List<String> figures = new ArrayList<>();
            reference.latenciesNanos().forEach((key, range) -> figures.add(key + " " + latency(range)));
            reference.throughputs().forEach((key, range) -> figures.add(key + " " + ends(range, Summary::plain)));
            out.println("  published " + reference.system() + ": " + String.join(", ", figures));
        });
        Reference source = result.published().get(0);
        out.println("            by " + source.author() + ", on other hardware: " + source.url());
        out.println();
    }

    private void printFaults(PrintStream out) {
        for (Fork fork : result.forks()) {
            if (fork.faults() != null) {
                FaultText.print(fork.faults(), fork.accounting().duplicated(), out);
                out.println();
            }
        }
    }

    private static String latency(Reference.Range range) {
        Units units = Units.fitting(Math.round(range.low()));
        return ends(range, nanos -> units.format(Math.round(nanos))) + " " + units.symbol();
    }

    private static String ends(Reference.Range range, DoubleFunction<String> text) {
        String low = text.apply(range.low());
        return range.low() == range.high() ? low : low + " to " + text.apply(range.high());
    }

    private static String plain(double value) {
        return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
    }

    private void printWarnings(PrintStream out) {
        for (Warning warning : result.warnings()) {
            out.println();
            out.println("  warning: " + warning.text());
            out.println("           " + warning.remedy());
        }
        out.println();
    }

    private static String perSecond(double rate) {
        return String.format(Locale.ROOT, rate < 10 ? "%,.2f/s" : "%,.0f/s", rate);
    }
}
