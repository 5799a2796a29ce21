package io.twohop.launch;

import io.twohop.engine.RateSearch;
import io.twohop.engine.SearchEngine;
import io.twohop.result.Search;
import io.twohop.result.Search.End;
import io.twohop.result.Search.Trial;
import io.twohop.workload.Scenario;
import io.twohop.workload.SearchBudget;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The measurement that confirms a search: in fresh JVMs, warmed up and recorded as the workload asks for. A rate that fails there counts
 * as one more trial, and a lower rate is measured while there is time. A measurement without a verdict is repeated once, and decides
 * nothing. One thread.
 */
final class Confirmation {
    /** First step down from a rate that fails; each further step is twice as large, up to the largest. */
    private static final double FIRST_STEP_DOWN = 0.1;

    private static final double LARGEST_STEP_DOWN = 0.5;
    private static final int MOST_WITHOUT_VERDICT = 2;

    /** Measures all forks at a rate. */
    @FunctionalInterface
    interface Measuring {
        /** Returns the trial that the forks make; empty if they were broken off. */
        Optional<Trial> at(double perSecond) throws IOException, InterruptedException;
    }

    private final Scenario scenario;
    private final SearchBudget budget;
    private final Measuring measuring;
    private final Supplier<Duration> passed;

    /**
     * @param scenario of the search
     * @param passed time since the search began
     */
    Confirmation(Scenario scenario, SearchBudget budget, Measuring measuring, Supplier<Duration> passed) {
        this.scenario = scenario;
        this.budget = budget;
        this.measuring = measuring;
        this.passed = passed;
    }

    /** Returns the search with the added measurements. */
    Search of(Search found) throws IOException, InterruptedException {
        List<Trial> trials = new ArrayList<>(found.trials());
        double rate = found.holds().orElseGet(() -> lowestTried(trials));
        double step = FIRST_STEP_DOWN;
        int withoutVerdict = 0;
        while (true) {
            Optional<Trial> trial = measuring.at(rate);
            if (trial.isEmpty()) {
                return SearchEngine.resumed(scenario, trials).found(End.INTERRUPTED);
            }
            trials.add(trial.get());
            withoutVerdict += trial.get().judged() ? 0 : 1;
            boolean isOver = trial.get().met()
                    || found.holds().isEmpty()
                    || withoutVerdict == MOST_WITHOUT_VERDICT
                    || !budget.hasTimeForResultAfter(passed.get());
            if (trial.get().judged() && !trial.get().met()) {
                rate = RateSearch.round(rate * (1 - step));
                step = Math.min(LARGEST_STEP_DOWN, 2 * step);
            }
            if (isOver || rate < SearchEngine.lowestPerSecond(scenario)) {
                return SearchEngine.resumed(scenario, trials).found(found.end());
            }
        }
    }

    private static double lowestTried(List<Trial> trials) {
        return trials.stream().mapToDouble(Trial::offeredPerSecond).min().orElseThrow();
    }
}
