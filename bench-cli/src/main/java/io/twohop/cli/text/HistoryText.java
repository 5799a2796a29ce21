package io.twohop.cli.text;

import io.twohop.account.DurationText;
import io.twohop.compare.Metric;
import io.twohop.config.Texts;
import io.twohop.history.Change;
import io.twohop.history.DatedResult;
import io.twohop.history.History.SeriesHistory;
import io.twohop.history.MetricHistory;
import io.twohop.history.Series;
import io.twohop.report.HistoryHeadings;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A history as text for a terminal. */
public record HistoryText(HistoryHeadings headings) {
    private static final int NAME_WIDTH = 12;
    private static final int FIGURE_WIDTH = 7;
    private static final int MANY = 100;
    private static final double LEAST_P = 0.0001;

    /** Prints a gate's ruling. */
    public static void printRuling(String word, String text, PrintStream out) {
        Lines.print("  " + word + ": ", text, out);
    }

    /** Prints the whole history. */
    public void print(PrintStream out) {
        List<String> titles = headings.titles();
        for (int i = 0; i < titles.size(); i++) {
            out.println();
            print(titles.get(i), headings.history().series().get(i), out);
        }
        out.println();
        Lines.print("  ", headings.method(), out);
        headings.notes().forEach(note -> Lines.print("  note: ", note, out));
        out.println();
    }

    private static void print(String title, SeriesHistory history, PrintStream out) {
        Series series = history.series();
        List<DatedResult> results = series.results();
        Lines.print(
                "",
                String.format(
                        "%s | %d %s, %s to %s",
                        title,
                        results.size(),
                        results.size() == 1 ? "result" : "results",
                        date(results.get(0)),
                        date(series.newest())),
                out);
        Lines.print("  ", HistoryHeadings.about(series), out);
        out.println();
        table(history).print("  ", out);
        places(history).forEach(changes -> print(changes, out));
        List<String> notes = notes(history);
        if (!notes.isEmpty()) {
            out.println();
        }
        notes.forEach(note -> Lines.print("  note: ", note, out));
    }

    private static TextTable table(SeriesHistory history) {
        TextTable table = new TextTable()
                .left(NAME_WIDTH)
                .right(0)
                .right(FIGURE_WIDTH)
                .right(FIGURE_WIDTH)
                .left(0);
        table.row(List.of("metric", "tested", "spread", "now", "changes"));
        for (MetricHistory metric : history.metrics()) {
            List<Double> levels = metric.levels();
            table.row(List.of(
                    metric.metric().name(),
                    String.valueOf(metric.tested().size()),
                    Double.isFinite(metric.spread()) ? percent(metric.spread()) : "-",
                    levels.isEmpty() ? "-" : value(metric.metric(), levels.get(levels.size() - 1)),
                    found(metric)));
        }
        return table;
    }

    private static String found(MetricHistory metric) {
        if (!metric.isLongEnough()) {
            return "too few results: " + metric.needed() + " needed";
        }
        long worse = metric.changes().stream().filter(Change::isWorse).count();
        long better = metric.changes().size() - worse;
        String text = Stream.of(worse == 0 ? "" : worse + " worse", better == 0 ? "" : better + " better")
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(", "));
        return text.isEmpty() ? "none found" : text;
    }

    /** Groups changes of several metrics between the same two results, in order. */
    private static Collection<List<Change>> places(SeriesHistory history) {
        return history.metrics().stream()
                .flatMap(metric -> metric.changes().stream())
                .sorted(Comparator.comparing((Change change) -> change.after().startedAt()))
                .collect(Collectors.groupingBy(
                        change -> List.of(
                                change.before().directory(), change.after().directory()),
                        LinkedHashMap::new,
                        Collectors.toList()))
                .values();
    }

    private static void print(List<Change> changes, PrintStream out) {
        Change first = changes.get(0);
        out.println();
        Lines.print("  " + date(first.after()) + "  changed at    ", named(first.after()), out);
        Lines.print("              last before   ", named(first.before()), out);
        if (!first.alsoChanged().isEmpty()) {
            Lines.print("              also changed  ", String.join("; ", first.alsoChanged()), out);
        }
        TextTable table = new TextTable().left(0).right(0).left(0).left(0).left(0);
        changes.forEach(
                change -> table.row(Stream.concat(Stream.of(change.metric().name()), cells(change).stream())
                        .toList()));
        ByteArrayOutputStream lines = new ByteArrayOutputStream();
        table.print("  ", new PrintStream(lines, true, StandardCharsets.UTF_8));
        String text = lines.toString(StandardCharsets.UTF_8);
        if (text.lines().allMatch(line -> line.length() <= Lines.WIDTH)) {
            out.print(text);
            return;
        }
        // A name that is too long gets a line of its own.
        for (Change change : changes) {
            out.println("  " + change.metric().name());
            out.println("    " + String.join("  ", cells(change)));
        }
    }

    private static List<String> cells(Change change) {
        Metric metric = change.metric();
        return List.of(
                value(metric, change.from()),
                "to " + value(metric, change.to()),
                change.isWorse() ? "WORSE" : "better",
                size(change));
    }

    private static String size(Change change) {
        String p = "p " + probability(change.pValue());
        return change.share()
                .flatMap(share -> change.interval()
                        .map(interval -> Texts.format(
                                "%+.1f %% (%+.1f to %+.1f), %s",
                                MANY * share, MANY * interval.low(), MANY * interval.high(), p)))
                .orElse(p);
    }

    private static String named(DatedResult result) {
        return result.revision() + " " + result.directory();
    }

    private static List<String> notes(SeriesHistory history) {
        Series series = history.series();
        List<String> notes = new ArrayList<>();
        series.leftOut().forEach(result -> notes.add(HistoryHeadings.leftOut(result)));
        for (MetricHistory metric : history.metrics()) {
            int untrusted = metric.points().size() - metric.tested().size();
            int without = series.results().size() - metric.points().size();
            String name = metric.metric().name();
            if (untrusted > 0) {
                notes.add(
                        name + ": " + untrusted + " of " + series.results().size()
                                + " are not tested: the machine may have decided them; free a core, or measure on a quiet machine");
            }
            if (without > 0) {
                notes.add(name + ": " + without + " of " + series.results().size() + " do not tell it in every fork");
            }
        }
        return notes;
    }

    private static String date(DatedResult result) {
        return result.startedAt().toString().substring(0, 10);
    }

    /** Formats a p-value as in the tables of a comparison. */
    public static String value(Metric metric, double value) {
        return metric.isTime()
                ? DurationText.of(Math.round(value))
                : Texts.format(Math.abs(value) < MANY ? "%,.3f" : "%,.0f", value);
    }

    /** Formats a share as a percentage. */
    public static String percent(double share) {
        return Texts.format("%.1f %%", MANY * share);
    }

    private static String probability(double p) {
        return p < LEAST_P ? "<0.0001" : Texts.format("%.4f", p);
    }
}
