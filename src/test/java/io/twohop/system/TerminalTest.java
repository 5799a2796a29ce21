package io.twohop.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Ctrl-C on a real pseudo-terminal, which sends SIGINT to every process of the command at once. */
@Timeout(360)
class TerminalTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final char CONTROL_C = 3;

    /** Columns of the terminal. */
    private static final int WIDTH = 80;

    @TempDir
    Path directory;

    /** Starts a run and waits until the progress bar shows the phase. */
    private BenchProcess started(String phase, String... further) throws Exception {
        return started(List.of(), phase, further);
    }

    private BenchProcess started(List<String> environment, String phase, String... further) throws Exception {
        List<String> all = List.of(
                "-Dworkload=smoke.yaml",
                "-Drate=500",
                "-Dwarmup=" + (phase.equals("measuring") ? "1s" : "60s"),
                "-Dduration=60s",
                "-Dfloor=0s",
                "-Didle=park",
                BenchProcess.BYTES,
                BenchProcess.FIRST_COMPILER,
                BenchProcess.UNRECORDED);
        BenchProcess bench = BenchProcess.onTerminal(directory, environment, BenchProcess.with(all, further));
        await().atMost(PATIENCE).until(() -> bench.out().contains(phase));
        return bench;
    }

    private static void assertAllEnd(List<ProcessHandle> processes) {
        assertThat(processes).isNotEmpty();
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(processes)
                        .noneMatch(process ->
                                process.isAlive() && process.info().command().isPresent()));
    }

    /** With a server, which the terminal's signal must not reach before the run has ended. */
    @Test
    void shouldKeepWhatWasMeasuredOnControlC() throws Exception {
        BenchProcess bench = started("measuring", "nats.yaml");

        assertKeepsWhatWasMeasured(bench);
        assertThat(bench.out())
                .containsPattern("\033\\[[\\d;]+mINVALID\033\\S* the figures cannot be used\\s+- interrupted\\s");
    }

    @Test
    void shouldKeepWhatWasMeasuredInWarmUpAndShowNoColoursToWhoWantsNone() throws Exception {
        BenchProcess bench = started(List.of("NO_COLOR=1"), "warm-up", "nats.yaml");

        assertKeepsWhatWasMeasured(bench);
        assertThat(bench.out())
                .containsPattern("INVALID: the figures cannot be used\\s+- interrupted\\s")
                .doesNotContain("\033[3")
                .doesNotContain("\033[1");
    }

    private static void assertKeepsWhatWasMeasured(BenchProcess bench) throws Exception {
        List<ProcessHandle> all = bench.descendants();

        bench.type(CONTROL_C);

        assertThat(bench.exitCode()).as(bench.out()).isEqualTo(130);
        assertAllEnd(all);
        assertThat(bench.out()).contains("bench: interrupted; what was measured is written now");
        assertThat(bench.results("-incomplete")).hasSize(1);
        assertThat(bench.leftBehind()).isEmpty();
    }

    @Test
    void shouldEndAtOnceOnTheSecondControlC() throws Exception {
        BenchProcess bench = started("measuring", "nats.yaml");
        List<ProcessHandle> all = bench.descendants();

        bench.type(CONTROL_C);
        await().atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(1))
                .until(() -> bench.out().contains("Ctrl-C again ends at once"));
        bench.type(CONTROL_C);

        assertThat(bench.exitCode()).as(bench.out()).isEqualTo(130);
        assertAllEnd(all);
        assertThat(bench.out()).contains("bench: ended at once; ");
        // The first may have had it written before the second came.
        assertThat(bench.results("")).singleElement().asString().matches(".*(\\.partial|-incomplete)");
    }

    @Test
    void shouldShowOnOneLineHowItGoes() throws Exception {
        BenchProcess bench = started("measuring", "-Dduration=4s", "loopback.yaml");

        bench.assertMeasured();
        Screen screen = Screen.of(bench.out());
        assertThat(screen.overwritten())
                .filteredOn(line -> line.startsWith("measuring"))
                .isNotEmpty()
                .allSatisfy(line -> assertThat(line)
                        .matches(
                                "measuring \\[=* *] +\\d+ %, 0:\\d\\d left  [\\d,]+/s(  p50 \\S+ [num]?s  p99 \\S+ [num]?s)?")
                        .hasSizeLessThan(WIDTH));
        // What came after it is shorter, and nothing of the bar is left above the result.
        assertThat(screen.overwritten())
                .filteredOn(line -> line.startsWith("finishing"))
                .allSatisfy(line -> assertThat(line).matches("finishing \\[=* *] +\\d+ %, 0:\\d\\d left"));
        assertThat(screen.lines()).noneMatch(line -> line.matches(".*\\d:\\d\\d left.*"));
        assertThat(bench.out()).containsPattern("\033\\[[\\d;]+m(MET|SATURATED)");
    }

    /** The doctor spins a thread on every core meanwhile, and may have a file that it syncs. */
    @Test
    void shouldEndTheDoctorOnControlC() throws Exception {
        BenchProcess bench = BenchProcess.onTerminal(directory, "doctor", "--for", "60s");
        await().atMost(PATIENCE).until(() -> bench.out().contains("stalls, one thread, 60 s..."));

        bench.type(CONTROL_C);

        assertThat(bench.exitCode()).as(bench.out()).isEqualTo(130);
        assertThat(bench.leftBehind()).isEmpty();
    }
}
