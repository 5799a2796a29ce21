package io.twohop.cli.text;

import com.fasterxml.jackson.databind.JsonNode;
import io.twohop.account.Accounting;
import io.twohop.account.Integrity;
import io.twohop.account.Interval;
import io.twohop.account.Ledger;
import io.twohop.account.ThreadLayout;
import io.twohop.account.Throughput;
import io.twohop.config.Quantities;
import io.twohop.config.Texts;
import io.twohop.config.YamlDocument;
import io.twohop.finding.Finding;
import io.twohop.judge.Verdicts;
import io.twohop.result.BenchmarkResult;
import io.twohop.result.CodecCost;
import io.twohop.result.EventSamples;
import io.twohop.result.Fork;
import io.twohop.result.Headline;
import io.twohop.result.OwnSlices;
import io.twohop.result.Rates;
import io.twohop.result.ReachedPrecision;
import io.twohop.result.Search;
import io.twohop.result.SteadyWarmUp;
import io.twohop.result.Trust;
import io.twohop.workload.Layout;
import io.twohop.workload.Slo;
import java.io.PrintStream;
import java.nio.file.Path;
import java.text.NumberFormat;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A result as text: verdict, target against achieved and loss, percentiles, warnings with their remedies.
 *
 * @param result the run that is summarized
 * @param report file of its report; empty if it could not be written
 * @param isWhole whether to print everything, each fork by itself, instead of the first lines
 */
public record Summary(BenchmarkResult result, Optional<Path> report, boolean isWhole, Style style) {
    /** Name of the file with the whole summary. */
    public static final String NAME = "summary.txt";

    private static final double PERCENT = 100;
    private static final double MILLIS_PER_SECOND = 1e3;

    public void print(PrintStream out) {
        out.println();
        Lines.print("", header(), out);
        out.println();
        printVerdict(out);
        result.search().ifPresent(search -> printSearch(search, out));
        printRates(out);
        printThreads(out);
        out.println();
        if (closedLoop()) {
            result.throughput().ifPresent(throughput -> printThroughput(throughput, out));
        } else {
            new LatencyTable(result, isWhole).print(out);
        }
        SubscribersText.print(result, out);
        result.forks().stream()
                .filter(fork -> isWhole || fork == result.forks().get(0))
                .forEach(fork -> new AgentTable(fork).print(out));
        printWarmUp(out);
        printPrecision(out);
        printTurns(out);
        PublishedText.print(result.published(), out);
        printFaults(out);
        if (isWhole) {
            new CircumstancesText(result).print(out);
        } else {
            new BriefText(result).print(out);
        }
        printFiles(out);
        printWarnings(out);
    }

    /** Returns transport, workload, rate, size, storage and number of forks. */
    private String header() {
        List<String> parts = new ArrayList<>(List.of(
                result.transport(),
                result.workload(),
                closedLoop() ? "closed loop" : perSecond(result.rates().offeredPerSecond())));
        size().ifPresent(parts::add);
        result.forks().stream()
                .filter(Summary::keepsData)
                .findFirst()
                .ifPresent(fork -> parts.add(fork.environment().storage().get().fileSystem()));
        int forks = result.forks().size();
        parts.add(forks
                + (forks == 1 ? " fork" : " forks")
                + Lines.ofKnown(result.workloadSettings().get("duration"), duration -> " of " + duration.asText()));
        return String.join(" | ", parts);
    }

    private Optional<String> size() {
        JsonNode size = result.workloadSettings().at("/size/0");
        if (size.isObject()) {
            return Optional.of(Texts.format("%,d B on average %s", result.payloadBytes(), YamlDocument.line(size)));
        }
        return result.payloadBytes() > 0
                ? Optional.of(Texts.format("%,d B", result.payloadBytes()))
                : result.samples()
                        .map(Summary::samples)
                        .or(() -> CodecCost.typical(result.forks())
                                .map(codec -> Texts.format("%,.0f B %s", codec.messageBytes(), codec.name())));
    }

    private static String samples(EventSamples samples) {
        return samples.count() == 1
                ? Texts.format("%,d B of a file", samples.mostBytes())
                : Texts.format("%,d files of %,d to %,d B", samples.count(), samples.leastBytes(), samples.mostBytes());
    }

    /** Returns whether the transport keeps data, so that the file system matters. */
    private static boolean keepsData(Fork fork) {
        return fork.hasStarted()
                && fork.environment().storage().isPresent()
                && !fork.guarantees().durability().startsWith("none");
    }

