package io.twohop.launch;

import io.twohop.engine.protocol.RunListener;
import io.twohop.engine.protocol.RunPlan;
import io.twohop.result.Fork;
import io.twohop.result.Search;
import java.io.IOException;

/** One measurement after the other at one place, until they are aborted. */
final class Attempts {
    private final Place place;
    private volatile Attempt current;
    private volatile boolean aborted;

    Attempts(Place place) {
        this.place = place;
    }

    /** A fork's plan as it is measured there. */
    RunPlan ofFork(int number, RunPlan plan) {
        return place.ofFork(number, plan);
    }

    /** What was measured, with what its recording explains. */
    Fork explained(int number, RunPlan plan, RunListener progress) throws IOException, InterruptedException {
        current = place.attempt(number, plan, progress);
        if (aborted) {
            current.abort();
        }
        return Explanations.explain(current.run(), plan.recording(), plan.slices() != null);
    }

    /** Whether the last one ended for want of memory. */
    boolean ranOutOfMemory() {
        return current.ranOutOfMemory();
    }

    /** What the last one found, where it searched. */
    Search search() {
        return current.search();
    }

    boolean areAborted() {
        return aborted;
    }

    /** Ends the current one at once, and makes no other last; any thread. */
    void abort() {
        aborted = true;
        Attempt running = current;
        if (running != null) {
            running.abort();
        }
    }
}
