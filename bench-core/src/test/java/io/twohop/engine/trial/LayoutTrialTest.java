package io.twohop.engine.trial;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.codec.BytesCodec;
import io.twohop.codec.Codec;
import io.twohop.config.Distribution;
import io.twohop.pipeline.LayoutChoice;
import io.twohop.pipeline.Messages;
import io.twohop.pipeline.PipelineSpec;
import io.twohop.pipeline.SingleThread;
import io.twohop.testing.Runs;
import io.twohop.testing.ScriptedTransport;
import io.twohop.testing.ScriptedTransport.Script;
import io.twohop.testing.model.ManualClock;
import io.twohop.transport.Acknowledgements;
import io.twohop.transport.Channel;
import io.twohop.transport.Publisher;
import io.twohop.transport.RunContext;
import io.twohop.transport.Subscription;
import io.twohop.transport.Transport;
import io.twohop.transport.loopback.LoopbackConfig;
import io.twohop.transport.loopback.LoopbackProvider;
import io.twohop.workload.Layout;
import io.twohop.workload.Mode;
import io.twohop.workload.ServiceOptions;
import io.twohop.workload.Workload;
import io.twohop.workload.WorkloadBuilder;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.agrona.concurrent.NanoClock;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("one-jdk")
class LayoutTrialTest {
    private static final Path NOWHERE = Path.of("target");

    private final AtomicInteger answered = new AtomicInteger();

    /** @param decodingNanos what decoding a message takes, at least */
    private SingleThread tried(WorkloadBuilder workload, int cores, long decodingNanos) throws Exception {
        Messages<ByteBuffer> plain = Runs.messages();
        Messages<ByteBuffer> messages =
                new Messages<>(plain.mark(), plain.type(), () -> new Slow(decodingNanos), () -> (event, out) -> {
                    answered.incrementAndGet();
                    out.accept(event);
                });
        RunContext context = new RunContext(
                "test",
                NOWHERE,
                NOWHERE,
                new RunContext.Traffic(1_000, 1, plain.maxMessageBytes(), plain.typicalMessageBytes()),
                new RunContext.Channels(2, 1));
        try (Transport transport = new LoopbackProvider().open(new LoopbackConfig(null, null), context)) {
            return LayoutTrial.of(
                    new PipelineSpec<>(
                            "test",
                            workload.duration(Duration.ofSeconds(1)).build().scenario(),
                            cores,
                            messages),
                    transport);
        }
    }

    private double share(WorkloadBuilder workload, int cores, long decodingNanos) throws Exception {
        return tried(workload, cores, decodingNanos).share().orElseThrow();
    }

    /** Tries a transport that does what a script says, on a clock on which each reading takes a microsecond. */
    private static SingleThread tried(double rate, Script script, ManualClock clock) throws Exception {
        return tried(rate, script, clock, Duration.ofHours(1));
    }

    private static SingleThread tried(double rate, Script script, ManualClock clock, Duration blocked)
            throws Exception {
        return tried(rate, script, clock, new AtomicLong(), blocked);
    }

    /** @param waitedNanos how long the trial's thread has waited for a core */
    private static SingleThread tried(
            double rate, Script script, ManualClock clock, AtomicLong waitedNanos, Duration blocked) throws Exception {
        NanoClock passing = () -> {
            clock.advance(1_000);
            return clock.nanoTime();
        };
        Workload workload =
                Workload.builder().rate(rate).duration(Duration.ofSeconds(1)).build();
        try (Transport transport = new ScriptedTransport(passing, script)) {
            return LayoutTrial.of(
                    new PipelineSpec<>("test", workload.scenario(), 2, Runs.messages()),
                    transport,
                    passing,
                    nanos -> clock.advance(Math.max(0, nanos)),
                    new LayoutTrial.Waits() {
                        @Override
                        public void begin() {}

                        @Override
                        public long nanos() {
                            return waitedNanos.get();
                        }

                        @Override
                        public void close() {}
                    },
                    blocked);
        }
    }

    private static final class Slow implements Codec<ByteBuffer> {
        private final BytesCodec codec = new BytesCodec();
        private final long decodingNanos;