    private void printVerdict(PrintStream out) {
        Headline headline = Headline.of(result);
        Optional<Trust> trust = result.limitedTrust();
        out.println("  " + style.verdict(headline) + headline.qualification()
                + (trust.isPresent() && !headline.saysUnusable() ? ":" : ""));
        trust.ifPresent(limited -> Lines.print("    ", limited.reason(), out));
        printMissing(out);
        result.verdict().reasons().forEach(reason -> Lines.print("    - ", reason, out));
    }

    /** Prints losses under faults beside the verdict: guarantees may hold although messages are missing. */
    private void printMissing(PrintStream out) {
        result.accounting()
                .filter(account -> result.forks().stream().anyMatch(Fork::hasFaults))
                .ifPresent(account -> Lines.print(
                        "    ",
                        Texts.format(
                                "%.1f %% achieved; failed %,d%s, lost %,d%s",
                                PERCENT * result.rates().share(),
                                account.reported().failed(),
                                some(
                                        ", dropped by the service %,d",
                                        account.reported().dropped()),
                                account.lost(),
                                some(", still queued %,d", account.undelivered())),
                        out));
    }

    private void printWarmUp(PrintStream out) {
        result.warmUp()
                .filter(SteadyWarmUp::steady)
                .ifPresent(warmUp -> Lines.print(
                        "  ",
                        Texts.format(
                                "a trial of %d s was steady after %.0f s: so long each fork warmed up",
                                warmUp.p50Nanos().size(), warmUp.seconds()),
                        out));
    }

    private void printTurns(PrintStream out) {
        List<OwnSlices> slices =
                result.forks().stream().flatMap(fork -> fork.slices().stream()).toList();
        result.duet()
                .ifPresent(duet -> Lines.print(
                        "  ",
                        "took turns with " + duet.with()
                                + (slices.isEmpty() ? "" : ": " + slices(slices, duet.sliceSeconds())),
                        out));
    }

    private static String slices(List<OwnSlices> all, double seconds) {
        return Texts.format(
                "%,d slices of %s, of which the machine stalled %,d for 1 %% or longer",
                all.stream().mapToInt(OwnSlices::measured).sum(),
                Quantities.text(Duration.ofMillis(Math.round(seconds * MILLIS_PER_SECOND))),
                all.stream().mapToInt(one -> one.stalledAtSeconds().size()).sum());
    }

    private void printPrecision(PrintStream out) {
        result.precision()
                .filter(ReachedPrecision::isReached)
                .ifPresent(precision -> Lines.print(
                        "  ",
                        Texts.format(
                                "%s is known to +-%.1f %% with %d forks (95 %% confidence; +-%s %% was asked for)",
                                precision.figure(),
                                PERCENT * precision.reachedShare(),
                                result.forks().size(),
                                NumberFormat.getInstance(Locale.ROOT).format(PERCENT * precision.wantedShare())),
                        out));
    }

    /** Returns the highest rate of a profile of rates as text; empty for a constant rate. */
    private String highest(Rates rates) {
        double most = result.forks().stream()
                .flatMap(fork -> fork.intervals().stream())
                .filter(interval -> interval.phase() == Interval.Phase.MEASURE)
                .mapToDouble(Interval::duePerSecond)
                .max()
                .orElse(0);
        return result.workloadSettings().at("/rate/0").isObject()
                ? " on average and up to " + perSecond(Math.max(most, rates.offeredPerSecond()))
                : "";
    }

    /** Describes a window that began or ended with many messages in flight. */
    private static String besidesAchieved(Rates rates) {
        double least = (1 - Slo.USUALLY_ACHIEVED) * rates.duePerSecond();
        String steady = rates.steadyPerSecond() > least
                ? Texts.format(", steadily in flight %.2f %%", 100 * rates.steadyPerSecond() / rates.duePerSecond())
                : "";
        return Slo.USUALLY_ACHIEVED * rates.processedPerSecond() > rates.achievedPerSecond()
                ? steady + ", processed " + perSecond(rates.processedPerSecond()) + " with what was left of warm-up"
                : steady;
    }

