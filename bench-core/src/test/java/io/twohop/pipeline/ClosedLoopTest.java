package io.twohop.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.twohop.measure.Throughput;
import io.twohop.measure.Window;
import io.twohop.testing.ManualClock;
import io.twohop.testing.Runs;
import io.twohop.testing.ScriptedTransport;
import io.twohop.testing.ScriptedTransport.Script;
import io.twohop.transport.Guarantees;
import io.twohop.transport.Guarantees.Delivery;
import io.twohop.workload.Mode;
import io.twohop.workload.Workload;
import io.twohop.workload.WorkloadBuilder;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The closed loop on a clock that the test moves. */
class ClosedLoopTest {
    private static final long MILLI = 1_000_000;
    private static final long STEP_NANOS = MILLI / 100;
    private static final long WARMUP_NANOS = 50 * MILLI;

    private final ManualClock clock = new ManualClock();
    private final Window window =
            new Window(clock.nanoTime(), clock.nanoTime() + WARMUP_NANOS, clock.nanoTime() + 5_000 * MILLI);
    private boolean acknowledged;
    private Pipeline pipeline;
    private long mostInFlight;

    private static WorkloadBuilder workload(long count, int inFlight) {
        return Workload.builder().mode(Mode.THROUGHPUT).hops(1).count(count).inFlight(inFlight);
    }

    private Throughput run(WorkloadBuilder workload, Script script) throws Exception {
        Guarantees guarantees = new Guarantees(Delivery.EXACTLY_ONCE, true, acknowledged, "none", 1);
        Script watched = (index, deliver) -> {
            mostInFlight = Math.max(mostInFlight, index + 1 - pipeline.received());
            script.onPublish(index, deliver);
        };
        pipeline = new Pipeline(
                new PipelineSpec<>("test", workload.build(), 2, Runs.messages()),
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
        WorkloadBuilder workload = workload(1, 10).count(null).duration(Duration.ofSeconds(4));
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
        assertThat(pipeline.accounting(null, clock.nanoTime()).lost()).isGreaterThanOrEqualTo(10);
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
        assertThat(pipeline.slowestMessages()).isEmpty();
    }
}
