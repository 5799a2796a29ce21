package io.twohop.testing;

import io.twohop.pipeline.header.TraceHeader;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * The two-hop path at a fixed rate by a client alone, without anything of the harness: what the harness's medians are
 * compared with. The client sends, answers and receives; this paces and measures from the intended time.
 */
public final class BarePath {
    private static final int BYTES = 512 + TraceHeader.BYTES;
    private static final long FAR_NANOS = 200_000;
    private static final long EARLY_NANOS = 150_000;
    private static final double NANOS_PER_SECOND = 1e9;

    /** The source of messages. */
    @FunctionalInterface
    public interface Source {
        /** Waits some milliseconds at most, and hands over what has come. */
        void receive(Consumer<byte[]> handler) throws Exception;
    }

    private final double perSecond;
    private final long measureAfter;
    private final long messages;
    private final Histogram latencies = new Histogram(3_600_000_000_000L, 3);

    /** @param arguments messages per second, seconds to warm up, seconds to measure */
    public BarePath(String... arguments) {
        perSecond = Double.parseDouble(arguments[0]);
        measureAfter = (long) (perSecond * Long.parseLong(arguments[1]));
        messages = measureAfter + (long) (perSecond * Long.parseLong(arguments[2]));
    }

    /** Answers each message with itself, on a thread of its own. */
    public static void echo(Source requests, Consumer<byte[]> reply) {
        daemon(() -> {
            while (true) {
                requests.receive(reply);
            }
        });
    }

    /** Sends at the rate and prints what came back how late. */
    public void run(Consumer<byte[]> send, Source replies) throws InterruptedException {
        long start = System.nanoTime() + (long) NANOS_PER_SECOND;
        long measureFrom = intended(start, measureAfter);
        Thread sink = daemon(() -> {
            long[] count = {0};
            while (count[0] < messages) {
                replies.receive(message -> {
                    count[0]++;
                    long intended = ByteBuffer.wrap(message).getLong();
                    if (intended >= measureFrom) {
                        latencies.recordValue(System.nanoTime() - intended);
                    }
                });
            }
        });
        sendAll(start, 0, measureAfter, send);
        long cpuNanos = cpuNanos();
        sendAll(start, measureAfter, messages, send);
        sink.join();
        cpuNanos = cpuNanos() - cpuNanos;
        System.out.printf(
                "bare p50 %.1f p90 %.1f p99 %.1f p99.9 %.1f us, %.1f us of CPU a message, %d samples%n",
                latencies.getValueAtPercentile(50) / 1e3,
                latencies.getValueAtPercentile(90) / 1e3,
                latencies.getValueAtPercentile(99) / 1e3,
                latencies.getValueAtPercentile(99.9) / 1e3,
                cpuNanos / 1e3 / (messages - measureAfter),
                latencies.getTotalCount());
    }

    private long intended(long start, long message) {
        return start + (long) (message * NANOS_PER_SECOND / perSecond);
    }

    /** Returns the CPU time of this process and of the servers that it started. */
    private static long cpuNanos() {
        ProcessHandle self = ProcessHandle.current();
        return Stream.concat(Stream.of(self), self.descendants())
                .map(process -> process.info().totalCpuDuration().orElse(Duration.ZERO))
                .mapToLong(Duration::toNanos)
                .sum();
    }

    private void sendAll(long start, long from, long to, Consumer<byte[]> send) {
        byte[] random = new byte[BYTES];
        new Random(1).nextBytes(random);
        for (long i = from; i < to; i++) {
            long intended = intended(start, i);
            for (long left = intended - System.nanoTime(); left > 0; left = intended - System.nanoTime()) {
                if (left > FAR_NANOS) {
                    LockSupport.parkNanos(left - EARLY_NANOS);
                } else {
                    Thread.yield();
                }
            }
            byte[] message = random.clone();
            ByteBuffer.wrap(message).putLong(intended);
            send.accept(message);
        }
    }

    /** The work of a thread. */
    @FunctionalInterface
    private interface Work {
        void run() throws Exception;
    }

    private static Thread daemon(Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        thread.setDaemon(true);
        thread.start();
        return thread;
    }
}
