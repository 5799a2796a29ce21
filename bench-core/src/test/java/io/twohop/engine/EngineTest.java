package io.twohop.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twohop.account.Interval;
import io.twohop.account.Interval.Phase;
import io.twohop.config.YamlDocument;
import io.twohop.finding.Finding;
import io.twohop.judge.Verdicts;
import io.twohop.result.Fork;
import io.twohop.result.Verdict;
import io.twohop.testing.Runs;
import io.twohop.testing.ScriptedTransport;
import io.twohop.testing.ScriptedTransport.Script;
import io.twohop.testing.model.SoundRuns;
import io.twohop.transport.Guarantees;
import io.twohop.transport.Guarantees.Delivery;
import io.twohop.transport.loopback.LoopbackConfig;
import io.twohop.transport.loopback.LoopbackProvider;
import io.twohop.workload.ArrivalFile;
import io.twohop.workload.Arrivals;
import io.twohop.workload.Contents;
import io.twohop.workload.CsvForm;
import io.twohop.workload.Idle;
import io.twohop.workload.Keys;
import io.twohop.workload.Layout;
import io.twohop.workload.Mode;
import io.twohop.workload.Probe;
import io.twohop.workload.Slo;
import io.twohop.workload.TimeFormat;
import io.twohop.workload.Workload;
import io.twohop.workload.WorkloadBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Short runs on real threads and the real clock, over transports that behave in known ways. Their threads sleep, not spin. */
@Tag("one-jdk")
@Order(1)
@Execution(ExecutionMode.CONCURRENT)
@Timeout(180)
class EngineTest {
    private static final int RATE = 1_000;

    @TempDir
    Path directory;

    @Test
    void shouldMeetAndAccountForEveryMessageOverLoopback() throws Exception {
        Fork fork = Runs.measure(workload(20_000).build(), new LoopbackProvider(), new LoopbackConfig(null, null));

        assertThat(fork.accounting().orElseThrow().scheduled()).isEqualTo(20_000 + 10_000);
        assertThat(fork.accounting().orElseThrow().received()).isEqualTo(30_000);
        assertThat(fork.probes().get(Probe.END_TO_END).count()).isEqualTo(20_000);
        assertThat(fork.probes()).containsOnlyKeys(Probe.LATENESS, Probe.PUBLISH, Probe.TO_SERVICE, Probe.END_TO_END);
        assertThat(fork.complete()).isTrue();
        assertThat(fork.intervals()).allSatisfy(interval -> {
            boolean beforeMeasuring = interval.endNanos() <= 0;
            assertThat(interval.phase() == Phase.WARMUP).isEqualTo(beforeMeasuring);
        });
    }

    @Test
    void shouldShowARealStallInEveryMessageItDelayed() throws Exception {
        Fork fork = measure(workload(RATE).duration(Duration.ofSeconds(2)).build(), (index, deliver) -> {
            if (index == 1_500) {
                Thread.sleep(100);
            }
            deliver.after(0);
        });

        // The machine's own stalls come on top, so what this stall alone would add is the least to expect.
        Histogram latencies = fork.probes().get(Probe.END_TO_END).histogram();
        long slow = latencies.getTotalCount() - latencies.getCountBetweenValues(0, 1_000_000);
        assertThat(slow).isGreaterThanOrEqualTo(95);
        assertThat(latencies.getMaxValue()).isGreaterThanOrEqualTo(95_000_000L);
        // Every delayed message waits a millisecond less than the one before: no schedule was reset.
        long slowerThanHalf = latencies.getTotalCount() - latencies.getCountBetweenValues(0, 50_000_000L);
        assertThat(slowerThanHalf).isGreaterThanOrEqualTo(45);
    }

    @Test
    void shouldPublishACountInAClosedLoop() throws Exception {
        Fork fork = Runs.measure(
                closedLoop().set(Keys.COUNT, 30_000L).build(), new LoopbackProvider(), new LoopbackConfig(null, null));

        assertThat(fork.failure()).isNull();
        assertThat(fork.throughput().orElseThrow().publisher().messages()).isEqualTo(30_000);
        assertThat(fork.throughput().orElseThrow().subscriber().messages()).isEqualTo(30_000);
        assertThat(fork.throughput().orElseThrow().overall().bytes()).isEqualTo(30_000 * 64);
        assertThat(fork.rates().achievedPerSecond())
                .isEqualTo(fork.throughput().orElseThrow().overall().messagesPerSecond());
        assertThat(fork.accounting().orElseThrow().lost()).isZero();
        assertThat(Verdicts.judge(List.of(fork), Slo.NONE)).isInstanceOf(Verdict.Met.class);
    }

