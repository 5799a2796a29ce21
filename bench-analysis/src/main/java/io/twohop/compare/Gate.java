package io.twohop.compare;

import io.twohop.compare.MetricFinding.Word;
import io.twohop.config.ConfigException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A limit that a change must keep, such as {@code endToEnd.p99 > 5%}: it fails on a significant regression
 * above the limit, and passes only if the interval excludes one.
 *
 * @param metric to watch
 * @param most the largest allowed regression, as a share of the base's mean
 */
public record Gate(Metric metric, double most) {
    private static final Pattern TEXT = Pattern.compile("\\s*(\\S.*?)\\s*>\\s*(\\d+(?:\\.\\d+)?)\\s*%\\s*");
    private static final double PERCENT = 100;

    /** Reads a gate. */
    public static Gate of(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            throw ConfigException.invalid("--fail-on", text, "a metric, '>' and per cent, such as 'endToEnd.p99 > 5%'");
        }
        return new Gate(new Metric(matcher.group(1)), Double.parseDouble(matcher.group(2)) / PERCENT);
    }

    /** The judgement of a comparison. */
    public enum Ruling {
        /** The metric is no worse than allowed. */
        PASSED,
        /** The metric is worse by more, and not by chance. */
        FAILED,
        /** Too few forks to exclude a larger regression, or decided by the machine. */
        NOT_JUDGED
    }

    /** Returns options under which the change that matters is the one that the gate allows, if it allows any. */
    public Comparison.Options options(Comparison.Options asked) {
        return most == 0 ? asked : new Comparison.Options(asked.test(), asked.alpha(), asked.corrected(), most);
    }

    /** Returns the finding for its metric; empty if one of the sides lacks it. */
    public Optional<MetricFinding> finding(Comparison comparison) {
        return comparison.findings().stream()
                .filter(finding -> finding.metric().equals(metric))
                .findFirst();
    }

    /**
     * Judges a comparison.
     *
     * @param comparison made by {@link #options}
     * @param asked the options before {@link #options} adapted them
     */
    public Ruling rule(Comparison comparison, Comparison.Options asked) {
        return finding(comparison).map(finding -> rule(finding, options(asked))).orElse(Ruling.NOT_JUDGED);
    }

    private Ruling rule(MetricFinding finding, Comparison.Options options) {
        // Any increase from 0 is larger.
        boolean larger = finding.change().map(change -> Math.abs(change) > most).orElse(true);
        if (finding.word() == Word.REGRESSED && larger) {
            return Ruling.FAILED;
        }
        boolean passes = finding.word() == Word.IMPROVED
                || finding.word() == Word.NO_DIFFERENCE
                || finding.isNoWorseThan(most, options);
        return passes ? Ruling.PASSED : Ruling.NOT_JUDGED;
    }
}
