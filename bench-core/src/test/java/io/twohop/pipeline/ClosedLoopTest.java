package io.twohop.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.twohop.account.Throughput;
import io.twohop.event.Microservice;
import io.twohop.measure.Window;
import io.twohop.testing.Runs;
import io.twohop.testing.ScriptedTransport;
import io.twohop.testing.ScriptedTransport.Deliver;
import io.twohop.testing.ScriptedTransport.Script;
import io.twohop.testing.model.ManualClock;
import io.twohop.transport.Guarantees;
import io.twohop.transport.Guarantees.Delivery;
import io.twohop.workload.Keys;
import io.twohop.workload.Mode;
import io.twohop.workload.Workload;
import io.twohop.workload.WorkloadBuilder;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The closed loop on a clock that the test moves. */
@Tag("one-jdk")
class ClosedLoopTest {
    private static final long MILLI = 1_000_000;
    private static final long STEP_NANOS = MILLI / 100;
    private static final long WARMUP_NANOS = 50 * MILLI;

    private final ManualClock clock = new ManualClock();
    private final Window window =
            new Window(clock.nanoTime(), clock.nanoTime() + WARMUP_NANOS, clock.nanoTime() + 5_000 * MILLI);
    private boolean acknowledged;
    private Microservice<ByteBuffer, ByteBuffer> service = (event, out) -> out.accept(event);
    private int answered;
    private Pipeline pipeline;
    private long lost;
    private long mostInFlight;

    private static WorkloadBuilder workload(long count, int inFlight) {
        return Workload.builder()
                .mode(Mode.THROUGHPUT)
                .hops(1)
                .set(Keys.COUNT, count)
                .set(Keys.IN_FLIGHT, inFlight);
    }

    private Throughput run(WorkloadBuilder workload, Script script) throws Exception {
        Guarantees guarantees = new Guarantees(Delivery.EXACTLY_ONCE, true, acknowledged, "none", 1);
        Script watched = (index, deliver) -> {
            mostInFlight = Math.max(mostInFlight, index + 1 - pipeline.received() - lost);
            script.onPublish(index, deliver);
        };
        Messages<ByteBuffer> plain = Runs.messages();
        Messages<ByteBuffer> messages = new Messages<>(plain.mark(), plain.type(), plain.codecs(), () -> service);
        pipeline = new Pipeline(
                new PipelineSpec<>("test", workload.build().scenario(), 2, messages),
                new ScriptedTransport(clock, watched, guarantees),
                clock,
                () -> window);
        while (clock.nanoTime() - window.measureEndNanos() < 100 * MILLI) {
            while (pipeline.runOnce() > 0) {
                // Everything that is due at this instant.
            }
            clock.advance(STEP_NANOS);
        }
        assertThat(pipeline.finishedSending()).isTrue();
        return Throughput.of(pipeline.published(), pipeline.acknowledged(), pipeline.arrived());
    }

    @Test
    void shouldNeverHaveMoreInFlightThanAsked() throws Exception {
        Throughput throughput = run(workload(1_000, 10), (index, deliver) -> deliver.after(MILLI));

        // Ten each millisecond; the last ten arrive one millisecond after they are sent.
        assertThat(mostInFlight).isEqualTo(10);
        assertThat(throughput.overall().messages()).isEqualTo(1_000);
        assertThat(throughput.overall().seconds()).isCloseTo(0.100, within(0.002));
        assertThat(throughput.overall().messagesPerSecond()).isCloseTo(10_000, within(200.0));
        assertThat(throughput.overall().megabytesPerSecond()).isCloseTo(0.64, within(0.02));
        assertThat(throughput.publisher().seconds()).isCloseTo(0.099, within(0.002));
        assertThat(throughput.subscriber().seconds()).isCloseTo(0.099, within(0.002));
    }

    @Test
    void shouldWaitForAcknowledgementsWhereThereAreSome() throws Exception {
        acknowledged = true;
        Throughput throughput = run(workload(400, 4), (index, deliver) -> {
            deliver.acknowledgedAfter(2 * MILLI);
            deliver.after(20 * MILLI);
        });

        // Four each two milliseconds, however late they arrive.
        assertThat(throughput.publisher().messages()).isEqualTo(400);
        assertThat(throughput.publisher().seconds()).isCloseTo(0.200, within(0.004));
        assertThat(throughput.overall().seconds()).isCloseTo(0.218, within(0.004));
        assertThat(throughput.publisher().bytes()).isEqualTo(400 * 64);
    }

    @Test
    void shouldPublishOneByOneWhenOneMayBeInFlight() throws Exception {
        acknowledged = true;
        Throughput throughput = run(workload(100, 1), (index, deliver) -> {
            deliver.acknowledgedAfter(MILLI);
            deliver.after(0);
        });

        assertThat(throughput.publisher().messagesPerSecond()).isCloseTo(1_000, within(20.0));
    }

    @Test
    void shouldBeginToMeasureWithNothingInFlight() throws Exception {
        acknowledged = true;
        long[] outstanding = new long[1];
        long[] atFirstMeasured = {-1};
        Throughput throughput = run(workload(50, 100), (index, deliver) -> {
            if (atFirstMeasured[0] < 0 && clock.nanoTime() - window.measureStartNanos() >= 0) {
                atFirstMeasured[0] = clock.nanoTime() - window.measureStartNanos();
                outstanding[0] = index;
            }
            deliver.acknowledgedAfter(30 * MILLI);
            deliver.after(0);
        });

        // Full windows go out at 0 and 30 ms; the second is acknowledged 10 ms after measuring was to begin.
        assertThat(outstanding[0]).isEqualTo(200);
        assertThat(atFirstMeasured[0]).isCloseTo(10 * MILLI, within(2 * STEP_NANOS));
        assertThat(throughput.publisher().messages()).isEqualTo(50);
        assertThat(throughput.publisher().seconds()).isCloseTo(0.030, within(0.001));
    }