    @Test
    void shouldSayThatAClosedLoopStandsStill() throws Exception {
        Fork fork = measure(
                closedLoop()
                        .set(Keys.COUNT, 30_000L)
                        .drain(Duration.ofSeconds(1))
                        .build(),
                (index, deliver) -> {
                    if (index < 5_000) {
                        deliver.after(0);
                    }
                });

        assertThat(fork.failure())
                .matches("no message was sent or received for 1000 ms, with 5,\\d+ sent and 5,000 received: .*");
        assertThat(Verdicts.judge(List.of(fork), Slo.NONE)).isInstanceOf(Verdict.Invalid.class);
    }

    @Test
    void shouldSayThatACountWasNotReachedInTime() throws Exception {
        Fork fork = measure(
                closedLoop()
                        .set(Keys.IN_FLIGHT, 1)
                        .set(Keys.COUNT, 1_000_000L)
                        .duration(Duration.ofSeconds(1))
                        .build(),
                (index, deliver) -> deliver.after(1_000_000));

        assertThat(fork.failure()).matches("duration: [\\d,]+ of 1,000,000 messages were published within PT1S.*");
    }

    private static WorkloadBuilder closedLoop() {
        return Workload.builder()
                .mode(Mode.THROUGHPUT)
                .set(Keys.IN_FLIGHT, 100)
                .idle(Idle.PARK)
                .warmup(Duration.ofMillis(200));
    }

    @Test
    void shouldSaturateWhenCapacityIsBelowTheRate() throws Exception {
        AtomicLong freeAt = new AtomicLong(System.nanoTime());
        long serviceNanos = 125_000;
        Fork fork = measure(
                workload(10_000)
                        .warmup(Duration.ZERO)
                        .duration(Duration.ofSeconds(3))
                        .build(),
                (index, deliver) -> {
                    freeAt.set(Math.max(System.nanoTime(), freeAt.get()) + serviceNanos);
                    deliver.at(freeAt.get());
                });

        assertThat(Verdicts.judge(List.of(fork), Slo.NONE)).isInstanceOf(Verdict.Saturated.class);
        // No more than the capacity, and less only by what the machine's own stalls cost; SimulatedPipelineTest is
        // exact.
        assertThat(fork.rates().achievedPerSecond()).isBetween(6_000.0, 8_080.0);
        assertThat(Verdicts.judge(List.of(fork), Slo.NONE).exitCode()).isEqualTo(4);
        assertThat(fork.accounting().orElseThrow().lost()).isZero();
    }

    @Test
    void shouldCallABacklogThatDrainingCutsOffQueuedAndNotLost() throws Exception {
        AtomicLong freeAt = new AtomicLong(System.nanoTime());
        long serviceNanos = 1_000_000;
        Fork fork = measure(workload(10_000).build(), (index, deliver) -> {
            freeAt.set(Math.max(System.nanoTime(), freeAt.get()) + serviceNanos);
            deliver.at(freeAt.get());
        });

        assertThat(fork.accounting().orElseThrow().lost()).isZero();
        assertThat(fork.accounting().orElseThrow().undelivered()).isPositive();
        assertThat(Verdicts.judge(List.of(fork), Slo.NONE)).isInstanceOf(Verdict.Saturated.class);
    }

    @Test
    void shouldEndInvalidWhenNothingIsEverDelivered() throws Exception {
        Fork fork = measure(workload(RATE).build(), (index, deliver) -> {});

        assertThat(fork.accounting().orElseThrow().received()).isZero();
        // What was due and could not be sent is not lost.
        assertThat(fork.accounting().orElseThrow().lost())
                .isEqualTo(fork.accounting().orElseThrow().sent())
                .isPositive();
        assertThat(fork.accounting().orElseThrow().missing())
                .isEqualTo(fork.accounting().orElseThrow().scheduled());
        assertInvalid(fork, "no message arrived");
    }

