package io.twohop.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Stops the process that measures for a known share of the time, and reads what the run says of its tail. One after the other,
 * since what else runs delays messages as well.
 */
@Isolated
@Execution(ExecutionMode.SAME_THREAD)
class TrustCommandTest {
    private static final long STOP_MILLIS = 50;

    /** A shell command that stops and continues a process and prints the real duration. */
    private static final String STOP = "kill -STOP $1; date +%s%N; sleep $2; date +%s%N; kill -CONT $1";

    @TempDir
    Path directory;

    /** Starts a run at 1k/s over memory with one thread, which leaves a core to other programs. */
    private BenchProcess bench(int seconds, String... more) throws Exception {
        List<String> arguments = new ArrayList<>(List.of(
                "-Dworkload=smoke.yaml",
                "-Drate=1k",
                "-Dsize=64",
                "-Dhops=1",
                "-Dlayout=shared",
                "-Dwarmup=2s",
                "-Dduration=" + seconds + "s",
                "-Dfloor=0s"));
        arguments.addAll(Arrays.asList(more));
        arguments.add("loopback.yaml");
        return BenchProcess.jar(directory, arguments.toArray(String[]::new));
    }

    /** Stops the measuring JVM at even intervals and returns the seconds that it was stopped in all. */
    private static double stop(BenchProcess bench, int times, long periodMillis) throws Exception {
        return stop(bench, times, periodMillis, STOP_MILLIS / 1e3);
    }

    private static double stop(BenchProcess bench, int times, long periodMillis, double lengthSeconds)
            throws Exception {
        bench.awaitMeasuring();
        String pid = Long.toString(bench.child().pid());
        double seconds = 0;
        for (int i = 0; i < times; i++) {
            long before = System.nanoTime();
            Process shell = new ProcessBuilder("sh", "-c", STOP, "sh", pid, Double.toString(lengthSeconds)).start();
            String[] nanos = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8).split("\\s+");
            seconds += (Long.parseLong(nanos[1]) - Long.parseLong(nanos[0])) / 1e9;
            Thread.sleep(Math.max(0, periodMillis - (System.nanoTime() - before) / 1_000_000));
        }
        return seconds;
    }

    @Test
    void shouldTrustTheTailNoFurtherThanTheMachineLetIt() throws Exception {
        BenchProcess bench = bench(6, "-Dslo.endToEnd.p99=5ms", "-Dslo.endToEnd.p50=1s");
        double stopped = stop(bench, 4, 1_000);

        assertThat(bench.exitCode()).as(bench.out()).isEqualTo(5);
        assertThat(bench.said())
                .containsPattern("INVALID, trusted (to p\\d|nowhere)")
                .contains("objective endToEnd.p99 cannot be judged here: ")
                .containsPattern("endToEnd .*\\([\\d.]+ [num]?s\\)")
                .contains("(in parentheses: this machine may have decided it)");
        JsonNode trust = bench.resultJson().path("trust");
        // A busy machine delays more.
        assertThat(trust.path("delayedShare").asDouble()).isGreaterThan(stopped / 6 * 2 / 3);
        assertThat(trust.path("longestNanos").asLong()).isGreaterThan(40_000_000);
        assertThat(trust.at("/probes/endToEnd/untrusted").toString()).contains("p99", "max");
    }

    /** With both cores of a small machine taken, the sampler looks each 10 ms and sleeps through most of them. */
    @Test
    void shouldSeeStopsThatAreShorterThanTheTimeBetweenTwoSamples() throws Exception {
        BenchProcess bench = bench(6, "-Dslo.endToEnd.p50=1s");
        double stopped = stop(bench, 50, 100, 0.003);

        assertThat(bench.exitCode()).as(bench.out()).isZero();
        JsonNode trust = bench.resultJson().path("trust");
        assertThat(trust.path("delayedShare").asDouble()).isGreaterThan(stopped / 6 * 2 / 3);
        assertThat(trust.at("/probes/endToEnd/untrusted").toString()).contains("p99", "max");
    }

    @Tag("quiet")
    @ParameterizedTest
    @ValueSource(doubles = {0.005, 0.01, 0.05})
    void shouldReportTheShareOfMessagesThatItDelayed(double share) throws Exception {
        int seconds = 20;
        BenchProcess bench = bench(seconds);
        long periodMillis = Math.round(STOP_MILLIS / share);
        double stopped = stop(bench, 1 + (int) ((seconds - 3) * 1_000 / periodMillis), periodMillis);

        assertThat(bench.exitCode()).as(bench.out()).isZero();
        double stated = bench.resultJson().at("/trust/delayedShare").asDouble();
        System.out.printf("stopped for %.2f %% of the time, %.2f %% delayed%n", 100 * stopped / seconds, 100 * stated);
        assertThat(stated).isBetween(stopped / seconds * 2 / 3, stopped / seconds * 4 / 3);
    }
}
