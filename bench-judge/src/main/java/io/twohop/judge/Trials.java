package io.twohop.judge;

import io.twohop.account.ThreadLayout;
import io.twohop.result.Fork;
import io.twohop.result.Search;
import io.twohop.result.Verdict;
import io.twohop.workload.Slo;
import java.util.List;

/** Judges the measurements of a search like any other. */
public final class Trials {
    private Trials() {}

    /** Judges forks that were measured at one rate. */
    public static Search.Trial of(double perSecond, boolean confirming, List<Fork> forks, Slo slo) {
        Verdict verdict = Verdicts.judge(forks, slo);
        double achieved = forks.stream()
                .mapToDouble(fork -> fork.rates().achievedPerSecond())
                .average()
                .orElse(0);
        return new Search.Trial(
                perSecond,
                confirming,
                verdict.kind(),
                verdict.reasons(),
                achieved,
                Objectives.latenciesNanos(forks.get(0), slo),
                Known.layout(forks.get(0)).map(ThreadLayout::layout).orElse(null));
    }
}
