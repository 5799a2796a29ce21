package io.twohop.compare;

import io.twohop.compare.Finding.Word;
import io.twohop.workload.ConfigException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a change must not do, such as {@code endToEnd.p99 > 5%}: it fails only on a regression that is both significant and
 * larger.
 *
 * @param metric to be watched
 * @param most by how much it may become worse, as a share of the base's mean
 */
public record Gate(Metric metric, double most) {
    private static final Pattern TEXT = Pattern.compile("\\s*([\\w.]+)\\s*>\\s*(\\d+(?:\\.\\d+)?)\\s*%\\s*");
    private static final double PERCENT = 100;

    /** Reads one. */
    public static Gate of(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            throw ConfigException.invalid("--fail-on", text, "a metric, '>' and per cent, such as 'endToEnd.p99 > 5%'");
        }
        return new Gate(new Metric(matcher.group(1)), Double.parseDouble(matcher.group(2)) / PERCENT);
    }

    /** The findings that it does not let pass. */
    public List<Finding> failures(Comparison comparison) {
        return comparison.findings().stream().filter(this::fails).toList();
    }

    private boolean fails(Finding finding) {
        return finding.metric().equals(metric)
                && finding.word() == Word.REGRESSED
                // Of nothing, every increase is more.
                && (finding.change() == null || Math.abs(finding.change()) > most);
    }
}
