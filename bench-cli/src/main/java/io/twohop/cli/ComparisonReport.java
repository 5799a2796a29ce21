package io.twohop.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twohop.compare.Comparison;
import io.twohop.compare.Finding;
import io.twohop.compare.Finding.Word;
import io.twohop.compare.Metric;
import io.twohop.compare.SlicePairs;
import io.twohop.measure.DurationText;
import io.twohop.result.Doubt;
import io.twohop.stats.ConfidenceInterval;
import io.twohop.stats.Design;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What comparisons say, for people, pull requests and programs.
 *
 * @param comparisons one for each candidate
 * @param options they were made with
 * @param notes what a reader has to know beside
 * @param failures of gates
 * @param notJudged gates that had too little to go by
 */
record ComparisonReport(
        List<Comparison> comparisons,
        Comparison.Options options,
        List<String> notes,
        List<String> failures,
        List<String> notJudged) {
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
    private static final double PERCENT = 100;
    private static final int MOST_PERCENT = 1_000;

    /** More are not an offer. */
    private static final int MOST_FORKS = 1_000;

    private static final String NONE = "-";
    private static final List<String> TITLES =
            List.of("metric", "base", "candidate", "change", "interval", "p", "effect", "verdict");

    String text() {
        StringBuilder text = new StringBuilder();
        for (Comparison comparison : comparisons) {
            text.append('\n').append(title(comparison)).append("\n\n");
            List<List<String>> rows = new ArrayList<>();
            rows.add(TITLES);
            comparison.findings().forEach(finding -> rows.add(row(finding)));
            int[] widths = new int[TITLES.size()];
            for (List<String> row : rows) {
                for (int i = 0; i < widths.length; i++) {
                    widths[i] = Math.max(widths[i], row.get(i).length());
                }
            }
            for (List<String> row : rows) {
                StringBuilder line = new StringBuilder(" ");
                for (int i = 0; i < widths.length; i++) {
                    boolean left = i == 0 || i == widths.length - 1;
                    line.append(String.format(" %" + (left ? "-" : "") + widths[i] + "s ", row.get(i)));
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

    String markdown() {
        StringBuilder text = new StringBuilder();
        for (Comparison comparison : comparisons) {
            text.append("### ").append(escaped(title(comparison))).append("\n\n");
            text.append("| ").append(String.join(" | ", TITLES)).append(" |\n");
            text.append("|---|---:|---:|---:|---:|---:|---:|---|\n");
            for (Finding finding : comparison.findings()) {
                List<String> cells =
                        row(finding).stream().map(ComparisonReport::escaped).toList();
                text.append("| ").append(String.join(" | ", cells)).append(" |\n");
            }
            text.append('\n');
        }
        text.append(escaped(method())).append("\n");
        notes.forEach(note -> text.append("\n- ").append(escaped(note)));
        failures.forEach(failure -> text.append("\n- **Failed:** ").append(escaped(failure)));
        notJudged.forEach(reason -> text.append("\n- **Not judged:** ").append(escaped(reason)));
        return text.append('\n').toString();
    }

    String json() {
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

    private static ObjectNode json(Finding finding) {
        ObjectNode tree = JSON.createObjectNode();
        tree.put("metric", finding.metric().name());
        tree.put("base", finding.base());
        tree.put("candidate", finding.candidate());
        tree.put("change", finding.change());
        tree.put(
                "changeLow",
                finding.interval() == null ? null : finding.interval().low());
        tree.put(
                "changeHigh",
                finding.interval() == null ? null : finding.interval().high());
        tree.put("pValue", finding.pValue());
        tree.put("adjustedPValue", finding.adjustedPValue());
        Double effect = finding.effectSize();
        tree.put("effectSize", effect == null || effect.isInfinite() ? null : effect);
        tree.put("verdict", finding.word().toString());
        tree.put("forksNeeded", finding.forksNeeded());
        return tree;
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
        int metrics =
                comparisons.stream().mapToInt(one -> one.findings().size()).sum();
        Set<Design> designs =
                comparisons.stream().map(Comparison::design).collect(Collectors.toCollection(TreeSet::new));
        return String.format(
                Locale.ROOT,
                "%s, alpha %s%s; intervals of %s by bootstrap over forks; a change of %s matters",
                options.test().title(designs),
                plain(options.alpha()),
                options.corrected() ? " for all " + metrics + " together (Holm)" : " for each",
                percent(1 - options.alpha()),
                percent(options.difference()));
    }

    private static List<String> row(Finding finding) {
        boolean untrusted = finding.word() == Word.NOT_TRUSTED;
        return List.of(
                finding.metric().name(),
                Doubt.marked(value(finding.metric(), finding.base()), untrusted),
                Doubt.marked(value(finding.metric(), finding.candidate()), untrusted),
                percent(finding.change()),
                interval(finding.interval()),
                probability(finding.adjustedPValue()),
                effect(finding.effectSize()),
                finding.word() + needed(finding));
    }

    private static String value(Metric metric, double value) {
        if (metric.isTime()) {
            return DurationText.of(Math.round(value));
        }
        return String.format(Locale.ROOT, Math.abs(value) < PERCENT ? "%,.3f" : "%,.0f", value);
    }

    /** With its sign where it is a change. */
    static String percent(Double share) {
        return share == null ? NONE : figure(share) + " %";
    }

    /** Nobody decides anything by the digits of what is more; the JSON has them. */
    private static String figure(double share) {
        return PERCENT * share > MOST_PERCENT
                ? "over " + MOST_PERCENT
                : String.format(Locale.ROOT, "%.1f", PERCENT * share);
    }

    private static String interval(ConfidenceInterval interval) {
        return interval == null ? NONE : figure(interval.low()) + " to " + figure(interval.high()) + " %";
    }

    private static String probability(Double p) {
        if (p == null) {
            return NONE;
        }
        return p < 0.0001 ? "<0.0001" : String.format(Locale.ROOT, "%.4f", p);
    }

    private static String effect(Double size) {
        if (size == null) {
            return NONE;
        }
        return size.isInfinite() ? "no spread" : String.format(Locale.ROOT, "%.2f", size);
    }

    private static String needed(Finding finding) {
        if (finding.forksNeeded() == null) {
            return "";
        }
        return finding.forksNeeded() > MOST_FORKS
                ? String.format(Locale.ROOT, " (more than %,d forks of each)", MOST_FORKS)
                : String.format(Locale.ROOT, " (about %,d forks of each)", finding.forksNeeded());
    }

    private static String plain(double value) {
        return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
    }

    /** Names come from files: they must not end a cell or begin markup. */
    private static String escaped(String text) {
        return text.replaceAll("([\\\\`*_{}\\[\\]<>|#])", "\\\\$1");
    }
}
