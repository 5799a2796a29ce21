package io.twohop.transport.aeron;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.twohop.engine.protocol.RunListener;
import io.twohop.finding.Finding;
import io.twohop.result.BenchmarkResult;
import io.twohop.result.Faults;
import io.twohop.result.Faults.ClientError;
import io.twohop.result.Faults.Outcome;
import io.twohop.result.Verdict;
import io.twohop.testing.run.WholeRuns;
import io.twohop.transport.TransportException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Faults of the media driver, and of the service's process, in whole runs. They are measured in this JVM, except with faults of the
 * network and the disk, which take a JVM in namespaces of its own, and with a service process.
 */
@Tag("faults")
@Order(1)
@Execution(ExecutionMode.CONCURRENT)
@Timeout(360)
class AeronFaultsTest {
    private static final String KILL = "faults: [{ at: 2s, target: driver, action: kill, for: 300ms }]\n";
    private static final String PAUSE = "faults: [{ at: 2s, target: driver, action: pause, for: 500ms }]\n";

    private static final String WORKLOAD =
            "rate: 500\nwarmup: 1s\nfloor: 0s\nidle: park\njfr: off\ndrain: 10s\nduration: ";
    private static final String TRANSPORT = "transport: aeron\ntermLength: 1MiB\n";

    @TempDir
    Path results;

    private BenchmarkResult run(int seconds, String workload, String transport) throws Exception {
        return sound(WholeRuns.here(WORKLOAD + seconds + "s\n" + workload, TRANSPORT + transport, results));
    }

    private BenchmarkResult runForked(int seconds, String workload, String transport) throws Exception {
        return sound(
                WholeRuns.run(WORKLOAD + seconds + "s\n" + workload, TRANSPORT + transport, results, RunListener.NONE));
    }

    private static BenchmarkResult sound(BenchmarkResult result) {
        assertThat(result.complete()).as(result.verdict().toString()).isTrue();
        assertThat(result.verdict()).as(result.toString()).isNotInstanceOf(Verdict.Invalid.class);
        assertThat(result.accounting().orElseThrow().outOfOrder()).isZero();
        return result;
    }

    private static Faults faults(BenchmarkResult result) {
        return result.forks().get(0).faults().orElseThrow();
    }

    private static void assertWentOn(BenchmarkResult result, String fault) {
        Faults faults = faults(result);
        assertThat(faults.outcomes()).hasSize(1);
        Outcome outcome = faults.outcomes().get(0);
        assertThat(outcome.what()).isEqualTo(fault);
        assertThat(outcome.aftermath().firstThroughNanos())
                .as("messages flow again")
                .isPositive();
        assertThat(faults.errors())
                .extracting(ClientError::text)
                .anyMatch(text -> text.startsWith("Aeron client: went on with another media driver"));
        assertThat(result.accounting().orElseThrow().duplicated()).isZero();
        assertThat(result.directory().resolve("driver.log")).exists();
        assertThat(result.directory().resolve("driver-counters.txt")).exists();
    }

    /** What is under way over shared memory does not need the driver. */
    @Test
    void shouldGoOnOverSharedMemoryWhenTheDriverIsKilled() throws Exception {
        assertWentOn(run(8, KILL, "mode: ipc"), "kill driver");
    }

    @Test
    void shouldLoseWhatIsUnderWayOverUdpWhenTheDriverIsKilled() throws Exception {
        BenchmarkResult result = run(8, KILL, "mode: udp");

        assertWentOn(result, "kill driver");
        assertThat(result.accounting().orElseThrow().lost())
                .as("taken while no driver was there to send it")
                .isPositive();
    }

    @Test
    void shouldLoseNothingThatWasRecordedWhenTheDriverIsKilled() throws Exception {
        BenchmarkResult result = run(8, KILL, "mode: archive");

        assertWentOn(result, "kill driver");
        assertThat(faults(result).acknowledgedLost()).isZero();
        assertThat(faults(result).undelivered()).isZero();
    }

    /** It ends by itself, which closes publications, and another one is started. */
    @Test
    void shouldLoseNothingThatWasRecordedWhenTheDriverIsStartedAgain() throws Exception {
        BenchmarkResult result = run(8, "faults: [{ at: 1s, target: driver, action: restart }]\n", "mode: archive");

        assertWentOn(result, "restart driver");
        assertThat(faults(result).acknowledgedLost()).isZero();
        assertThat(faults(result).undelivered()).isZero();
        assertThat(faults(result).reportedLost())
                .as("while there was no driver")
                .isPositive();
    }