    @Test
    void shouldEndWithTheWindowWhenThereIsNoCount() throws Exception {
        WorkloadBuilder workload = workload(1, 10).set(Keys.COUNT, null).duration(Duration.ofSeconds(4));
        Throughput throughput = run(workload, (index, deliver) -> deliver.after(MILLI));

        assertThat(throughput.overall().seconds()).isCloseTo(4.95, within(0.01));
        assertThat(throughput.overall().messagesPerSecond()).isCloseTo(10_000, within(200.0));
    }

    @Test
    void shouldGoOnBehindALostMessage() throws Exception {
        Throughput throughput = run(workload(1_000, 10), (index, deliver) -> {
            if (index % 100 != 50) {
                deliver.after(MILLI);
            }
        });

        assertThat(throughput.subscriber().messages()).isBetween(985L, 995L);
        assertThat(pipeline.accounting(List.of(), clock.nanoTime()).get(0).lost())
                .isGreaterThanOrEqualTo(10);
    }

    /** Even messages go to one topic, odd ones to another, which is slow. */
    private static void overUnequalTopics(long index, Deliver deliver) {
        deliver.after(index % 2 == 0 ? MILLI : 10 * MILLI);
    }

    @Test
    void shouldNeverHaveMoreInFlightThanAskedWhereOneTopicOvertakesAnother() throws Exception {
        Throughput throughput =
                run(workload(1_000, 10).set(Keys.TOPICS, List.of(2)), ClosedLoopTest::overUnequalTopics);

        assertThat(mostInFlight).isEqualTo(10);
        assertThat(throughput.overall().messages()).isEqualTo(1_000);
    }

    @Test
    void shouldBeginToMeasureWithNothingInFlightOnTheSlowerTopic() throws Exception {
        long[] inFlight = {-1};
        run(workload(100, 10).set(Keys.TOPICS, List.of(2)), (index, deliver) -> {
            if (inFlight[0] < 0 && clock.nanoTime() - window.measureStartNanos() >= 0) {
                inFlight[0] = index - pipeline.received();
            }
            overUnequalTopics(index, deliver);
        });

        assertThat(inFlight[0]).isZero();
    }

    /** More are lost than may be in flight, so that it would stand still if they stayed there. */
    @ParameterizedTest
    @CsvSource({"1, 1", "2, 1", "1, 3", "2, 3"})
    void shouldGoOnBehindMessagesThatOneOfTwoTopicsLost(int hops, int producers) throws Exception {
        Throughput throughput = run(
                workload(1_500, 10).set(Keys.TOPICS, List.of(2)).hops(hops).producers(producers), (index, deliver) -> {
                    if (index % 20 != 3) {
                        overUnequalTopics(index, deliver);
                    } else {
                        lost++;
                    }
                });

        assertThat(throughput.publisher().messages()).isEqualTo(1_500);
        assertThat(pipeline.accounting(List.of(), clock.nanoTime()).get(0).lost())
                .isGreaterThanOrEqualTo(75);
        if (producers == 1) {
            assertThat(mostInFlight).as("where it is known whose they were").isLessThanOrEqualTo(10);
        }
    }

    /** Ten of fifty topics deliver nothing, and ten may be in flight. */
    @Test
    void shouldGoOnWhereMoreTopicsAreSilentThanMayBeInFlight() throws Exception {
        Throughput throughput = run(workload(1_000, 10).set(Keys.TOPICS, List.of(50)), (index, deliver) -> {
            if (index % 5 != 3) {
                deliver.after(MILLI);
            }
        });

        assertThat(throughput.publisher().messages()).isEqualTo(1_000);
        assertThat(throughput.overall().seconds()).as("but for a second once").isLessThan(1.5);
    }

    @Test
    void shouldBeginToMeasureThoughTheLastMessageOfWarmUpWasLost() throws Exception {
        Throughput throughput = run(workload(100, 10), (index, deliver) -> {
            long untilMeasured = window.measureStartNanos() - clock.nanoTime();
            // Ten go out each millisecond.
            boolean isLast = untilMeasured > 0 && untilMeasured <= MILLI && index % 10 == 9;
            if (!isLast) {
                deliver.after(MILLI);
            }
        });

        assertThat(throughput.publisher().messages()).isEqualTo(100);
    }

    @Test
    void shouldGoOnBehindMessagesThatTheServiceDidNotAnswer() throws Exception {
        service = (event, out) -> {
            if (++answered % 20 != 3) {
                out.accept(event);
            } else {
                lost++;
            }
        };
        Throughput throughput =
                run(workload(1_000, 10).set(Keys.TOPICS, List.of(2)).hops(2), ClosedLoopTest::overUnequalTopics);

        assertThat(throughput.publisher().messages()).isEqualTo(1_000);
        assertThat(mostInFlight).isLessThanOrEqualTo(10);
    }

    @Test
    void shouldShareACountAmongProducers() throws Exception {
        Throughput throughput = run(workload(1_000, 10).producers(3), (index, deliver) -> deliver.after(MILLI));

        assertThat(throughput.overall().messages()).isEqualTo(1_000);
        assertThat(mostInFlight).isEqualTo(30);
    }

    @Test
    void shouldMeasureNoLatency() throws Exception {
        run(workload(10, 1), (index, deliver) -> deliver.after(MILLI));

        assertThat(pipeline.recorders()).isEmpty();
        assertThat(pipeline.costliestEpisodes()).isEmpty();
    }
}
