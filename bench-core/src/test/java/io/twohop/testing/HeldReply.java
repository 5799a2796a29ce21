package io.twohop.testing;

import io.twohop.transport.Acknowledgements;
import io.twohop.transport.Channel;
import io.twohop.transport.Publisher;
import io.twohop.transport.ServiceEnds;
import io.twohop.transport.Subscription;
import io.twohop.transport.Transport;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/** A service that dies before its reply has left: the reply's connection lets nothing through, the others do, and then all are cut. */
public final class HeldReply {
    private static final Channel REQUESTS = new Channel("requests", 1);
    private static final Channel REPLIES = new Channel("replies", 2);
    private static final String GROUP = "service";
    private static final long WAIT_NANOS = 10_000_000;

    /** Time in which an acknowledgement that waits for nothing has left. */
    private static final Duration ACKNOWLEDGED = Duration.ofMillis(500);

    private static final Acknowledgements IGNORED = new Acknowledgements() {
        @Override
        public void acknowledged(long correlation) {}

        @Override
        public void failed(long correlation, Throwable cause) {}
    };

    private HeldReply() {}

    /**
     * Returns whether the request that the dead service had taken comes again.
     *
     * @param service reaches the server by the line, and opens the publisher of its replies first
     * @param next whose consumer gets the request again
     */
    public static boolean requestComesAgain(Transport service, CutLine line, Transport next, Duration limit)
            throws Exception {
        int connections = line.connections();
        ServiceEnds ends = service.service(REQUESTS, GROUP, REPLIES, IGNORED);
        Publisher requests = next.publisher(REQUESTS, IGNORED);
        line.hold(connections);
        CountDownLatch taken = new CountDownLatch(1);
        Thread thread = new Thread(() -> serve(ends, taken), "service");
        thread.start();
        requests.publish(ByteBuffer.allocateDirect(64), 0);
        taken.await();
        Thread.sleep(ACKNOWLEDGED.toMillis());
        line.cut();
        thread.interrupt();
        thread.join();
        return arrives(next.subscribe(REQUESTS, GROUP), limit);
    }

    private static void serve(ServiceEnds ends, CountDownLatch taken) {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                ends.requests()
                        .poll(
                                request -> {
                                    taken.countDown();
                                    ends.replies().publish(request, 0);
                                },
                                WAIT_NANOS);
            }
        } catch (RuntimeException e) {
            // The line is cut.
        }
    }

    private static boolean arrives(Subscription requests, Duration limit) {
        long start = System.nanoTime();
        while (System.nanoTime() - start < limit.toNanos()) {
            if (requests.poll(request -> {}, WAIT_NANOS) > 0) {
                return true;
            }
        }
        return false;
    }
}
