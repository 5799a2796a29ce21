package io.twohop.transport.chronicle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twohop.account.Reported;
import io.twohop.engine.protocol.RunListener;
import io.twohop.event.Microservice;
import io.twohop.finding.Finding;
import io.twohop.result.BenchmarkResult;
import io.twohop.result.Faults;
import io.twohop.result.LatencySummary;
import io.twohop.result.Verdict;
import io.twohop.testing.model.Litter;
import io.twohop.testing.run.WholeRuns;
import io.twohop.workload.Probe;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A service in a process of its own, between two queues. */
@Tag("faults")
@Execution(ExecutionMode.CONCURRENT)
@Timeout(360)
class ServiceProcessTest {
    /** A day's file, since a service killed while it makes the next one holds up the readers for ten seconds. */
    private static final String TRANSPORT = "transport: chronicle\nblockSize: 1MiB\nrollCycle: FAST_DAILY\n";

    private static final String WORKLOAD = "rate: 500\nwarmup: 1s\nfloor: 0s\nidle: park\njfr: off\n";

    private static final long STOPPED_MILLIS = 400;

    @TempDir
    Path results;

    /** Ends its process in the middle of a run. */
    public static final class Ending implements Microservice<Object, Object> {
        private int events;

        @Override
        public void onEvent(Object event, Consumer<? super Object> out) {
            if (++events == 300) {
                Runtime.getRuntime().halt(3);
            }
            out.accept(event);
        }
    }

    /** Leaves every tenth event without an answer, and a file behind. Its process is stopped once, as by a user. */
    public static final class Sparing implements Microservice<Object, Object> {
        private int events;

        @Override
        public void onEvent(Object event, Consumer<? super Object> out) {
            if (events == 0) {
                Litter.leave();
            }
            if (++events % 10 != 0) {
                out.accept(event);
            }
            if (events == 800) {
                stopProcess();
            }
        }
    }

    private static void stopProcess() {
        String line = "kill -STOP $PPID; sleep " + STOPPED_MILLIS / 1e3 + "; kill -CONT $PPID";
        try {
            new ProcessBuilder("sh", "-c", line).start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> stops(BenchmarkResult result) {
        return result.forks().get(0).incidents().stream()
                .map(Finding::text)
                .filter(text -> text.contains("was stopped for"))
                .toList();
    }

    private BenchmarkResult run(String workload) throws Exception {
        return WholeRuns.run(WORKLOAD + workload, TRANSPORT, results, RunListener.NONE);
    }

    /** What waits in the rings waits for the next drainer. */
    @Test
    void shouldLoseNothingWhenTheDrainerEnds() throws Exception {
        BenchmarkResult result = WholeRuns.here(
                WORKLOAD + "duration: 4s\nfaults: [{ at: 1s, target: drainer, action: kill, for: 400ms },"
                        + " { at: 2500ms, target: drainer, action: pause, for: 400ms }]",
                TRANSPORT + "mode: async\n",
                results);

        Faults faults = result.forks().get(0).faults().orElseThrow();
        assertThat(result.accounting().orElseThrow().received())
                .as(result.verdict().toString())
                .isEqualTo(2_500);
        assertThat(faults.outcomes())
                .hasSize(2)
                // How long what waits takes to come through is the machine's; not before the fault has passed is ours.
                .allSatisfy(outcome ->
                        assertThat(outcome.aftermath().firstThroughNanos()).isGreaterThan(390_000_000L));
    }

    @Test
    void shouldRefuseFaultsOfWhatATransportDoesNotHave() {
        assertThatThrownBy(() -> run("duration: 4s\nfaults: [{ at: 1s, target: leader, action: kill }]"))
                .hasMessage("faults: leader (expected: one of consumer, disk)");
        assertThatThrownBy(() -> run("duration: 4s\nfaults: [{ at: 1s, target: network, action: cut, for: 1s }]"))
                .hasMessage("faults: network (expected: one of consumer, disk)");
    }

    @Test
    void shouldLoseNothingWhenTheServiceIsKilled() throws Exception {
        BenchmarkResult result = run("duration: 8s\nservice: { process: true }\ndrain: 20s\n"
                + "faults: [{ at: 1s, target: service, action: kill, for: 100ms, times: 2, every: 3s },"
                + " { at: 6s, target: service, action: pause, for: 200ms }]");

        assertThat(result.complete()).as(result.verdict().toString()).isTrue();
        Faults faults = result.forks().get(0).faults().orElseThrow();
        assertThat(faults.outcomes()).hasSize(3);
        assertThat(stops(result)).as("a pause that was asked for").isEmpty();
        assertThat(faults.lost()).isZero();
        assertThat(faults.undelivered()).isZero();
        assertThat(result.accounting().orElseThrow().received()).isEqualTo(4_500);
        // Killed between its answer and the note that it was read, it answers again: one for each kill at the most.
        assertThat(result.accounting().orElseThrow().duplicated()).isLessThanOrEqualTo(2);
        assertThat(result.accounting().orElseThrow().outOfOrder()).isZero();
        assertThat(faults.outcomes().get(0).aftermath().firstThroughNanos())
                .as("a JVM has to start first")
                .isGreaterThan(100_000_000);

        LatencySummary toService = result.probes().get(Probe.TO_SERVICE);
        LatencySummary endToEnd = result.endToEnd();
        assertThat(toService.count()).isEqualTo(endToEnd.count());
        assertThat(toService.maxNanos()).isLessThanOrEqualTo(endToEnd.maxNanos());
        assertThat(toService.percentile(50)).isPositive();
    }

    @Test
    void shouldCountWhatTheOtherProcessDid() throws Exception {
        List<Path> before = Litter.found();
        BenchmarkResult result =
                run("duration: 2s\ndrain: 10s\nservice: { name: " + Sparing.class.getName() + ", process: true }\n");

        assertThat(result.accounting().orElseThrow().reported()).isEqualTo(new Reported(0, 150));
        assertThat(result.accounting().orElseThrow().lost()).isZero();
        assertThat(result.verdict().reasons())
                .anySatisfy(reason -> assertThat(reason).startsWith("the service left 150 events without an answer"));
        assertThat(Litter.found()).isEqualTo(before);
        assertThat(stops(result))
                .singleElement()
                .asString()
                .matches("service was stopped for [3-9]\\d\\d ms, which nobody had asked for: messages waited for it");
    }

    @Test
    void shouldSayThatTheServicesProcessEndedByItself() throws Exception {
        BenchmarkResult result =
                run("duration: 5s\nservice: { name: " + Ending.class.getName() + ", process: true }\n");

        assertThat(result.verdict()).isInstanceOf(Verdict.Invalid.class);
        assertThat(result.verdict().reasons().get(0)).isEqualTo("service: its process ended (its log: service.log)");
        assertThat(result.directory().resolve("service.log")).exists();
    }
}