    private void printRates(PrintStream out) {
        Rates rates = result.rates();
        if (!closedLoop()) {
            boolean asOffered = Math.abs(rates.duePerSecond() / rates.offeredPerSecond() - 1) < 1 - Verdicts.SUSTAINED;
            // A run aborted before the window has no achieved rate.
            boolean hasBegun = result.accounting().isPresent() || rates.achievedPerSecond() > 0;
            Lines.print(
                    "  ",
                    Texts.format(
                            "offered %s%s%s, achieved %s%s",
                            perSecond(rates.offeredPerSecond()),
                            highest(rates),
                            asOffered ? "" : ", due " + perSecond(rates.duePerSecond()),
                            hasBegun
                                    ? Texts.format(
                                            "%s (%.2f %%)", perSecond(rates.achievedPerSecond()), 100 * rates.share())
                                    : "unknown",
                            besidesAchieved(rates)),
                    out);
        }
        result.accounting()
                .ifPresentOrElse(
                        account -> printAccount(account, out),
                        () -> out.println("  messages: no account, since no run came to its end"));
    }

    private void printAccount(Accounting account, PrintStream out) {
        Lines.print(
                "  ",
                Texts.format(
                        "sent %,d, lost %,d%s%s%s, duplicated %,d, out of order %,d%s%s (warm-up included)",
                        account.sent(),
                        account.lost(),
                        some(", failed %,d", account.reported().failed()),
                        some(", dropped by the service %,d", account.reported().dropped()),
                        filtered(account),
                        account.duplicated(),
                        account.outOfOrder(),
                        Lines.ofKnown(account.outOfOrderByKey(), count -> Texts.format(" (by key %,d)", count)),
                        some(", still queued %,d", account.undelivered())),
                out);
        if (isWhole) {
            printChecks(account.integrity(), out);
        }
        Ledger window = account.window();
        boolean areAllIn = window.missing() == 0;
        if (window.arrived() < window.due() && (isWhole || !areAllIn)) {
            Lines.print(
                    "  ",
                    Texts.format(
                            "of %,d due in the window, arrived in it %,d, later %,d, failed %,d%s, lost %,d, still queued %,d%s",
                            window.due(),
                            window.arrived(),
                            window.arrivedLater(),
                            window.failed(),
                            some(", dropped by the service %,d", window.dropped()),
                            window.lost(),
                            window.undelivered(),
                            some(", filtered by the service %,d", window.filtered())),
                    out);
        }
    }

    private static String filtered(Accounting account) {
        return account.filtered() == 0
                ? ""
                : Texts.format(
                        ", filtered by the service %,d (%.2f %%)",
                        account.filtered(), PERCENT * account.filtered() / account.scheduled());
    }

    /** Prints the checks that messages passed; a failed check is a reason of the verdict. */
    private static void printChecks(Integrity checks, PrintStream out) {
        if (checks.verified() > 0) {
            Lines.print(
                    "  ",
                    Texts.format(
                            "checked the header and payload length of every arrival, and the checksum of %,d payloads"
                                    + " (damaged %,d, corrupt headers %,d)",
                            checks.verified(), checks.damaged(), checks.corrupt()),
                    out);
        }
    }

    /** Formats a count of messages; empty if it is 0. */
    private static String some(String format, long messages) {
        return messages == 0 ? "" : Texts.format(format, messages);
    }

    /** Prints the agents that share a thread, which decides whether messages pass from core to core. */
    private void printThreads(PrintStream out) {
        result.forks().stream().filter(Fork::hasStarted).findFirst().ifPresent(fork -> {
            ThreadLayout layout = fork.layout();
            boolean hasAll = layout.hasService()
                    || result.workloadSettings().path("hops").asInt() == 1;
            String within = layout.layout() == Layout.SINGLE && hasAll
                    ? ": no message passes from core to core"
                            + Lines.ofKnown(
                                    fork.environment().handOverNanos(),
                                    nanos -> Texts.format(", which takes %.0f ns here", nanos))
                    : "";
            String tried = Optional.ofNullable(layout.capacity())
                    .map(capacity -> "; in a trial " + capacity.inWords())
                    .orElse("");
            Lines.print("  ", layout.inWords() + within + tried, out);
        });
    }

    private void printSearch(Search search, PrintStream out) {
        out.println("  highest rate that meets " + result.workloadSettings().get("slo") + ":");
        Lines.print("    ", range(search), out);
        if (!search.failedBelow().isEmpty()) {
            Lines.print(
                    "    ",
                    "but lower rates failed more often than they held: "
                            + search.failedBelow().stream()
                                    .map(Summary::perSecond)
                                    .collect(Collectors.joining(", ")),
                    out);
        }
    }

