package io.twohop.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.twohop.account.Accounting;
import io.twohop.account.Histograms;
import io.twohop.account.Progress;
import io.twohop.account.Reported;
import io.twohop.event.EventSource;
import io.twohop.event.EventType;
import io.twohop.measure.MessageOutcomes;
import io.twohop.measure.Window;
import io.twohop.schedule.SendingTime;
import io.twohop.testing.Runs;
import io.twohop.testing.ScriptedTransport;
import io.twohop.testing.ScriptedTransport.Script;
import io.twohop.testing.model.ManualClock;
import io.twohop.transport.Guarantees;
import io.twohop.transport.Guarantees.Delivery;
import io.twohop.transport.Notices;
import io.twohop.workload.Keys;
import io.twohop.workload.Probe;
import io.twohop.workload.Workload;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The pipeline on a clock that the test moves: what is measured is then known exactly. */
@Tag("one-jdk")
class SimulatedPipelineTest {
    private static final long MICRO = 1_000;
    private static final long MILLI = 1_000_000;
    private static final long STEP_NANOS = 10 * MICRO;
    private static final int RATE = 1_000;

    private final ManualClock clock = new ManualClock();
    private Guarantees guarantees = new Guarantees(Delivery.EXACTLY_ONCE, true, false, "none", 1);

    @Test
    void shouldShowEveryMessageThatAStallDelayed() throws Exception {
        Pipeline pipeline = run(2, Duration.ofSeconds(3), (index, deliver) -> {
            if (index == 1_000) {
                clock.advance(100 * MILLI);
            }
            deliver.after(0);
        });

        Histogram latencies = measured(pipeline, Probe.END_TO_END);
        long slow = latencies.getTotalCount() - latencies.getCountBetweenValues(0, MILLI);
        assertThat(slow).isBetween(95L, 105L);
        assertThat((double) latencies.getMaxValue()).isCloseTo(100.0 * MILLI, within(5.0 * MILLI));
        assertThat(account(pipeline).lost()).isZero();
    }

    @Test
    void shouldReportEveryPercentileOfAScriptedDistribution() throws Exception {
        int count = 5_000;
        long[] delays = new Random(1)
                .doubles(count)
                .mapToLong(u -> (long) (-Math.log(1 - u) * 3 * MILLI) / STEP_NANOS * STEP_NANOS)
                .toArray();
        Pipeline pipeline = run(1, Duration.ofSeconds(5), (index, deliver) -> deliver.after(delays[(int) index]));

        Histogram latencies = measured(pipeline, Probe.END_TO_END);
        Arrays.sort(delays);
        for (double percentile : new double[] {1, 10, 50, 90, 99, 99.9, 100}) {
            long exact = delays[(int) Math.ceil(percentile * count / 100 - 1e-6) - 1];
            assertThat(latencies.getValueAtPercentile(percentile))
                    .as("p%s", percentile)
                    .isCloseTo(exact, within(Math.max(1, exact / 1_000)));
        }
    }

    @Test
    void shouldCountExactlyWhatIsDropped() throws Exception {
        Accounting account = account(run(2, Duration.ofSeconds(5), (index, deliver) -> {
            if (index % 1_000 != 0) {
                deliver.after(0);
            }
        }));

        assertThat(account.scheduled()).isEqualTo(5_000);
        assertThat(account.lost()).isEqualTo(5);
        assertThat(account.received()).isEqualTo(4_995);
        assertThat(account.duplicated() + account.outOfOrder()).isZero();
    }

    @Test
    void shouldCountExactlyWhatIsDuplicated() throws Exception {
        Accounting account = account(run(2, Duration.ofSeconds(5), (index, deliver) -> {
            deliver.after(0);
            if (index % 100 == 7) {
                deliver.after(20 * MILLI);
            }
        }));

        assertThat(account.duplicated()).isEqualTo(50);
        assertThat(account.received()).isEqualTo(5_000);
        assertThat(account.lost() + account.outOfOrder() + account.tooLate()).isZero();
    }