    private static void assertLostNothing(BenchmarkResult result) {
        assertThat(result.accounting().orElseThrow().lost()).isZero();
        assertThat(result.accounting().orElseThrow().duplicated()).isZero();
        assertThat(result.verdict()).as(result.toString()).isNotInstanceOf(Verdict.Saturated.class);
    }

    @Test
    void shouldLoseNothingOverUdpWhenTheDriverStandsStill() throws Exception {
        BenchmarkResult result = run(4, PAUSE, "mode: udp");

        assertLostNothing(result);
        assertThat(faults(result).outcomes().get(0).aftermath().firstThroughNanos())
                .isGreaterThan(450_000_000);
    }

    /** At this rate it is not even noticed. */
    @Test
    void shouldGoOnOverSharedMemoryWhenTheDriverStandsStillAndLeaveNothingThere() throws Exception {
        BenchmarkResult result = run(4, PAUSE, "mode: ipc");

        assertLostNothing(result);
        assertThat(faults(result).outcomes().get(0).aftermath().noticedBy()).isNull();
        assertLeftNothingInSharedMemory(result);
    }

    /** Frames that do not arrive are asked for, and sent again. */
    @Test
    void shouldLoseNothingOverUdpWhenTheNetworkIsCut() throws Exception {
        BenchmarkResult result =
                runIfAvailable(5, "faults: [{ at: 2s, target: network, action: cut, for: 500ms }]\n", "mode: udp");

        assertLostNothing(result);
        assertThat(faults(result).outcomes().get(0).aftermath().firstThroughNanos())
                .isGreaterThan(450_000_000);
        assertThat(result.warnings())
                .extracting(Finding::text)
                .anyMatch(text -> text.matches("Aeron's receiver missed frames and sent \\d+ NAKs, .*"));
    }

    @Test
    void shouldSayThatTheArchiveCannotRecordWhenItsDiskIsFull() throws Exception {
        BenchmarkResult result =
                runIfAvailable(8, "faults: [{ at: 2s, target: disk, action: fill, for: 1s }]\n", "mode: archive");

        Faults faults = faults(result);
        assertThat(faults.acknowledgedLost()).isZero();
        assertThat(faults.undelivered() + faults.reportedLost()).isPositive();
        assertThat(faults.errors())
                .extracting(ClientError::text)
                .anyMatch(text -> text.startsWith("Aeron's archive has stopped recording stream "));
        assertThat(result.directory().resolve("driver-errors.txt")).content().contains("No space left");
    }

    /** These want namespaces, which may not be allowed. */
    private BenchmarkResult runIfAvailable(int seconds, String workload, String transport) throws Exception {
        try {
            return runForked(seconds, workload, transport);
        } catch (TransportException e) {
            assumeFalse(e.getMessage().startsWith("faults: not available here: "), e.getMessage());
            throw e;
        }
    }

    @Test
    void shouldServeFromAProcessOfItsOwn() throws Exception {
        BenchmarkResult result = runForked(2, "service: { process: true }\n", "mode: udp");

        assertThat(result.accounting().orElseThrow().received()).isEqualTo(1_500);
    }

    @Test
    void shouldAnswerEveryRecordedRequestWhenTheServiceIsKilled() throws Exception {
        BenchmarkResult result = runForked(
                6,
                "service: { process: true }\nfaults: [{ at: 2s, target: service, action: kill, for: 200ms }]\n",
                "mode: archive");

        assertThat(faults(result).acknowledgedLost()).isZero();
        assertThat(result.accounting().orElseThrow().duplicated())
                .as("answered, and not noted")
                .isLessThanOrEqualTo(1);
    }

    private static void assertLeftNothingInSharedMemory(BenchmarkResult result) throws IOException {
        String counters = Files.readString(result.directory().resolve("driver-counters.txt"));
        String aeronDir = counters.lines().findFirst().orElseThrow().replace("media driver in ", "");
        assertThat(Path.of(aeronDir)).doesNotExist();
        assertThat(Path.of(aeronDir).getParent()).doesNotExist();
    }
}