    @Test
    void shouldEndInvalidWhenNothingCanBePublished() throws Exception {
        Fork fork = measure(workload(10_000).build(), (index, deliver) -> {
            throw new IllegalStateException("broker says no");
        });

        assertThat(fork.accounting().orElseThrow().failed()).isEqualTo(1_000);
        assertInvalid(fork, "broker says no");
    }

    @Test
    void shouldEndInvalidAndNameThePlaceWhenPublishBlocksForEver() throws Exception {
        Fork fork = measure(workload(RATE).drain(Duration.ofMillis(300)).build(), (index, deliver) -> {
            if (index == 500) {
                blockForEver();
            }
            deliver.after(0);
        });

        assertInvalid(fork, "is stuck in");
    }

    @Test
    void shouldEndInvalidWhenMessagesAreLostAgainstThePromise() throws Exception {
        Fork fork = measure(workload(RATE).build(), (index, deliver) -> {
            if (index % 100 != 99) {
                deliver.after(0);
            }
        });

        assertThat(fork.accounting().orElseThrow().lost()).isEqualTo(15);
        assertInvalid(fork, "15 messages lost");
    }

    private Workload replaying(String csv) throws IOException {
        Path file = Files.writeString(directory.resolve("ticks.csv"), csv);
        Contents contents = new Contents("0".repeat(64), Files.size(file), 1_000, 1_500);
        Arrivals replay = Arrivals.replay(new ArrivalFile(
                file.toString(),
                "ms",
                TimeFormat.MS,
                null,
                null,
                null,
                null,
                1.0,
                false,
                null,
                CsvForm.DEFAULT,
                contents));
        return workload(RATE).duration(Duration.ofSeconds(1)).arrivals(replay).build();
    }

    @Test
    void shouldSendEachRowOfAFileAtItsTime() throws Exception {
        StringBuilder csv = new StringBuilder("id,ms\n");
        for (int i = 0; i < 500; i++) {
            // Half of the time nothing, then two at once.
            csv.append(i).append(',').append(i < 250 ? i : 750 + (i - 250) / 2).append('\n');
        }
        Fork fork = measure(replaying(csv.toString()), (index, deliver) -> deliver.after(0));

        // Half a second of warm-up has the first 250 as well.
        assertThat(fork.accounting().orElseThrow().scheduled()).isEqualTo(250 + 500);
        assertThat(fork.accounting().orElseThrow().received()).isEqualTo(750);
        assertThat(fork.accounting().orElseThrow().window().due()).isEqualTo(500);
        assertThat(fork.intervals().stream().map(Interval::due)).startsWith(250L, 500L);
        assertThat(fork.incidents())
                .extracting(Finding::text)
                .containsExactly("consumers sleep for 50 us between two polls, and so does a message (idle: park)");
        assertThat(Verdicts.judge(List.of(fork), Slo.NONE)).isInstanceOf(Verdict.Met.class);
    }

    @Test
    void shouldNameTheRateAtWhichAProfileWasNoLongerHeld() throws Exception {
        AtomicLong freeAt = new AtomicLong(System.nanoTime());
        long serviceNanos = 1_000_000;
        Workload profiled = Workload.read(YamlDocument.parse(
                "x.yaml",
                "rate: [{hold: 400, for: 2s}, {hold: 1600, for: 5s}]\nwarmup: 500ms\nidle: park\nlayout: shared"));
        Fork fork = measure(profiled, (index, deliver) -> {
            freeAt.set(Math.max(System.nanoTime(), freeAt.get()) + serviceNanos);
            deliver.at(freeAt.get());
        });

        assertThat(fork.accounting().orElseThrow().scheduled()).isEqualTo(200 + 800 + 8_000);
        assertThat(fork.intervals().stream()
                        .filter(interval -> interval.phase() != Phase.DRAIN)
                        .map(Interval::due))
                .containsExactly(200L, 400L, 400L, 1_600L, 1_600L, 1_600L, 1_600L, 1_600L);
        Verdict verdict = Verdicts.judge(List.of(fork), Slo.NONE, true);
        assertThat(verdict).isInstanceOf(Verdict.Saturated.class);
        // Which second it was depends on when the machine let it be cut; GrowthOnsetTest knows.
        assertThat(verdict.reasons().get(0)).startsWith("the rate was held until it came to ");
    }

