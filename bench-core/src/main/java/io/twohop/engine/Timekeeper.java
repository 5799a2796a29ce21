package io.twohop.engine;

import io.twohop.pipeline.Pipeline;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemNanoClock;

/** How time passes for an engine: for real, or as a test has it. */
interface Timekeeper {
    /** On threads of their own, while the engine's sleeps. */
    Timekeeper REAL = new Timekeeper() {
        @Override
        public NanoClock clock() {
            return SystemNanoClock.INSTANCE;
        }

        @Override
        public void start(Pipeline pipeline) {
            pipeline.start();
        }

        @Override
        public void sleepUntil(long nanos) {
            long leftNanos = nanos - System.nanoTime();
            while (leftNanos > 0 && !Thread.currentThread().isInterrupted()) {
                LockSupport.parkNanos(leftNanos);
                leftNanos = nanos - System.nanoTime();
            }
        }
    };

    NanoClock clock();

    /** Sets the agents to work. */
    void start(Pipeline pipeline);

    /** Returns when the clock has come that far, or at once where the calling thread is interrupted. */
    void sleepUntil(long nanos);
}