    /** States which rate held and which failed, how often, and what is undecided. */
    private static String range(Search search) {
        List<String> parts = new ArrayList<>();
        if (search.tried().isEmpty()) {
            parts.add("no rate has a verdict");
        } else {
            parts.add(holds(search));
            parts.add(fails(search));
        }
        if (search.holds().isPresent() && search.fails().isPresent()) {
            parts.add("undecided in between");
        }
        parts.add(search.trials().size() + " trials" + end(search));
        return String.join("; ", parts);
    }

    private static String holds(Search search) {
        return search.holds()
                .map(rate -> "holds at " + perSecond(rate) + times(search.held().met(), search.held())
                        + (search.isConfirmed() ? "" : ", not confirmed in a fresh JVM"))
                .or(() -> search.tried().descendingMap().entrySet().stream()
                        .filter(rate -> rate.getValue().met() > 0)
                        .findFirst()
                        .map(rate -> "no rate is known to hold, though " + perSecond(rate.getKey()) + " did"
                                + times(rate.getValue().met(), rate.getValue())))
                .orElse("none");
    }

    private static String fails(Search search) {
        Search.Count failed = search.failed();
        String higher = search.holds().isPresent() ? "no higher rate" : "none";
        return search.fails()
                .map(rate -> "fails at " + perSecond(rate) + times(failed.of() - failed.met(), failed))
                .or(() -> search.tried().tailMap(search.holds().orElse(0.0), false).entrySet().stream()
                        .filter(rate -> rate.getValue().met() == 0)
                        .findFirst()
                        .map(rate -> higher + " is known to fail, though " + perSecond(rate.getKey()) + " did"
                                + times(rate.getValue().of(), rate.getValue())))
                .orElse(higher + " failed each time");
    }

    private static String times(int as, Search.Count of) {
        return " (" + as + " of " + of.of() + ")";
    }

    private static String end(Search search) {
        return switch (search.end()) {
            case FOUND -> "";
            case LIMIT -> ", ended by searchLimit";
            case NO_VERDICT -> ", ended since none of the last had a verdict";
            case INTERRUPTED -> ", interrupted";
        };
    }

    private boolean closedLoop() {
        return result.rates().offeredPerSecond() == 0;
    }

    private static void printThroughput(Throughput throughput, PrintStream out) {
        out.printf("  %-12s%14s%12s%14s%10s%n", "throughput", "messages/s", "MB/s", "messages", "seconds");
        printPart("publisher", throughput.publisher(), out);
        printPart("subscriber", throughput.subscriber(), out);
        printPart("overall", throughput.overall(), out);
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

    private void printFaults(PrintStream out) {
        for (Fork fork : result.forks()) {
            fork.faults().ifPresent(faults -> {
                FaultText.print(faults, fork.accounting().orElseThrow(), out);
                out.println();
            });
        }
    }

    /** Prints warnings; the brief summary shows one of several alike, with their number. */
    private void printWarnings(PrintStream out) {
        Map<String, List<Finding>> alike = result.warnings().stream()
                .collect(Collectors.groupingBy(
                        warning -> isWhole ? warning.text() : warning.remedy(),
                        LinkedHashMap::new,
                        Collectors.toList()));
        String mark = "  warning: ";
        for (List<Finding> warnings : alike.values()) {
            Finding first = warnings.get(0);
            out.println();
            out.print("  " + style.warning("warning:") + " ");
            Lines.printFrom(
                    mark.length(),
                    first.text() + (warnings.size() == 1 ? "" : " (and " + (warnings.size() - 1) + " more like it)"),
                    out);
            Lines.print(" ".repeat(mark.length()), first.remedy(), out);
        }
        out.println();
    }

    private void printFiles(PrintStream out) {
        Lines.named("results", result.directory() + (result.complete() ? "" : " (incomplete)"), out);
        report.ifPresent(file -> Lines.more(file.getFileName() + " shows it over time", out));
        if (!isWhole) {
            Lines.more(NAME + " has the rest, as --verbose shows", out);
        }
    }

    /** Formats messages per second: with hundredths below ten, otherwise whole. */
    public static String perSecond(double rate) {
        return Texts.format(rate < 10 ? "%,.2f/s" : "%,.0f/s", rate);
    }
}
