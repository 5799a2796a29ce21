package io.twohop.testing;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/**
 * Allocation of a compiled loop for each message. Garbage of every message is in every round of the loop; other garbage, such as
 * that of a mapped block or of a method that is not compiled yet, is in some rounds only, and on a busy machine in many.
 */
public final class Allocation {
    private static final int MOST_ROUNDS = 30;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private Allocation() {}

    /** Goes through a number of messages. */
    @FunctionalInterface
    public interface Round {
        /** @throws Exception which ends the test */
        void run() throws Exception;
    }

    /**
     * Bytes a message in the round that allocated least, on this thread.
     *
     * @param messages of a round
     * @param enough the first round with less is the last
     */
    public static double perMessage(int messages, double enough, Round round) throws Exception {
        return perMessage("", messages, enough, round);
    }

    /**
     * Measures what this thread and another allocate.
     *
     * @param other its name
     */
    public static double perMessage(String other, int messages, double enough, Round round) throws Exception {
        double least = Double.POSITIVE_INFINITY;
        for (int i = 0; i < MOST_ROUNDS && least >= enough; i++) {
            // Looking for a thread allocates much more than a round may.
            long[] ids = ids(other);
            long before = allocatedBytes(ids);
            round.run();
            least = Math.min(least, (allocatedBytes(ids) - before) / (double) messages);
        }
        return least;
    }

    private static long[] ids(String other) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread ->
                        thread == Thread.currentThread() || thread.getName().equals(other))
                .mapToLong(Thread::getId)
                .toArray();
    }

    private static long allocatedBytes(long[] ids) {
        long sum = 0;
        for (long id : ids) {
            sum += THREADS.getThreadAllocatedBytes(id);
        }
        return sum;
    }
}
