package io.twohop.cli;

import io.twohop.compare.Comparison;
import io.twohop.compare.Finding;
import io.twohop.compare.Finding.Word;
import io.twohop.compare.Gate;
import io.twohop.result.ExitCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What the gates of a call say: each in a sentence, and all in an exit code. */
final class GateRulings {
    private final List<String> failures = new ArrayList<>();
    private final List<String> notJudged = new ArrayList<>();

    /** Asks a gate about comparisons that were made for it, from the options asked for. */
    void add(Gate gate, List<Comparison> comparisons, Comparison.Options asked) {
        for (Comparison comparison : comparisons) {
            Finding finding = gate.finding(comparison).orElse(null);
            String of = comparison.candidate().name() + ": " + gate.metric().name();
            String allowed = ComparisonReport.percent(gate.most());
            switch (gate.rule(comparison, asked)) {
                case PASSED -> {
                    // Nothing to say.
                }
                case FAILED ->
                    failures.add(of + " is worse by " + ComparisonReport.percent(finding.change()) + " (allowed: "
                            + allowed + ")");
                case NOT_JUDGED -> notJudged.add(of + ": " + why(finding, comparison, allowed));
            }
        }
    }

    private static String why(Finding finding, Comparison comparison, String allowed) {
        if (finding == null) {
            return "one of the sides does not tell it";
        }
        if (finding.word() == Word.NOT_TRUSTED) {
            return "the machine may have decided it; measure on one with more cores, or with nothing else on it";
        }
        String forks = String.format(
                Locale.ROOT,
                "%d and %d forks",
                comparison.base().forks(),
                comparison.candidate().forks());
        if (finding.forksNeeded() == null) {
            return forks + " show that it " + finding.word() + " by " + ComparisonReport.percent(finding.change())
                    + ", but leave up to " + ComparisonReport.interval(finding) + " possible (allowed: " + allowed
                    + "); measure more of each";
        }
        return String.format(
                Locale.ROOT,
                "%s cannot tell a change of %s from chance; measure about %,d of each",
                forks,
                allowed,
                finding.forksNeeded());
    }

    List<String> failures() {
        return List.copyOf(failures);
    }

    List<String> notJudged() {
        return List.copyOf(notJudged);
    }

    int exitCode() {
        if (!failures.isEmpty()) {
            return ExitCode.MISSED;
        }
        return notJudged.isEmpty() ? ExitCode.OK : ExitCode.NOT_JUDGED;
    }
}
