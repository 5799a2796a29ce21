package io.twohop.result;

import io.twohop.workload.Probe;
import java.util.Locale;
import java.util.Set;

/**
 * The verdict of a result, qualified by the trust in its figures, as shown before any number.
 *
 * @param kind the verdict in capitals, such as {@code MET}
 * @param qualification text that follows the verdict, such as {@code , trusted to p97}; empty without a limit
 * @param saysUnusable whether the qualification says that figures cannot be used
 * @param isDoubtful whether the machine may have decided one of the {@link #READ_FIRST first} figures end to end
 */
public record Headline(String kind, String qualification, boolean saysUnusable, boolean isDoubtful) {
    /** The figures that readers take for the result: a tail beyond them is doubtful on most machines. */
    private static final Set<String> READ_FIRST = Set.of("p50", "p90", "p99");

    /** Returns the headline of a result. */
    public static Headline of(BenchmarkResult result) {
        String extent =
                result.limitedTrust().map(trust -> ", " + trust.extent()).orElse("");
        String conclusion = conclusion(result);
        return new Headline(
                result.verdict().kind().toUpperCase(Locale.ROOT),
                extent + conclusion,
                !conclusion.isEmpty(),
                result.untrusted(Probe.END_TO_END).stream().anyMatch(READ_FIRST::contains));
    }

    private static String conclusion(BenchmarkResult result) {
        if (result.verdict() instanceof Verdict.Invalid) {
            return ": the figures cannot be used";
        }
        boolean trustsNothing =
                result.limitedTrust().filter(trust -> trust.percentile() == 0).isPresent();
        return trustsNothing ? ": the latencies cannot be used" : "";
    }

    /** Returns whether the verdict is met, with figures that the machine cannot have decided. */
    public boolean isGood() {
        return kind.equals("MET") && !isDoubtful;
    }

    /** Returns the headline as one line. */
    @Override
    public String toString() {
        return kind + qualification;
    }
}
