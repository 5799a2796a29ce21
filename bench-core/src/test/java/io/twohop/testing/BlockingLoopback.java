package io.twohop.testing;

import io.twohop.transport.Acknowledgements;
import io.twohop.transport.Channel;
import io.twohop.transport.Guarantees;
import io.twohop.transport.MessageHandler;
import io.twohop.transport.Publisher;
import io.twohop.transport.RunContext;
import io.twohop.transport.Subscription;
import io.twohop.transport.Transport;
import io.twohop.transport.TransportProvider;
import io.twohop.transport.loopback.LoopbackConfig;
import io.twohop.transport.loopback.LoopbackProvider;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Loopback under another name, whose consumers wait for messages in the transport. */
public final class BlockingLoopback implements TransportProvider<LoopbackConfig> {
    private static final long NAP_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

    private volatile boolean open;

    /** Whether a run is using it. */
    public boolean isOpen() {
        return open;
    }

    @Override
    public String name() {
        return "blocking";
    }

    @Override
    public Transport open(LoopbackConfig config, RunContext context) {
        open = true;
        return new Waiting(new LoopbackProvider().open(config, context));
    }

    private final class Waiting implements Transport {
        private final Transport loopback;

        Waiting(Transport loopback) {
            this.loopback = loopback;
        }

        @Override
        public Publisher publisher(Channel channel, Acknowledgements acknowledgements) throws Exception {
            return loopback.publisher(channel, acknowledgements);
        }

        @Override
        public Subscription subscribe(Channel channel, String group) throws Exception {
            Subscription subscription = loopback.subscribe(channel, group);
            return (handler, maxWaitNanos) -> poll(subscription, handler, maxWaitNanos);
        }

        private int poll(Subscription subscription, MessageHandler handler, long maxWaitNanos) {
            int count = subscription.poll(handler, 0);
            if (count == 0) {
                LockSupport.parkNanos(Math.min(maxWaitNanos, NAP_NANOS));
            }
            return count;
        }

        @Override
        public Guarantees guarantees() {
            return loopback.guarantees();
        }

        @Override
        public int consumersPerHop() {
            return loopback.consumersPerHop();
        }

        @Override
        public boolean pollBlocks() {
            return true;
        }

        @Override
        public void close() {
            loopback.close();
            open = false;
        }
    }
}
