package io.twohop.testing;

import com.sun.management.ThreadMXBean;
import io.twohop.transport.Acknowledgements;
import io.twohop.transport.Channel;
import io.twohop.transport.MessageHandler;
import io.twohop.transport.Publisher;
import io.twohop.transport.Subscription;
import io.twohop.transport.Transport;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;

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

    /**
     * Returns the bytes per message that this thread and another allocate to publish messages over a transport and to poll
     * them, in the round that allocated least.
     *
     * @param other name of the transport's thread
     * @param messages number of messages per round
     * @param enough a round with less is the last
     */
    public static double perMessage(Transport transport, String other, ByteBuffer message, int messages, double enough)
            throws Exception {
        Channel channel = new Channel("requests", 1);
        Subscription subscription = transport.subscribe(channel, "a");
        Publisher publisher = transport.publisher(channel, Acknowledgements.NONE);
        transport.settle();
        Received received = new Received();
        return perMessage(other, messages, enough, () -> {
            long published = received.count;
            long until = published + messages;
            while (received.count < until) {
                if (published < until && publisher.publish(message, published)) {
                    published++;
                }
                subscription.poll(received, 0);
            }
        });
    }

    private static final class Received implements MessageHandler {
        private long count;

        @Override
        public void onMessage(ByteBuffer message) {
            count++;
        }
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
