package io.twohop.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ctrl-C on a real pseudo-terminal, which sends SIGINT to every process of the command at once. */
@Timeout(360)
class TerminalTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final char CONTROL_C = 3;

    /** Of the terminal. */
    private static final int WIDTH = 80;

    @TempDir
    Path directory;

    /** Seen on the bar, which shows the last second's phase. */
    private BenchProcess started(String phase, String... further) throws Exception {
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
        BenchProcess bench = BenchProcess.onTerminal(directory, BenchProcess.with(all, further));
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
    @ParameterizedTest
    @ValueSource(strings = {"warm-up", "measuring"})
    void shouldKeepWhatWasMeasuredOnControlC(String phase) throws Exception {
        BenchProcess bench = started(phase, "nats.yaml");
        List<ProcessHandle> all = bench.descendants();

        bench.type(CONTROL_C);

        assertThat(bench.exitCode()).as(bench.out()).isEqualTo(130);
        assertAllEnd(all);
        assertThat(bench.out())
                .contains("bench: interrupted; what was measured is written now")
                .containsPattern("\033\\[[\\d;]+mINVALID\033\\S* the figures cannot be used\\s+- interrupted\\s");
        assertThat(bench.results("-incomplete")).hasSize(1);
        assertThat(bench.leftBehind()).isEmpty();
    }

    @Test
    void shouldSayHowToGoOnWithSeveralRuns() throws Exception {
        BenchProcess bench = started("measuring", "-Dsize=[32, 64]", "loopback.yaml");

        bench.type(CONTROL_C);

        assertThat(bench.exitCode()).as(bench.out()).isEqualTo(130);
        assertThat(bench.out()).contains("incomplete: 0 of 2 runs; repeat the command with --resume for the rest");
        assertThat(bench.results("-matrix-incomplete")).hasSize(1);
    }

    @Test
    void shouldSayThatForksWhichTookTurnsHaveToTakeThemAnew() throws Exception {
        BenchProcess bench = started("measuring", "-Dsize=[32, 64]", "-Dforks=2", "--interleave", "loopback.yaml");

        bench.type(CONTROL_C);

        assertThat(bench.exitCode()).as(bench.out()).isEqualTo(130);
        assertThat(bench.out())
                .contains("incomplete: 0 of 2 runs; forks take turns, so repeat the whole command");
        assertThat(bench.results("-matrix-incomplete")).hasSize(1);
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

    @Test
    void shouldShowNoColoursToWhoWantsNone() throws Exception {
        BenchProcess bench = BenchProcess.onTerminal(
                directory,
                List.of("NO_COLOR=1"),
                "-Dworkload=smoke.yaml",
                "-Drate=500",
                "-Dwarmup=300ms",
                "-Dduration=1s",
                "-Dfloor=0s",
                "-Didle=park",
                BenchProcess.BYTES,
                BenchProcess.FIRST_COMPILER,
                BenchProcess.UNRECORDED,
                "loopback.yaml");

        bench.assertMeasured();
        assertThat(bench.out()).doesNotContain("\033[3").doesNotContain("\033[1");
    }

    /** Threads of its own spin on every core then, and a file that it syncs may be there. */
    @Test
    void shouldEndTheDoctorOnControlC() throws Exception {
        BenchProcess bench = BenchProcess.onTerminal(directory, "doctor", "--for", "60s");
        await().atMost(PATIENCE).until(() -> bench.out().contains("stalls, one thread, 60 s..."));

        bench.type(CONTROL_C);

        assertThat(bench.exitCode()).as(bench.out()).isEqualTo(130);
        assertThat(bench.leftBehind()).isEmpty();
    }
}
