package io.twohop.engine;

import io.twohop.pipeline.Pipeline;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemNanoClock;

/** The passing of time for an engine: real, or controlled by a test. */
interface Timekeeper {
    /** Real time: agents run on their threads while the engine's thread sleeps. */
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

    void start(Pipeline pipeline);

    /** Returns when the clock has reached this time, or at once if the calling thread is interrupted. */
    void sleepUntil(long nanos);
}
