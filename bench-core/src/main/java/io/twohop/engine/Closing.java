package io.twohop.engine;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Closes what a transport holds. That may block; so it gets a thread, which is left behind when it does not come back. */
final class Closing {
    private static final Duration LIMIT = Duration.ofSeconds(15);

    private Closing() {}

    /** What may fail to close. */
    interface Step {
        void close() throws Exception;
    }

    /**
     * Returns once it is closed or its time is up, also if this thread was interrupted before or is now: it deletes what the
     * run made.
     *
     * @param name of the transport, for what goes wrong
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
