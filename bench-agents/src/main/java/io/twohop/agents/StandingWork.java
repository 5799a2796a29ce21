package io.twohop.agents;

import io.twohop.agents.Beat.Phase;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** A part that is at work for the others until it is asked to end. */
abstract class StandingWork extends PartWork {
    private static final long LOOK_MILLIS = 100;

    private final CountDownLatch end = new CountDownLatch(1);

    StandingWork(String call, PartPlan plan, Path logs, Control control, Runnable changed) {
        super(call, plan, logs, control, changed);
    }

    /** Returns when it is asked to end, or has ended by itself. */
    final void awaitEnd(BooleanSupplier hasEnded) throws InterruptedException {
        while (!end.await(LOOK_MILLIS, TimeUnit.MILLISECONDS) && !hasEnded.getAsBoolean()) {
            // It is at work.
        }
    }

    @Override
    final void start(long nanos) {
        to(Phase.WORKING);
    }

    @Override
    final void finish() {
        end.countDown();
    }

    @Override
    final void abort() {
        end.countDown();
    }
}
