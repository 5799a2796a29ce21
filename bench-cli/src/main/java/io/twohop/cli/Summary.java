package io.twohop.cli;

import io.twohop.judge.Verdicts;
import io.twohop.measure.Accounting;
import io.twohop.measure.Ledger;
import io.twohop.measure.MessageSizes;
import io.twohop.measure.Throughput;
import io.twohop.measure.Warning;
import io.twohop.pipeline.ThreadLayout;
import io.twohop.published.Reference;
import io.twohop.result.BenchmarkResult;
import io.twohop.result.CodecCost;
import io.twohop.result.Environment;
import io.twohop.result.Fork;
import io.twohop.result.LatencySummary;
import io.twohop.result.Rates;
import io.twohop.result.Search;
import io.twohop.result.Storage;
import io.twohop.result.Tail;
import io.twohop.result.Trust;
import io.twohop.transport.Guarantees;
import io.twohop.workload.Layout;
import io.twohop.workload.Probe;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.function.DoubleFunction;
import java.util.stream.Collectors;

/**
 * A result as text: verdict, target against achieved and loss, percentiles in one unit, warnings with their remedies.
 *
 * @param result the run that is summarized
 * @param report the page of it; null where there is none
 */
record Summary(BenchmarkResult result, Path report) {
    private static final int NAME_WIDTH = 14;
    private static final int FIGURE_WIDTH = 10;

    void print(PrintStream out) {
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
            printLatencies(out);
        }
        printPublished(out);
        printFaults(out);
        printCircumstances(out);
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

    private void printLatencies(PrintStream out) {
        LatencySummary main = result.endToEnd();
        if (main == null || main.count() == 0) {
            out.println("  no latencies: no message of the measured window arrived");
            out.println();
            return;
        }
        Units units = Units.fitting(main.percentile(50).toNanos());
        Set<String> labels = new LinkedHashSet<>(main.percentilesNanos().keySet());
        TextTable table = new TextTable().left(NAME_WIDTH);
        List<String> header = new ArrayList<>(List.of("latency, " + units.symbol()));
        header.addAll(labels);
        header.addAll(List.of(Trust.MAX, "samples"));
        labels.forEach(label -> table.right(FIGURE_WIDTH));
        table.right(FIGURE_WIDTH).left(0).row(header);
        for (Probe probe : Probe.values()) {
            LatencySummary summary = result.probes().get(probe);
            if (summary != null && summary.count() > 0) {
                table.row(row(probe.key(), summary, untrusted(probe), labels, units));
            }
        }
        if (result.floor() != null) {
            table.row(row("floor", result.floor().endToEnd(), List.of(), labels, units));
        }
        table.print("  ", out);
        if (Arrays.stream(Probe.values()).anyMatch(probe -> !untrusted(probe).isEmpty())) {
            out.println("  (in parentheses: this machine may have decided it)");
        }
        List<String> few =
                labels.stream().filter(label -> episodes(label) < Tail.ENOUGH).toList();
        if (!few.isEmpty()) {
            out.println("  " + String.join(", ", few) + " end to end: from fewer than " + Tail.ENOUGH
                    + " episodes, so that another run may well come to something else");
        }
        out.println();
    }

    /** In how many episodes of all forks messages took as long; enough where that is not known. */
    private int episodes(String label) {
        return result.forks().stream()
                .mapToInt(fork -> fork.tail() == null
                        ? Tail.ENOUGH
                        : fork.tail().episodes().getOrDefault(label, Tail.ENOUGH))
                .sum();
    }

