package io.twohop.testing;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/**
 * What a loop allocates for each message once it is compiled. What every message makes is in every round of it; what is not
 * the message's, such as a block that is mapped or a method that is not compiled yet, is in some rounds, and on a busy machine
 * in many.
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
     * The same on this thread and another.
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
