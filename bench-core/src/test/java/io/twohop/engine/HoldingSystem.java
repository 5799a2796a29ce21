package io.twohop.engine;

import io.twohop.result.Search;
import io.twohop.result.Search.End;
import io.twohop.result.Search.Trial;
import io.twohop.workload.Layout;
import io.twohop.workload.Mode;
import io.twohop.workload.SearchBudget;
import io.twohop.workload.Workload;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;

/** Systems whose probability of holding a rate is known, searched on a clock of their own. */
enum HoldingSystem {
    /** A limit. */
    STEP(rate -> rate <= 1 ? 1 : 0),
    /** A limit, and one of twenty trials meets a stall of the machine. */
    STALLS(rate -> rate <= 1 ? 0.95 : 0),
    /** The odds fall by the factor e with each 10 %. */
    SLOPE(rate -> 1 / (1 + Math.pow(rate, 10))),
    /** Both. */
    STALLS_AND_SLOPE(rate -> 0.95 / (1 + Math.pow(rate, 10) * 0.9)),
    /** The odds fall by the factor e with each 30 %. */
    WIDE(rate -> 1 / (1 + Math.pow(rate, 1 / 0.3)));

    /** With the warm-up and the trials, but without the result's measurement. */
    static final double LIMIT_SECONDS;

    private static final SearchBudget BUDGET = SearchBudget.of(Workload.builder()
            .mode(Mode.MAX_RATE)
            .slo(Map.of("endToEnd.p99", "10ms"))
            .rate(1_000)
            .warmup(Duration.ofSeconds(20))
            .duration(Duration.ofSeconds(5))
            .build());
    private static final double MIDDLE_PER_SECOND = 370_000;
    private static final double INVALID = 0.03;

    static {
        LIMIT_SECONDS = BUDGET.search().toMillis() / 1e3;
    }

    private final DoubleUnaryOperator holding;

    /** @param holding probability of holding a rate, by its ratio to the one that holds every other time */
    HoldingSystem(DoubleUnaryOperator holding) {
        this.holding = holding;
    }

    /**
     * Outcome of many searches.
     *
     * @param searches number of searches
     * @param containing those whose range contains the rate that holds every other time
     * @param found those that proved both ends
     * @param longestSeconds time of the longest
     * @param meanSeconds mean time
     * @param meanTrials mean number of trials
     * @param meanRatio geometric mean of the upper end over the lower
     */
    record Outcome(
            int searches,
            int containing,
            int found,
            double longestSeconds,
            double meanSeconds,
            double meanTrials,
            double meanRatio) {}

    Outcome search(int seeds) throws Exception {
        int containing = 0;
        int found = 0;
        double longest = 0;
        double seconds = 0;
        double trials = 0;
        double logRatio = 0;
        int ratios = 0;
        for (int seed = 0; seed < seeds; seed++) {
            double[] passed = {0};
            Search search = search(new SplittableRandom(seed), passed);
            double holds = search.holdsPerSecond() == null ? 0 : search.holdsPerSecond();
            double fails = search.failsPerSecond() == null ? Double.POSITIVE_INFINITY : search.failsPerSecond();
            containing += holds <= MIDDLE_PER_SECOND && MIDDLE_PER_SECOND <= fails ? 1 : 0;
            found += search.end() == End.FOUND ? 1 : 0;
            longest = Math.max(longest, passed[0]);
            seconds += passed[0] / seeds;
            trials += (double) search.trials().size() / seeds;
            if (holds > 0 && fails < Double.POSITIVE_INFINITY) {
                logRatio += Math.log(fails / holds);
                ratios++;
            }
        }
        return new Outcome(
                seeds, containing, found, longest, seconds, trials, Math.exp(logRatio / Math.max(1, ratios)));
    }

    /** Opening and closing take a second or two, and a rate that fails leaves messages to wait for. */
    private Search search(SplittableRandom random, double[] passed) throws Exception {
        double[] longest = {BUDGET.trial().toMillis() / 1e3};
        boolean[] isWarm = {false};
        return new RateSearch(1_000, 220)
                .search(
                        rate -> {
                            boolean met = random.nextDouble() < holding.applyAsDouble(rate / MIDDLE_PER_SECOND);
                            double trial = 1
                                    + random.nextDouble()
                                    + BUDGET.window().toSeconds()
                                    + (met
                                            ? 0
                                            : random.nextDouble()
                                                    * BUDGET.drain().toSeconds())
                                    + (isWarm[0] ? BUDGET.settling() : BUDGET.warmup()).toSeconds();
                            passed[0] += trial;
                            longest[0] = isWarm[0] ? Math.max(longest[0], trial) : longest[0];
                            isWarm[0] = true;
                            String verdict = random.nextDouble() < INVALID ? "Invalid" : met ? "Met" : "Missed";
                            return List.of(new Trial(rate, false, verdict, List.of(), rate, Map.of(), Layout.SINGLE));
                        },
                        () -> (int) ((LIMIT_SECONDS - BUDGET.drain().toSeconds() - passed[0]) / longest[0]));
    }
}
