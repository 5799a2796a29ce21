package io.twohop.cli.text;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twohop.account.DurationText;
import io.twohop.compare.Comparison;
import io.twohop.compare.Metric;
import io.twohop.compare.MetricFinding;
import io.twohop.compare.MetricFinding.Role;
import io.twohop.compare.MetricFinding.Word;
import io.twohop.compare.SlicePairs;
import io.twohop.config.Texts;
import io.twohop.result.Doubt;
import io.twohop.stats.ConfidenceInterval;
import io.twohop.stats.Design;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Comparisons as text, Markdown or JSON.
 *
 * @param comparisons one for each candidate
 * @param options the options of all comparisons
 * @param notes remarks below the tables
 * @param failures rulings of gates that failed
 * @param notJudged rulings of gates that had too little data
 */
public record ComparisonReport(
        List<Comparison> comparisons,
        Comparison.Options options,
        List<String> notes,
        List<String> failures,
        List<String> notJudged) {
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
    private static final double PERCENT = 100;
    private static final int MOST_PERCENT = 1_000;

    /** Number of forks above which none is suggested. */
    private static final int MOST_FORKS = 1_000;

    private static final String NONE = "-";

    /** Interval level below which a row names it. */
    private static final double USUAL = 0.945;

    private static final String EXPLORATORY = "exploratory: not among the tested metrics, with a separate alpha (Holm)";
    private static final List<String> TITLES =
            List.of("metric", "base", "candidate", "change", "interval", "p", "effect", "verdict");

    public String text() {
        StringBuilder text = new StringBuilder();
        for (Comparison comparison : comparisons) {
            text.append('\n').append("  ").append(conclusion(comparison)).append("\n\n");
            text.append(title(comparison)).append("\n\n");
            List<List<String>> rows = new ArrayList<>();
            rows.add(TITLES);
            comparison.tested().forEach(finding -> rows.add(row(finding)));
            List<MetricFinding> others = comparison.exploratory();
            int heading = rows.size();
            others.forEach(finding -> rows.add(row(finding)));
            int[] widths = new int[TITLES.size()];
            for (List<String> row : rows) {
                for (int i = 0; i < widths.length; i++) {
                    widths[i] = Math.max(widths[i], row.get(i).length());
                }
            }
            for (int number = 0; number < rows.size(); number++) {
                if (number == heading) {
                    text.append("\n  ").append(EXPLORATORY).append('\n');
                }
                StringBuilder line = new StringBuilder(" ");
                for (int i = 0; i < widths.length; i++) {
                    boolean left = i == 0 || i == widths.length - 1;
                    line.append(String.format(
                            " %" + (left ? "-" : "") + widths[i] + "s ",
                            rows.get(number).get(i)));
                }
                text.append(line.toString().stripTrailing()).append('\n');
            }
        }
        text.append('\n').append("  ").append(method()).append('\n');
        notes.forEach(note -> text.append("  note: ").append(note).append('\n'));
        failures.forEach(failure -> text.append("  FAILED: ").append(failure).append('\n'));
        notJudged.forEach(reason -> text.append("  NOT JUDGED: ").append(reason).append('\n'));
        return text.append('\n').toString();
    }

    public String markdown() {
        StringBuilder text = new StringBuilder();
        for (Comparison comparison : comparisons) {
            text.append("### ").append(escaped(title(comparison))).append("\n\n");
            text.append("**").append(escaped(conclusion(comparison))).append("**\n\n");
            table(comparison.tested(), text);
            if (!comparison.exploratory().isEmpty()) {
                text.append(escaped(EXPLORATORY)).append("\n\n");
                table(comparison.exploratory(), text);
            }
        }
        text.append(escaped(method())).append("\n");
        notes.forEach(note -> text.append("\n- ").append(escaped(note)));
        failures.forEach(failure -> text.append("\n- **Failed:** ").append(escaped(failure)));
        notJudged.forEach(reason -> text.append("\n- **Not judged:** ").append(escaped(reason)));
        return text.append('\n').toString();
    }

    private void table(List<MetricFinding> findings, StringBuilder text) {
        text.append("| ").append(String.join(" | ", TITLES)).append(" |\n");
        text.append("|---|---:|---:|---:|---:|---:|---:|---|\n");
        for (MetricFinding finding : findings) {
            List<String> cells =
                    row(finding).stream().map(ComparisonReport::escaped).toList();
            text.append("| ").append(String.join(" | ", cells)).append(" |\n");
        }
        text.append('\n');
    }

    /** The comparison's conclusion in one line. */
    private String conclusion(Comparison comparison) {
        List<MetricFinding> tested = comparison.tested();
        if (comparison.isConclusive()) {
            return tested.stream()
                    .filter(finding -> finding.role() != Role.PRECONDITION || finding.word() != Word.NO_DIFFERENCE)
                    .map(this::clause)
                    .collect(Collectors.joining("; "));
        }
        String left = tested.stream()
                .filter(finding -> finding.role() != Role.PRECONDITION || !finding.isConclusive())
                .map(finding -> finding.metric().name() + " " + possible(finding))
                .collect(Collectors.joining(", "));
        return "NOTHING CAN BE CONCLUDED: " + left
                + tested.stream()
                        .filter(finding -> finding.role() == Role.TESTED
                                && finding.forksNeeded().isPresent())
                        .findFirst()
                        .map(finding -> "; for " + finding.metric().name() + " measure"
                                + needed(finding.forksNeeded().get()))
                        .orElse("");
    }

    private String clause(MetricFinding finding) {
        return finding.metric().name() + ": " + finding.text(options)
                + finding.interval().map(any -> " (" + interval(finding) + ")").orElse("");
    }

    private static String possible(MetricFinding finding) {
        if (finding.word() == Word.NOT_TRUSTED) {
            return "may have been decided by the machine";
        }
        return finding.interval()
                .map(any -> "may differ by " + interval(finding))
                .orElse("has no interval");
    }

    public String json() {
        ObjectNode tree = JSON.createObjectNode();
        tree.put("test", options.test().name().toLowerCase(Locale.ROOT).replace('_', '-'));
        tree.put("alpha", options.alpha());
        tree.put("correction", options.corrected() ? "holm" : "none");
        tree.put("difference", options.difference());
        ArrayNode all = tree.putArray("comparisons");
        for (Comparison comparison : comparisons) {
            ObjectNode one = all.addObject();
            one.put("paired", comparison.design() == Design.PAIRED);
            one.put("method", options.test().title(comparison.design()));
            one.put("slicePairs", comparison.slices().map(SlicePairs::count).orElse(null));
            one.put(
                    "stalledSlicePairs",
                    comparison.slices().map(SlicePairs::stalled).orElse(null));
            one.put("base", comparison.base().name());
            one.put("baseForks", comparison.base().forks());
            one.put("candidate", comparison.candidate().name());
            one.put("candidateForks", comparison.candidate().forks());
            one.put("concluded", comparison.isConclusive());
            one.put("conclusion", conclusion(comparison));
            ArrayNode findings = one.putArray("findings");
            comparison.findings().forEach(finding -> findings.add(json(finding)));
        }
        notes.forEach(tree.putArray("notes")::add);
        failures.forEach(tree.putArray("failures")::add);
        notJudged.forEach(tree.putArray("notJudged")::add);
        try {
            return JSON.writeValueAsString(tree) + "\n";
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ObjectNode json(MetricFinding finding) {
        ObjectNode tree = JSON.createObjectNode();
        tree.put("metric", finding.metric().name());
        tree.put("role", finding.role().name().toLowerCase(Locale.ROOT));
        tree.put("base", finding.base());
        tree.put("candidate", finding.candidate());
        tree.put("change", finding.change().orElse(null));
        Optional<ConfidenceInterval> interval = finding.interval();
        tree.put("changeLow", finite(interval.map(ConfidenceInterval::low)));
        tree.put("changeHigh", finite(interval.map(ConfidenceInterval::high)));
        tree.put("intervalLevel", interval.map(ConfidenceInterval::level).orElse(null));
        tree.put("pValue", finding.pValue().orElse(null));
        tree.put("adjustedPValue", finding.adjustedPValue().orElse(null));
        tree.put("effectSize", finite(finding.effectSize()));
        tree.put("verdict", finding.word().toString());
        tree.put("forksNeeded", finding.forksNeeded().orElse(null));
        return tree;
    }

    /** Returns null for infinity, which JSON does not have. */
    private static Double finite(Optional<Double> value) {
        return value.filter(number -> !number.isInfinite()).orElse(null);
    }

    private static String title(Comparison comparison) {
        return comparison.candidate().name() + " ("
                + forks(comparison.candidate().forks()) + ") against "
                + comparison.base().name() + " (" + forks(comparison.base().forks()) + ")"
                + pairing(comparison);
    }

    private static String pairing(Comparison comparison) {
        if (comparison.slices().isPresent()) {
            return ", slice by slice";
        }
        return comparison.design() == Design.PAIRED ? ", round by round" : "";
    }

    private static String forks(int count) {
        return count + (count == 1 ? " fork" : " forks");
    }

    private String method() {
        Set<Design> designs =
                comparisons.stream().map(Comparison::design).collect(Collectors.toCollection(TreeSet::new));
        return Texts.format(
                "%s, alpha %s%s; intervals hold the changes that the test does not reject, with %s; a change of %s matters",
                options.test().title(designs),
                Texts.plain(options.alpha()),
                options.corrected() ? " for all tested metrics together" : " for each metric",
                levels(),
                percent(options.difference()));
    }

    /** Returns the range of interval levels, which differ because p-values of few forks are discrete. */
    private String levels() {
        List<Double> levels = comparisons.stream()
                .flatMap(comparison -> comparison.findings().stream())
                .flatMap(finding -> finding.interval().stream())
                .map(ConfidenceInterval::level)
                .sorted()
                .toList();
        if (levels.isEmpty()) {
            return percent(1 - options.alpha());
        }
        String least = percent(levels.get(0));
        String most = percent(levels.get(levels.size() - 1));
        return (least.equals(most) ? least : least + " to " + most) + " confidence";
    }

    private List<String> row(MetricFinding finding) {
        boolean untrusted = finding.word() == Word.NOT_TRUSTED;
        return List.of(
                finding.metric().name(),
                Doubt.marked(value(finding.metric(), finding.base()), untrusted),
                Doubt.marked(value(finding.metric(), finding.candidate()), untrusted),
                percent(finding.change()),
                interval(finding),
                probability(finding.pValue()),
                effect(finding.effectSize()),
                finding.text(options)
                        + finding.forksNeeded()
                                .map(forks -> " (" + needed(forks).strip() + ")")
                                .orElse(""));
    }

    private static String value(Metric metric, double value) {
        return metric.isTime() ? time(value) : number(value);
    }

    /** Formats nanoseconds, with a fraction where whole ones would hide it. */
    static String time(double nanos) {
        boolean isFine = Math.abs(nanos) < PERCENT && nanos != Math.rint(nanos);
        return isFine ? Texts.format("%.3g ns", nanos) : DurationText.of(Math.round(nanos));
    }

    static String number(double value) {
        return Texts.format(Math.abs(value) < PERCENT ? "%,.3f" : "%,.0f", value);
    }

    /** Formats a share, with its sign if negative. */
    static String percent(Optional<Double> share) {
        return share.map(ComparisonReport::percent).orElse(NONE);
    }

    static String percent(double share) {
        return figure(share) + " %";
    }

    /** Formats a percentage; above {@link #MOST_PERCENT}, only the JSON has the digits. */
    private static String figure(double share) {
        return PERCENT * share > MOST_PERCENT ? "over " + MOST_PERCENT : Texts.format("%.1f", PERCENT * share);
    }

    /** Adds the interval's level if it is lower than requested. */
    static String interval(MetricFinding finding) {
        return finding.interval()
                .map(interval -> end(interval.low()) + " to " + end(interval.high()) + " %"
                        + (interval.level() < USUAL ? " at " + percent(interval.level()) : ""))
                .orElse(NONE);
    }

    private static String end(double share) {
        return share == Double.POSITIVE_INFINITY ? "any" : figure(share);
    }

    private static String probability(Optional<Double> p) {
        return p.map(value -> value < 0.0001 ? "<0.0001" : Texts.format("%.4f", value))
                .orElse(NONE);
    }

    private static String effect(Optional<Double> size) {
        return size.map(value -> value.isInfinite() ? "no spread" : Texts.format("%.2f", value))
                .orElse(NONE);
    }

    private static String needed(long forks) {
        return forks > MOST_FORKS
                ? Texts.format(" more than %,d forks of each", MOST_FORKS)
                : Texts.format(" about %,d forks of each", forks);
    }

    /** Escapes names from files, which must not end a cell or begin markup. */
    static String escaped(String text) {
        return text.replaceAll("([\\\\`*_{}\\[\\]<>|#])", "\\\\$1");
    }
}