        Slow(long decodingNanos) {
            this.decodingNanos = decodingNanos;
        }

        @Override
        public void encode(ByteBuffer event, ByteBuffer out) {
            codec.encode(event, out);
        }

        @Override
        public ByteBuffer decode(ByteBuffer in) {
            // Time on the CPU, of which a busy machine takes nothing.
            ThreadMXBean threads = ManagementFactory.getThreadMXBean();
            long endNanos = threads.getCurrentThreadCpuTime() + decodingNanos;
            if (decodingNanos < 0) {
                throw new IllegalStateException("no");
            }
            while (threads.getCurrentThreadCpuTime() < endNanos) {
                Thread.onSpinWait();
            }
            return codec.decode(in);
        }
    }

    @Test
    void shouldFindAThreadIdleThatHasLittleToDo() throws Exception {
        assertThat(share(Workload.builder().rate(10), 2, 0)).isBetween(0.0, LayoutChoice.MOST_BUSY);
    }

    /** Twice half a millisecond for each of 2,000 a second is two cores' work. */
    @Test
    void shouldFindAThreadFullThatDecodesForLong() throws Exception {
        assertThat(share(Workload.builder().rate(2_000), 2, TimeUnit.MICROSECONDS.toNanos(500)))
                .isGreaterThan(1.9);
    }

    /** Half a millisecond for each of 2,000 a second is a core's work, though the trial never does it. */
    @Test
    void shouldAddTheWorkThatTheServiceIsSetTo() throws Exception {
        ServiceOptions busy = ServiceOptions.busy(Distribution.exponential(Duration.ofNanos(500_000)));

        assertThat(share(Workload.builder().rate(2_000).service(busy), 2, 0)).isGreaterThan(1.0);
        assertThat(answered).hasValue(0);
    }

    /** It may count what it is asked, or keep it. */
    @Test
    void shouldAskTheServiceNothing() throws Exception {
        share(Workload.builder().rate(10), 2, 0);

        assertThat(answered).hasValue(0);
    }

    @Test
    void shouldGiveTheCauseWhereItFailed() throws Exception {
        SingleThread tried = tried(Workload.builder().rate(10), 2, -1);

        assertThat(tried.share()).isEmpty();
        assertThat(tried.failure().orElseThrow())
                .contains("java.lang.IllegalStateException: no")
                .endsWith(" (in the last of 4 attempts)");
    }

    @Test
    void shouldGiveTheCauseWhereATransportTakesNoMessage() throws Exception {
        SingleThread tried = tried(
                10,
                (index, deliver) -> {
                    throw new IllegalStateException("no");
                },
                new ManualClock());

        assertThat(tried.share()).isEmpty();
        assertThat(tried.failure().orElseThrow())
                .startsWith("a message could not be published: ")
                .contains("no")
                .endsWith(" (in the last of 4 attempts)");
    }

    @Test
    void shouldGiveTheCauseWhereATransportDeliversNothing() throws Exception {
        ManualClock clock = new ManualClock();
        long startNanos = clock.nanoTime();
        SingleThread tried = tried(10, (index, deliver) -> {}, clock);

        assertThat(tried.share()).isEmpty();
        assertThat(tried.failure().orElseThrow())
                .matches("0 of 1,0\\d\\d messages had arrived \\(in the last of 4 attempts\\)");
        assertThat(clock.nanoTime() - startNanos).isLessThan(TimeUnit.SECONDS.toNanos(6));
    }

    @Test
    void shouldGiveTheCallThatNeverReturns() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        SingleThread tried = tried(10, (index, deliver) -> never.await(), new ManualClock(), Duration.ofMillis(1));

