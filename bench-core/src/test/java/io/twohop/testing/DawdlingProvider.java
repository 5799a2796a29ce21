package io.twohop.testing;

import io.twohop.transport.Acknowledgements;
import io.twohop.transport.Channel;
import io.twohop.transport.Guarantees;
import io.twohop.transport.Publisher;
import io.twohop.transport.RunContext;
import io.twohop.transport.Subscription;
import io.twohop.transport.Transport;
import io.twohop.transport.TransportProvider;
import io.twohop.transport.loopback.LoopbackConfig;
import io.twohop.transport.loopback.LoopbackProvider;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Loopback with one call that takes long: of the message with a number, counted over both hops. */
public final class DawdlingProvider implements TransportProvider<DawdlingProvider.Config> {
    private static volatile double shareOnCpu;

    private final LoopbackProvider loopback = new LoopbackProvider();

    /**
     * The call that takes long.
     *
     * @param number of the publish
     * @param millis how long it takes
     * @param computes whether it uses the CPU meanwhile, or sleeps
     */
    public record Config(int number, long millis, boolean computes) {}

    @Override
    public String name() {
        return "dawdling";
    }

    @Override
    public Transport open(Config config, RunContext context) throws Exception {
        Transport transport = loopback.open(new LoopbackConfig(null, null), context);
        AtomicInteger published = new AtomicInteger();
        return new Transport() {
            @Override
            public Publisher publisher(Channel channel, Acknowledgements acknowledgements) throws Exception {
                Publisher publisher = transport.publisher(channel, acknowledgements);
                return (message, correlation) -> {
                    if (published.incrementAndGet() == config.number()) {
                        dawdle(config);
                    }
                    return publisher.publish(message, correlation);
                };
            }

            @Override
            public Subscription subscribe(Channel channel, String group) throws Exception {
                return transport.subscribe(channel, group);
            }

            @Override
            public Guarantees guarantees() {
                return transport.guarantees();
            }

            @Override
            public void close() {
                transport.close();
            }
        };
    }

    /** Returns the share of the last long call for which its thread had a CPU. */
    public static double shareOnCpu() {
        return shareOnCpu;
    }

    private static void dawdle(Config config) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long startCpuNanos = threads.getCurrentThreadCpuTime();
        long startNanos = System.nanoTime();
        long nanos = TimeUnit.MILLISECONDS.toNanos(config.millis());
        for (long left = nanos; left > 0; left = nanos - (System.nanoTime() - startNanos)) {
            if (config.computes()) {
                Thread.onSpinWait();
            } else {
                LockSupport.parkNanos(left);
            }
        }
        shareOnCpu = (double) (threads.getCurrentThreadCpuTime() - startCpuNanos) / (System.nanoTime() - startNanos);
    }
}
