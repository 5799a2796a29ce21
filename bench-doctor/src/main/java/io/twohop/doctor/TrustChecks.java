package io.twohop.doctor;

import static io.twohop.doctor.Amounts.count;
import static io.twohop.doctor.Amounts.time;

import io.twohop.config.Nanos;
import io.twohop.explain.ExpectedTrust;
import io.twohop.explain.ExpectedTrust.Gaps;
import io.twohop.explain.ExpectedTrust.Load;
import java.util.ArrayList;
import java.util.List;

/** Checks of how far a run can be trusted that meets the stalls that the threads have seen. */
final class TrustChecks {
    private static final long[] RATES = {10_000, 100_000, 500_000};
    private static final int USUAL_RATE = 1;
    /** A run should be trusted to this percentile at least. */
    private static final double LEAST_PERCENTILE = 99;

    private static final int THOUSAND = 1_000;

    /** Share of the time between two messages that a message keeps a thread busy. */
    private static final double BUSY = 0.6;

    private final List<Check> checks = new ArrayList<>();
    private final List<String> sentences = new ArrayList<>();

    /** @param everyCore whether no core was left free */
    void add(Stalls stalls, boolean everyCore) {
        List<Gaps> way = stalls.gaps().stream()
                .limit(StallWatch.ON_THE_WAY)
                .map(GapRecord::gaps)
                .toList();
        long watched = stalls.gaps().stream()
                .limit(StallWatch.ON_THE_WAY)
                .mapToLong(GapRecord::keptUntilNanos)
                .reduce(stalls.watchedNanos(), Math::min);
        String threads = way.size() == 1 ? "1 thread" : way.size() + " threads";
        List<String> texts = new ArrayList<>();
        ExpectedTrust usual = null;
        List<Object> figures = new ArrayList<>(List.of("threads", way.size()));
        for (int i = 0; i < RATES.length; i++) {
            double wayNanos = BUSY * Nanos.PER_SECOND / RATES[i];
            ExpectedTrust trust = ExpectedTrust.of(way, new Load(RATES[i], wayNanos, watched));
            texts.add(trust.upTo() + " at " + RATES[i] / THOUSAND + "k/s");
            figures.addAll(List.of(
                    "at" + RATES[i],
                    Check.figures(
                            "wayNanos",
                            wayNanos,
                            "upTo",
                            trust.upTo(),
                            "delayedShare",
                            trust.delayedShare(),
                            "longestNanos",
                            trust.longestNanos())));
            usual = i == USUAL_RATE ? trust : usual;
        }
        checks.add(CheckRules.TRUST
                .of(threads)
                .warnsIf(
                        usual.percentile() < LEAST_PERCENTILE,
                        Check.figures(figures.toArray()),
                        String.join(", ", texts),
                        time(usual.longestNanos())));
        sentences.add((usual.percentile() == 0 ? "nowhere" : "to " + usual.upTo()) + " with " + threads
                + (everyCore ? " while every core is busy" : ""));
    }

    List<Check> checks() {
        return checks;
    }

    String sentence() {
        return "at " + count(RATES[USUAL_RATE]) + "/s this machine can be trusted " + String.join(", ", sentences);
    }
}