    private List<String> untrusted(Probe probe) {
        return result.trust() == null ? List.of() : result.trust().untrusted(probe);
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

    private static List<String> row(
            String name, LatencySummary summary, List<String> untrusted, Set<String> labels, Units units) {
        List<String> row = new ArrayList<>(List.of(name));
        for (String label : labels) {
            Long value = summary.percentilesNanos().get(label);
            row.add(value == null ? "-" : marked(units.format(value), untrusted.contains(label)));
        }
        row.add(marked(units.format(summary.maxNanos()), untrusted.contains(Trust.MAX)));
        row.add(String.format(Locale.ROOT, "%,d", summary.count()));
        return row;
    }

    static String marked(String figure, boolean untrusted) {
        return untrusted ? "(" + figure + ")" : figure;
    }

    private void printCircumstances(PrintStream out) {
        List<Fork> started =
                result.forks().stream().filter(fork -> fork.layout() != null).toList();
        if (started.isEmpty()) {
            return;
        }
        Guarantees promised = started.get(0).guarantees();
        out.println("  promised  "
                + promised.delivery().text()
                + (promised.afterFailure() == promised.delivery()
                        ? ""
                        : " (after a failure " + promised.afterFailure().text() + ")")
                + (promised.ordered() ? ", in order" : ", in no order") + "; durability: " + promised.durability());
        out.println("  path      " + path(started.get(0)));
        ThreadLayout layout = started.get(0).layout();
        out.println("  threads   "
                + String.join(
                        " | ",
                        layout.threads().stream()
                                .map(agents -> String.join("+", agents))
                                .toList())
                + " (" + layout.layout().name().toLowerCase(Locale.ROOT) + ", "
                + layout.idle().name().toLowerCase(Locale.ROOT) + ", " + layout.cores() + " cores)");
        printLayout(layout, started.get(0).environment(), out);
        printCodec(out);
        out.println("  java      "
                + Objects.requireNonNull(started.get(0).environment()).java() + ", "
                + started.size() + (started.size() == 1 ? " fork" : " forks"));
        started.forEach(fork -> {
            CostText.print(fork, out);
            ExplanationText.print(fork, out);
        });
    }

    /** Why it was chosen, and what one that uses a single core leaves out. */
    private static void printLayout(ThreadLayout layout, Environment environment, PrintStream out) {
        List<String> parts = new ArrayList<>();
        if (layout.reason() != null) {
            parts.add(layout.reason());
        }
        if (layout.layout() == Layout.SINGLE && environment.handOverNanos() != null) {
            parts.add(String.format(
                    Locale.ROOT,
                    "no message passes from core to core, which takes %.0f ns here",
                    environment.handOverNanos()));
        }
        if (!parts.isEmpty()) {
            out.println("            " + String.join("; ", parts));
        }
    }

    /** What else a figure depends on: what the messages went through, how large they were, and what held the data. */
    private static String path(Fork fork) {
        List<String> parts = new ArrayList<>();
        fork.versions().forEach((name, version) -> parts.add(name + " " + version));
        MessageSizes sizes = fork.sizes();
        if (sizes != null) {
            parts.add(String.format(Locale.ROOT, "messages of %,.0f B", sizes.meanBytes())
                    + (sizes.leastBytes() == sizes.mostBytes()
                            ? ""
                            : String.format(Locale.ROOT, " (%,d to %,d)", sizes.leastBytes(), sizes.mostBytes())));
        }
        Storage data = fork.environment().data();
        if (data != null) {
            parts.add("data on " + data.fileSystem() + " (" + data.device() + ")");
        }
        return String.join(", ", parts);
    }

    /** Whose cost is whose: what is left of latency and garbage is the transport's, the service's and the harness's. */
    private void printCodec(PrintStream out) {
        CodecCost codec = CodecCost.typical(result.forks());
        if (codec == null) {
            return;
        }
        Units units = Units.fitting(Math.round(codec.nanosPerMessage()));
        out.printf(
                Locale.ROOT,
                "  codec     %s, %,.0f B: %d x (%s to encode + %s to decode) = %s %s a message by itself, %,.0f B allocated%n",
                codec.name(),
                codec.messageBytes(),
                codec.times(),
                units.format(Math.round(codec.encode().nanos())),
                units.format(Math.round(codec.decode().nanos())),
                units.format(Math.round(codec.nanosPerMessage())),
                units.symbol(),
                codec.allocatedBytesPerMessage());
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
