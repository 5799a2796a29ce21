package io.twohop.engine.trial;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.account.LayoutCapacity;
import io.twohop.codec.BytesCodec;
import io.twohop.codec.Codec;
import io.twohop.config.Distribution;
import io.twohop.pipeline.LayoutTried;
import io.twohop.pipeline.Messages;
import io.twohop.pipeline.PipelineSpec;
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
import java.util.function.Supplier;
import org.agrona.concurrent.NanoClock;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("one-jdk")
class LayoutTrialTest {
    private static final Path NOWHERE = Path.of("target");

    private final AtomicInteger answered = new AtomicInteger();

    /** @param decodingNanos what decoding a message takes, at least */
    private LayoutTried tried(WorkloadBuilder workload, int cores, long decodingNanos) throws Exception {
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

    private LayoutCapacity capacity(WorkloadBuilder workload, long decodingNanos) throws Exception {
        return tried(workload, 2, decodingNanos).capacity().orElseThrow();
    }

    /** Tries a transport that does what a script says, on a clock on which each reading takes a microsecond. */
    private static LayoutTried tried(double rate, Script script, ManualClock clock) throws Exception {
        return tried(rate, script, clock, Duration.ofHours(1));
    }

    private static LayoutTried tried(double rate, Script script, ManualClock clock, Duration blocked) throws Exception {
        return tried(rate, script, clock, new AtomicLong(), blocked);
    }

    /** @param waitedNanos how long the trial's thread has waited for a core */
    private static LayoutTried tried(
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
                    new LayoutTrial.Machine(
                            passing,
                            nanos -> clock.advance(Math.max(0, nanos)),
                            thread -> new Counted(waitedNanos),
                            InTurns::new),
                    blocked);
        }
    }

    private record Counted(AtomicLong waitedNanos) implements Waits {
        @Override
        public long nanos() {
            return waitedNanos.get();
        }

        @Override
        public void close() {}
    }

    /** A second thread whose turns the first one does, on the same clock, so that the first one's time contains the second one's. */
    private static final class InTurns implements Second {
        private final Turns turns;

        InTurns(Supplier<Turns> making) {
            turns = making.get();
        }

        @Override
        public void turn() {
            turns.turn(false);
        }

        @Override
        public long busyNanos() {
            return turns.busyNanos();
        }

        @Override
        public void close() {
            turns.close();
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
    void shouldFindThatOneThreadSufficesForLittle() throws Exception {
        assertThat(capacity(Workload.builder().rate(10), 0).singleSuffices()).isTrue();
    }

    /** Half a millisecond on each of two hops is a core's work for a thousand messages, and two threads share it. */
    @Test
    void shouldFindWhatTwoThreadsCarryThatDecodeForLong() throws Exception {
        LayoutCapacity capacity = capacity(Workload.builder().rate(1_500), TimeUnit.MICROSECONDS.toNanos(500));

        assertThat(capacity.singlePerSecond()).isBetween(100.0, 1_100.0);
        assertThat(capacity.sharedPerSecond()).isBetween(100.0, 2_200.0);
        assertThat(capacity.offeredPerSecond()).isEqualTo(1_500);
    }

    /** Half a millisecond for each message is the work of the thread that the service is on, though the trial never does it. */
    @Test
    void shouldAddTheWorkThatTheServiceIsSetTo() throws Exception {
        ServiceOptions busy = ServiceOptions.busy(Distribution.exponential(Duration.ofNanos(500_000)));

        LayoutCapacity capacity = capacity(Workload.builder().rate(2_100).service(busy), 0);

        assertThat(capacity.singlePerSecond()).isLessThan(2_000);
        assertThat(capacity.sharedPerSecond()).isBetween(capacity.singlePerSecond() / 2, 2_000.0);
        assertThat(answered).hasValue(0);
    }

    /** It may count what it is asked, or keep it. */
    @Test
    void shouldAskTheServiceNothing() throws Exception {
        capacity(Workload.builder().rate(10), 0);

        assertThat(answered).hasValue(0);
    }

    /** The trial does not know how long a service of the user works. */
    @Test
    void shouldLeaveMoreReserveBesideAService() throws Exception {
        ServiceOptions own = ServiceOptions.of("mine");

        assertThat(capacity(Workload.builder().rate(10).service(own), 0).mostUsed())
                .isEqualTo(0.6);
        assertThat(capacity(Workload.builder().rate(10), 0).mostUsed()).isEqualTo(0.95);
    }

    /** Generator and sink are on one thread in either layout. */
    @Test
    void shouldTryOneThreadWithoutAService() throws Exception {
        assertThat(capacity(Workload.builder().rate(10).hops(1), 0).sharedPerSecond())
                .isNull();
    }

    @Test
    void shouldGiveTheCauseWhereItFailed() throws Exception {
        LayoutTried tried = tried(Workload.builder().rate(10), 2, -1);

        assertThat(tried.capacity()).isEmpty();
        assertThat(tried.failure().orElseThrow()).contains("java.lang.IllegalStateException: no");
    }

    @Test
    void shouldGiveTheCauseWhereATransportTakesNoMessage() throws Exception {
        LayoutTried tried = tried(
                10,
                (index, deliver) -> {
                    throw new IllegalStateException("no");
                },
                new ManualClock());

        assertThat(tried.capacity()).isEmpty();
        assertThat(tried.failure().orElseThrow())
                .contains("could not be published: ")
                .contains("no");
    }

    @Test
    void shouldGiveTheCauseWhereATransportDeliversNothing() throws Exception {
        ManualClock clock = new ManualClock();
        long startNanos = clock.nanoTime();
        LayoutTried tried = tried(10, (index, deliver) -> {}, clock);

        assertThat(tried.capacity()).isEmpty();
        assertThat(tried.failure().orElseThrow()).matches("0 of [\\d,]+ messages had arrived");
        assertThat(clock.nanoTime() - startNanos).isLessThan(TimeUnit.SECONDS.toNanos(6));
    }

    @Test
    void shouldGiveTheCallThatNeverReturns() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        LayoutTried tried = tried(10, (index, deliver) -> never.await(), new ManualClock(), Duration.ofMillis(1));

        assertThat(tried.blocks()).isTrue();
        assertThat(tried.failure().orElseThrow()).startsWith("no return within 1.00 ms from ");
    }

    /** Its messages take longer than several parts of the trial, though each costs little. */
    @Test
    void shouldTellALongWayFromASlowOne() throws Exception {
        LayoutTried tried = tried(10, (index, deliver) -> deliver.after(300_000_000), new ManualClock());

        assertThat(tried.failure()).isEmpty();
        assertThat(tried.capacity().orElseThrow().singlePerSecond()).isGreaterThan(5_000);
    }

    /** A server takes a millisecond for each message, in which the bench's threads have nothing to do. */
    @Test
    void shouldTellASlowServerFromABusyThread() throws Exception {
        ManualClock clock = new ManualClock();
        long[] freeAt = {clock.nanoTime()};
        LayoutTried tried = tried(
                10,
                (index, deliver) -> {
                    freeAt[0] = Math.max(clock.nanoTime(), freeAt[0]) + 1_000_000;
                    deliver.at(freeAt[0]);
                },
                clock);

        assertThat(tried.failure()).isEmpty();
        assertThat(tried.capacity().orElseThrow().singlePerSecond()).isGreaterThan(5_000);
    }

    /** Sending takes 0.1 ms, and all that is in flight arrives in a part in which little is sent. */
    @Test
    void shouldCountTheSendingOfWhatArrivesLater() throws Exception {
        ManualClock clock = new ManualClock();
        LayoutTried tried = tried(
                9_000,
                (index, deliver) -> {
                    clock.advance(100_000);
                    deliver.after(100_000_000);
                },
                clock);

        assertThat(tried.capacity().orElseThrow().singlePerSecond()).isBetween(3_000.0, 10_000.0);
    }

    /** For two thirds of the time, all takes ten times as long. */
    @Test
    void shouldDecideByGoodParts() throws Exception {
        ManualClock clock = new ManualClock();
        long startNanos = clock.nanoTime();
        LayoutTried tried = tried(
                5_000,
                (index, deliver) -> {
                    boolean slow = (clock.nanoTime() - startNanos) / 40_000_000 % 3 > 0;
                    clock.advance(slow ? 1_000_000 : 100_000);
                    deliver.after(0);
                },
                clock);

        assertThat(tried.capacity().orElseThrow().singlePerSecond()).isBetween(7_000.0, 10_000.0);
    }

    /** At 1,000/s, a thread that others keep for 4 ms at each message is nearly idle; one whose calls take 4 ms is not. */
    @Test
    void shouldCountNoTimeInWhichOtherProgramsHadTheCore() throws Exception {
        ManualClock clock = new ManualClock();
        AtomicLong waitedNanos = new AtomicLong();
        LayoutTried starved = tried(
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
        LayoutTried slow = tried(
                1_000,
                (index, deliver) -> {
                    another.advance(4_000_000);
                    deliver.after(0);
                },
                another);

        assertThat(starved.capacity().orElseThrow().singlePerSecond()).isGreaterThan(3_000);
        assertThat(slow.capacity().orElseThrow().singlePerSecond()).isLessThan(250);
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
                .isEqualTo(LayoutTried.NOT_TRIED);
    }

    @Test
    void shouldTryNothingWhereTheAnswerWouldChangeNothing() throws Exception {
        assertThat(tried(Workload.builder().rate(10), 1, 0)).isEqualTo(LayoutTried.NOT_TRIED);
        assertThat(tried(Workload.builder().rate(10), 3, 0)).isEqualTo(LayoutTried.NOT_TRIED);
        assertThat(tried(Workload.builder().rate(10).layout(Layout.SHARED), 2, 0))
                .isEqualTo(LayoutTried.NOT_TRIED);
        assertThat(tried(Workload.builder().mode(Mode.THROUGHPUT), 2, 0)).isEqualTo(LayoutTried.NOT_TRIED);
    }
}
