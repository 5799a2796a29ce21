package io.twohop.engine;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Closes a transport on a thread of its own, which is left behind if the transport blocks. */
final class Closing {
    private static final Duration LIMIT = Duration.ofSeconds(15);

    private Closing() {}

    /** A step that may fail or block. */
    interface Step {
        void close() throws Exception;
    }

    /**
     * Returns once the step has ended or its time is up, even if this thread is interrupted: closing deletes what the run made.
     *
     * @param name the transport's name for error messages
     * @return whether this thread was interrupted
     */
    static boolean of(String name, Step step) {
        Thread closer = new Thread(
                () -> {
                    try {
                        step.close();
                    } catch (Exception e) {
                        System.err.println("closing " + name + " failed: " + e);
                    }
                },
                "closer");
        closer.setDaemon(true);
        closer.start();
        boolean interrupted = await(closer);
        if (closer.isAlive()) {
            System.err.println("closing " + name + " took longer than " + LIMIT);
        }
        return interrupted;
    }

    private static boolean await(Thread closer) {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        boolean interrupted = Thread.interrupted();
        while (closer.isAlive() && System.nanoTime() - deadline < 0) {
            try {
                TimeUnit.NANOSECONDS.timedJoin(closer, deadline - System.nanoTime());
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        return interrupted;
    }
}
