package io.twohop.launch;

import io.twohop.engine.protocol.RunListener;
import io.twohop.engine.protocol.RunPlan;
import io.twohop.result.Fork;
import io.twohop.result.Search;
import java.io.IOException;
import java.util.Optional;

/** One measurement after the other at one place, until they are aborted. */
final class Attempts {
    private final Place place;
    private volatile Optional<Attempt> current = Optional.empty();
    private volatile boolean aborted;

    Attempts(Place place) {
        this.place = place;
    }

    /** Returns a fork's plan as the place changes it. */
    RunPlan ofFork(int number, RunPlan plan) {
        return place.ofFork(number, plan);
    }

    /** Measures, and adds the explanations of the flight recording. */
    Fork explained(int number, RunPlan plan, RunListener progress) throws IOException, InterruptedException {
        Attempt next = place.attempt(number, plan, progress);
        current = Optional.of(next);
        if (aborted) {
            next.abort();
        }
        return Explanations.explain(next.run(), plan.recorder().file(), plan.takesTurns());
    }

    /** Returns whether the last attempt ran out of memory. */
    boolean ranOutOfMemory() {
        return current.map(Attempt::ranOutOfMemory).orElse(false);
    }

    /** Returns the findings of the last attempt, if it searched. */
    Optional<Search> search() {
        return current.flatMap(Attempt::search);
    }

    boolean areAborted() {
        return aborted;
    }

    /** Ends the current attempt at once, and every later one; any thread. */
    void abort() {
        aborted = true;
        current.ifPresent(Attempt::abort);
    }
}