    @Test
    void shouldEndInvalidWhenAFileFailsThatWasWholeBefore() throws Exception {
        StringBuilder csv = new StringBuilder("ms\n");
        for (int i = 0; i < 700; i++) {
            csv.append(i).append('\n');
        }
        Fork fork = measure(replaying(csv + "3\n"), (index, deliver) -> deliver.after(0));

        assertThat(fork.accounting().orElseThrow().received()).isEqualTo(500 + 700);
        assertInvalid(fork, "the file of arrivals could not be read to the end of the window");
        assertThat(fork.incidents().get(0).text())
                .contains(":702: ms: 696ms back (expected: no earlier time than in line 701;");
    }

    @Test
    void shouldNotBlameATransportForLossItNeverPromisedToAvoid() throws Exception {
        Guarantees promised = new Guarantees(Delivery.AT_MOST_ONCE, true, false, "none", 1);
        ScriptedTransport transport = new ScriptedTransport(
                SystemNanoClock.INSTANCE,
                (index, deliver) -> {
                    if (index % 100 != 99) {
                        deliver.after(0);
                    }
                },
                promised);
        Fork fork = Runs.measure(workload(RATE).build(), transport, new ScriptedTransport.Config());

        assertThat(fork.accounting().orElseThrow().lost()).isEqualTo(15);
        SoundRuns.assertSound(Verdicts.judge(List.of(fork), Slo.NONE), fork.rates());
    }

    @Test
    void shouldCallABacklogQueuedWhenItComesInBursts() throws Exception {
        // 100 messages every 400 ms: the last burst before the limit of 3.5 s arrives 300 ms before it.
        ScriptedTransport transport = new ScriptedTransport(
                SystemNanoClock.INSTANCE,
                (index, deliver) -> deliver.after(TimeUnit.MILLISECONDS.toNanos(400 * (index / 100 + 1) - index)),
                new Guarantees(Delivery.AT_LEAST_ONCE, false, false, "none", 1));
        Fork fork = Runs.measure(
                workload(RATE).drain(Duration.ofSeconds(2)).build(), transport, new ScriptedTransport.Config());

        assertThat(fork.accounting().orElseThrow().lost()).isZero();
        assertThat(fork.accounting().orElseThrow().undelivered()).isBetween(600L, 800L);
        assertThat(Verdicts.judge(List.of(fork), Slo.NONE)).isInstanceOf(Verdict.Saturated.class);
    }

    /** A run that is interrupted while it deletes what it made has to delete it all the same. */
    @Test
    void shouldWaitForClosingWhenItIsInterruptedMeanwhile() {
        Thread measuring = Thread.currentThread();
        AtomicBoolean closed = new AtomicBoolean();
        ScriptedTransport transport = new ScriptedTransport(
                        SystemNanoClock.INSTANCE, (index, deliver) -> deliver.after(0))
                .closing(() -> {
                    measuring.interrupt();
                    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(300));
                    closed.set(true);
                });

        assertThatThrownBy(() -> Runs.measure(workload(RATE).build(), transport, new ScriptedTransport.Config()))
                .isInstanceOf(InterruptedException.class);

        assertThat(closed).isTrue();
    }

    /** Without a trial, whose messages the scripts would count. */
    private static WorkloadBuilder workload(int rate) {
        return Workload.builder()
                .layout(Layout.SHARED)
                .rate(rate)
                .idle(Idle.PARK)
                .warmup(Duration.ofMillis(500))
                .duration(Duration.ofSeconds(1))
                .drain(Duration.ofSeconds(1));
    }

    private static Fork measure(Workload workload, Script script) throws Exception {
        return Runs.measure(
                workload, new ScriptedTransport(SystemNanoClock.INSTANCE, script), new ScriptedTransport.Config());
    }

    private static void assertInvalid(Fork fork, String reason) {
        Verdict verdict = Verdicts.judge(List.of(fork), Slo.NONE);
        assertThat(verdict).isInstanceOf(Verdict.Invalid.class);
        assertThat(verdict.reasons()).anyMatch(why -> why.contains(reason));
        assertThat(verdict.exitCode()).isEqualTo(5);
    }

    /** As a client library would that swallows interrupts. */
    private static void blockForEver() {
        while (true) {
            try {
                Thread.sleep(Long.MAX_VALUE);
            } catch (InterruptedException e) {
                // On purpose.
            }
        }
    }
}