        assertThat(tried.blocks()).isTrue();
        assertThat(tried.failure().orElseThrow()).startsWith("no return within 1.00 ms from ");
    }

    /** As a server that has just started does, which then has code to compile. */
    @Test
    void shouldTryAgainWhereATransportFallsBehindAtFirst() throws Exception {
        ManualClock clock = new ManualClock();
        long[] freeAt = {clock.nanoTime()};
        SingleThread tried = tried(
                10,
                (index, deliver) -> {
                    freeAt[0] = Math.max(clock.nanoTime(), freeAt[0]) + (index < 1_000 ? 500_000 : 1_000);
                    deliver.at(freeAt[0]);
                },
                clock);

        assertThat(tried.failure()).isEmpty();
        assertThat(tried.share().orElseThrow()).isBetween(0.0, LayoutChoice.MOST_BUSY);
    }

    /** With 833 messages a second in the last attempt it carries all it gets. */
    @Test
    void shouldTryASlowTransportWithFewerMessages() throws Exception {
        ManualClock clock = new ManualClock();
        long[] freeAt = {clock.nanoTime()};
        SingleThread tried = tried(
                10,
                (index, deliver) -> {
                    freeAt[0] = Math.max(clock.nanoTime(), freeAt[0]) + 1_000_000;
                    deliver.at(freeAt[0]);
                },
                clock);

        assertThat(tried.failure()).isEmpty();
        assertThat(tried.share().orElseThrow()).isBetween(0.0, LayoutChoice.MOST_BUSY);
    }

    /** Its messages take longer than several parts of the trial, though each costs little. */
    @Test
    void shouldTellALongWayFromASlowOne() throws Exception {
        SingleThread tried = tried(10, (index, deliver) -> deliver.after(300_000_000), new ManualClock());

        assertThat(tried.failure()).isEmpty();
        assertThat(tried.share().orElseThrow()).isBetween(0.0, LayoutChoice.MOST_BUSY);
    }

    /** At 1,000/s, a thread that others keep for 4 ms at each message is nearly idle; one whose calls take 4 ms is not. */
    @Test
    void shouldCountNoTimeInWhichOtherProgramsHadTheCore() throws Exception {
        ManualClock clock = new ManualClock();
        AtomicLong waitedNanos = new AtomicLong();
        SingleThread starved = tried(
                1_000,
                (index, deliver) -> {
                    clock.advance(4_000_000);
                    waitedNanos.addAndGet(4_000_000);
                    deliver.after(0);
                },
                clock,
                waitedNanos,
                Duration.ofHours(1));
        ManualClock another = new ManualClock();
        SingleThread slow = tried(
                1_000,
                (index, deliver) -> {
                    another.advance(4_000_000);
                    deliver.after(0);
                },
                another);

        assertThat(starved.share().orElseThrow()).isBetween(0.0, LayoutChoice.MOST_BUSY);
        assertThat(slow.share().orElseThrow()).isGreaterThan(3);
    }

    /** A server without a core delays each message, and no trial has to say so. */
    @Test
    void shouldTryNothingWhereTheTransportsOwnThreadsNeedACore() throws Exception {
        Transport withServer = new Transport() {
            @Override
            public Publisher publisher(Channel channel, Acknowledgements acknowledgements) {
                throw new IllegalStateException("tried");
            }

            @Override
            public Subscription subscribe(Channel channel, String group) {
                throw new IllegalStateException("tried");
            }

            @Override
            public int busyThreads() {
                return 1;
            }
        };

        assertThat(LayoutTrial.of(
                        new PipelineSpec<>(
                                "test",
                                Workload.builder()
                                        .rate(10)
                                        .duration(Duration.ofSeconds(1))
                                        .build()
                                        .scenario(),
                                2,
                                Runs.messages()),
                        withServer))
                .isEqualTo(SingleThread.NOT_TRIED);
    }

    @Test
    void shouldTryNothingWhereTheAnswerWouldChangeNothing() throws Exception {
        assertThat(tried(Workload.builder().rate(10), 1, 0)).isEqualTo(SingleThread.NOT_TRIED);
        assertThat(tried(Workload.builder().rate(10), 3, 0)).isEqualTo(SingleThread.NOT_TRIED);
        assertThat(tried(Workload.builder().rate(10).layout(Layout.SHARED), 2, 0))
                .isEqualTo(SingleThread.NOT_TRIED);
        assertThat(tried(Workload.builder().mode(Mode.THROUGHPUT), 2, 0)).isEqualTo(SingleThread.NOT_TRIED);
    }
}