    @Test
    void shouldCountExactlyWhatIsSwapped() throws Exception {
        Accounting account = account(
                run(2, Duration.ofSeconds(5), (index, deliver) -> deliver.after(index % 500 == 3 ? 1_500 * MICRO : 0)));

        assertThat(account.outOfOrder()).isEqualTo(10);
        assertThat(account.lost() + account.duplicated()).isZero();
    }

    @Test
    void shouldKeepOfEachArrivalWhichTopicOfTheLastHopItCameBy() throws Exception {
        MessageOutcomes outcomes = new MessageOutcomes(100);
        Workload workload = Workload.builder()
                .rate(RATE)
                .set(Keys.TOPICS, List.of(2))
                .warmup(Duration.ZERO)
                .duration(Duration.ofMillis(10))
                .build();
        PipelineSpec<?> spec = new PipelineSpec<>(
                "test",
                workload.scenario(),
                2,
                LayoutTried.NOT_TRIED,
                Runs.messages(),
                outcomes,
                ConsumerGate.NONE,
                new Notices(),
                Part.WHOLE,
                SendingTime.WHOLE);
        run(spec, (index, deliver) -> {
            if (index != 4) {
                deliver.after(0);
            }
        });

        // The service answers by its own topics in turn: behind the fifth, which never came, what came by one goes by
        // the other.
        assertThat(outcomes.arrivedOn()).containsExactly(0, 1, 0, 1, 0, 1, 0, 1, 0);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void shouldLetMessagesOfTheFirstHopWaitWhileItsConsumersAreStopped(int hops) throws Exception {
        Workload workload = Workload.builder()
                .rate(RATE)
                .hops(hops)
                .warmup(Duration.ZERO)
                .duration(Duration.ofSeconds(1))
                .build();
        ConsumerGate gate = new ConsumerGate();
        PipelineSpec<?> spec = new PipelineSpec<>(
                "test",
                workload.scenario(),
                2,
                LayoutTried.NOT_TRIED,
                Runs.messages(),
                MessageOutcomes.NONE,
                gate,
                new Notices(),
                Part.WHOLE,
                SendingTime.WHOLE);
        List<Long> waiting = new ArrayList<>();
        List<Long> received = new ArrayList<>();
        Pipeline pipeline = run(
                spec,
                (index, deliver) -> {
                    if (index == 300) {
                        gate.close();
                    } else if (index == 700) {
                        gate.open();
                    }
                    deliver.after(0);
                },
                running -> {
                    waiting.add(running.waiting());
                    received.add(running.received());
                });

        assertThat(Collections.max(waiting)).isBetween(395L, 401L);
        assertThat(received)
                .as("messages that arrived at each instant of the stop")
                .filteredOn(count -> count == 300)
                .hasSizeGreaterThan(100);
        assertThat(account(pipeline).received()).isEqualTo(1_000);
        assertThat(account(pipeline).lost()).isZero();
    }

    @Test
    void shouldDistinguishQueuedFromLostWhenABacklogIsCutOff() throws Exception {
        Pipeline pipeline = run(1, Duration.ofSeconds(5), (index, deliver) -> {
            if (index != 10) {
                deliver.after(index < 4_000 ? 0 : Duration.ofHours(1).toNanos());
            }
        });

        assertThat(cutOff(pipeline).lost()).isEqualTo(1);
        assertThat(cutOff(pipeline).undelivered()).isEqualTo(1_000);
        assertThat(account(pipeline).lost()).isEqualTo(1_001);
    }

    /** As where a machine is so busy that a thread does not run for as long as others wait for its messages. */
    @ParameterizedTest
    @CsvSource({"true, 0, 1000", "true, 1, 1000", "true, 2, 0", "false, 1, 1001", "false, 2, 0"})
    void shouldCallNothingLostThatItsConsumerHadNoChanceToTake(boolean ordered, int turns, int queued)
            throws Exception {
        guarantees = new Guarantees(Delivery.EXACTLY_ONCE, ordered, false, "none", 1);
        Pipeline pipeline = run(1, Duration.ofSeconds(5), (index, deliver) -> {
            if (index != 10) {
                deliver.after(index < 4_000 ? 0 : Duration.ofHours(1).toNanos());
            }
        });
        List<Progress> before = pipeline.progress();

        for (int turn = 0; turn < turns; turn++) {
            pipeline.runOnce();
        }

        assertThat(pipeline.accounting(before, clock.nanoTime()).get(0).undelivered())
                .isEqualTo(queued);
    }

    @Test
    void shouldCallNothingLostThatMayBeQueuedWhereThereIsNoOrder() throws Exception {
        guarantees = new Guarantees(Delivery.AT_LEAST_ONCE, false, false, "none", 1);
        Pipeline pipeline = run(1, Duration.ofSeconds(5), (index, deliver) -> {
            if (index % 4 != 0 || index < 4_000) {
                deliver.after(0);
            } else {
                deliver.after(Duration.ofHours(1).toNanos());
            }
        });

        assertThat(cutOff(pipeline).lost()).isZero();
        assertThat(cutOff(pipeline).undelivered()).isEqualTo(250);
        assertThat(account(pipeline).lost()).isEqualTo(250);
    }

    @Test
    void shouldCountMessagesThatCannotBePublishedAndGoOn() throws Exception {
        Pipeline pipeline = run(2, Duration.ofSeconds(5), (index, deliver) -> {
            if (index % 1_000 == 0) {
                throw new IllegalStateException("broker says no");
            }
            deliver.after(0);
        });

        assertThat(account(pipeline).failed()).isEqualTo(5);
        assertThat(measured(pipeline, Probe.PUBLISH).getTotalCount())
                .as("what could not be published took no time")
                .isEqualTo(measured(pipeline, Probe.END_TO_END).getTotalCount());
        assertThat(account(pipeline).reported()).isEqualTo(new Reported(5, 0));
        assertThat(account(pipeline).lost()).isZero();
        assertThat(pipeline.publishFailure())
                .hasValueSatisfying(why -> assertThat(why).contains("broker says no"));
    }

    @Test
    void shouldCompleteInTheWindowWhatTheTransportsCapacityAllows() throws Exception {
        long[] freeAt = {clock.nanoTime()};
        Pipeline pipeline = run(2, Duration.ofSeconds(5), (index, deliver) -> {
            freeAt[0] += 1_250 * MICRO;
            deliver.at(freeAt[0]);
        });

        // 800 messages a second of the 1,000 offered, within a hundredth.
        assertThat(pipeline.completedInWindow()).isBetween(3_960L, 4_000L);
    }

    @Test
    void shouldMeasureEachProbeFromTheIntendedTime() throws Exception {
        Pipeline pipeline = run(2, Duration.ofSeconds(1), (index, deliver) -> {
            clock.advance(50 * MICRO);
            deliver.after(200 * MICRO);
        });

        assertThat(measured(pipeline, Probe.LATENESS).getMaxValue()).isLessThanOrEqualTo(STEP_NANOS);
        assertThat(measured(pipeline, Probe.PUBLISH).getValueAtPercentile(50)).isBetween(50 * MICRO, 65 * MICRO);
        assertThat(measured(pipeline, Probe.TO_SERVICE).getValueAtPercentile(50))
                .isBetween(250 * MICRO, 275 * MICRO);
        assertThat(measured(pipeline, Probe.END_TO_END).getValueAtPercentile(50))
                .isBetween(250 * MICRO, 275 * MICRO);
        assertThat(pipeline.recorders()).doesNotContainKey(Probe.ACKNOWLEDGE);
    }

    /** Nothing is on its way. */
    private Accounting account(Pipeline pipeline) {
        return pipeline.accounting(List.of(), clock.nanoTime()).get(0);
    }

    /** Everything was flowing until now. */
    private Accounting cutOff(Pipeline pipeline) {
        int lanes = pipeline.progress().get(0).lanes();
        Progress before = new Progress(0, new long[lanes], new long[lanes], new long[lanes], 0);
        return pipeline.accounting(List.of(before), clock.nanoTime()).get(0);
    }

    /** Events, codecs and services are others' code, which may load for seconds. */
    @Test
    void shouldFixTheWindowWhenEverythingIsMade() throws Exception {
        Messages<ByteBuffer> plain = Runs.messages();
        Messages<ByteBuffer> slow = new Messages<>(
                plain.mark(),
                new SlowToMake(plain.type()),
                () -> {
                    clock.advance(MILLI);
                    return plain.codecs().get();
                },
                () -> {
                    clock.advance(MILLI);
                    return plain.services().get();
                });
        Workload workload = Workload.builder()
                .rate(RATE)
                .producers(2)
                .duration(Duration.ofSeconds(1))
                .build();
        ScriptedTransport transport = new ScriptedTransport(clock, (index, deliver) -> {}, guarantees);
        AtomicLong fixedNanos = new AtomicLong();
        long startNanos = clock.nanoTime();

        new Pipeline(new PipelineSpec<>("test", workload.scenario(), 2, slow), transport, clock, () -> {
            fixedNanos.set(clock.nanoTime());
            return new Window(0, 0, 1);
        });

        // Of each generator a source and a codec, of the service itself and two codecs, of the sink a codec.
        assertThat(fixedNanos.get() - startNanos).isEqualTo((2 * 2 + 3 + 1) * MILLI);
        assertThat(clock.nanoTime()).isEqualTo(fixedNanos.get());
    }

    private final class SlowToMake implements EventType<ByteBuffer> {
        private final EventType<ByteBuffer> type;

        SlowToMake(EventType<ByteBuffer> type) {
            this.type = type;
        }

        @Override
        public String name() {
            return "slow-to-make";
        }

        @Override
        public String description() {
            return "for tests";
        }

        @Override
        public Class<ByteBuffer> eventClass() {
            return type.eventClass();
        }

        @Override
        public int maxBytes() {
            return type.maxBytes();
        }

        @Override
        public EventSource<ByteBuffer> source(long seed) {
            clock.advance(MILLI);
            return type.source(seed);
        }
    }

    private Pipeline run(int hops, Duration duration, Script script) throws Exception {
        Workload workload = Workload.builder()
                .rate(RATE)
                .warmup(Duration.ZERO)
                .duration(duration)
                .hops(hops)
                .build();
        return run(new PipelineSpec<>("test", workload.scenario(), 2, Runs.messages()), script);
    }

    private Pipeline run(PipelineSpec<?> spec, Script script) throws Exception {
        return run(spec, script, running -> {});
    }

    private Pipeline run(PipelineSpec<?> spec, Script script, Consumer<Pipeline> watch) throws Exception {
        long startNanos = clock.nanoTime();
        Window window = new Window(
                startNanos,
                startNanos,
                startNanos + spec.scenario().load().duration().toNanos());
        ScriptedTransport transport = new ScriptedTransport(clock, script, guarantees);
        Pipeline pipeline = new Pipeline(spec, transport, clock, () -> window);
        while (clock.nanoTime() - window.measureEndNanos()
                < Duration.ofSeconds(1).toNanos()) {
            while (pipeline.runOnce() > 0) {
                // Everything that is due at this instant.
            }
            watch.accept(pipeline);
            clock.advance(STEP_NANOS);
        }
        return pipeline;
    }

    private static Histogram measured(Pipeline pipeline, Probe probe) {
        Histogram sum = Histograms.newHistogram();
        pipeline.recorders().get(probe).forEach(recorder -> recorder.drainMeasuredInto(sum));
        return sum;
    }
}
