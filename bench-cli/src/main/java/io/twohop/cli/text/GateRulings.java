package io.twohop.cli.text;

import io.twohop.compare.Comparison;
import io.twohop.compare.Gate;
import io.twohop.compare.MetricFinding;
import io.twohop.compare.MetricFinding.Word;
import io.twohop.config.Texts;
import io.twohop.result.ExitCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Rulings of all gates: a sentence for each gate that did not pass, and one exit code. */
public final class GateRulings {
    private final List<String> failures = new ArrayList<>();
    private final List<String> notJudged = new ArrayList<>();

    /**
     * Adds a gate's rulings.
     *
     * @param comparisons made for this gate
     * @param asked the user's options
     */
    public void add(Gate gate, List<Comparison> comparisons, Comparison.Options asked) {
        for (Comparison comparison : comparisons) {
            Optional<MetricFinding> finding = gate.finding(comparison);
            String of = comparison.candidate().name() + ": " + gate.metric().name();
            String allowed = ComparisonReport.percent(gate.most());
            switch (gate.rule(comparison, asked)) {
                case PASSED -> {
                    // Only other rulings need a sentence.
                }
                case FAILED ->
                    failures.add(of + " is worse by " + ComparisonReport.percent(finding.flatMap(MetricFinding::change))
                            + " (allowed: " + allowed + ")");
                case NOT_JUDGED ->
                    notJudged.add(of + ": "
                            + finding.map(found -> why(found, comparison, allowed))
                                    .orElse("one of the sides lacks it"));
            }
        }
    }

    private static String why(MetricFinding finding, Comparison comparison, String allowed) {
        if (finding.word() == Word.NOT_TRUSTED) {
            return "the machine may have decided it; measure on one with more cores, or without other programs";
        }
        String forks = Texts.format(
                "%d and %d forks",
                comparison.base().forks(), comparison.candidate().forks());
        if (finding.forksNeeded().isEmpty()) {
            return forks + " show that it " + finding.word() + " by " + ComparisonReport.percent(finding.change())
                    + ", but leave up to " + ComparisonReport.interval(finding) + " possible (allowed: " + allowed
                    + "); measure more of each";
        }
        return Texts.format(
                "%s cannot tell a change of %s from chance; measure about %,d of each",
                forks, allowed, finding.forksNeeded().get());
    }

    public List<String> failures() {
        return List.copyOf(failures);
    }

    public List<String> notJudged() {
        return List.copyOf(notJudged);
    }

    public int exitCode() {
        if (!failures.isEmpty()) {
            return ExitCode.MISSED;
        }
        return notJudged.isEmpty() ? ExitCode.OK : ExitCode.NOT_JUDGED;
    }
}
