package io.twohop.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.twohop.testing.lying.LyingProvider;
import io.twohop.testing.lying.PausingService;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Delays messages in ways of which one party alone is guilty, and reads whom the run charges. A busy machine delays more, and is charged
 * with that as well. One after the other, since what else runs delays messages too.
 */
@Isolated
@Execution(ExecutionMode.SAME_THREAD)
@Timeout(180)
class AttributionCommandTest {

    @TempDir
    Path directory;

    private BenchProcess bench(String... more) throws Exception {
        List<String> defaults = List.of(
                "-Dworkload=smoke.yaml",
                "-Drate=1k",
                "-Dsize=64",
                "-Dlayout=single",
                "-Dwarmup=2s",
                "-Dduration=4s",
                "-Dfloor=0s",
                "--classpath="
                        + Path.of(LyingProvider.class
                                .getProtectionDomain()
                                .getCodeSource()
                                .getLocation()
                                .toURI()));
        return BenchProcess.jar(directory, BenchProcess.with(defaults, more));
    }

    /** 0.7 % of the messages are late by the transport, and 0.75 % by the stop: only together they decide p99. */
    @Test
    void shouldNotChargeATransportWithWhatAStopOfTheProcessAddedToItsTail() throws Exception {
        Path lying = Files.writeString(directory.resolve("lying.yaml"), """
                transport: io.twohop.testing.lying.LyingProvider
                codec: json
                ordered: false
                delay: 50ms
                delayEvery: 143
                """);
        BenchProcess bench = bench("-Dhops=1", "-Dslo.endToEnd.p99=5ms", lying.toString());
        bench.awaitMeasuring();
        String pid = Long.toString(bench.child().pid());
        new ProcessBuilder("sh", "-c", "kill -STOP $1; sleep 0.03; kill -CONT $1", "sh", pid)
                .start()
                .waitFor();

        assertThat(bench.exitCode()).as(bench.out()).isEqualTo(5);
        assertThat(bench.said())
                .contains("objective endToEnd.p99 cannot be judged here: without this machine between ");
        JsonNode p99 = bench.resultJson().at("/trust/probes/endToEnd/ranges/p99");
        assertThat(p99.path("lowestNanos").asLong()).isLessThan(5_000_000);
        assertThat(p99.path("highestNanos").asLong()).isGreaterThan(5_000_000);
    }

    /** The pauses are so long that the delays of a busy machine do not matter. */
    @Test
    void shouldChargeTheMeasuredSystemWithPausesOfItsJvm() throws Exception {
        BenchProcess bench = bench(
                "-Dservice=" + PausingService.class.getName(),
                "-Djvm.flags=-XX:-UseCountedLoopSafepoints",
                "-Dslo.endToEnd.p90=20ms",
                "-Dslo.achieved=70%",
                "loopback.yaml");

        assertThat(bench.exitCode()).as(bench.out()).isEqualTo(3);
        assertThat(bench.said()).containsPattern("- endToEnd\\.p90: [\\d.]+ m?s \\(objective: at most 20 ms\\)");
    }

    /** The harness spins a thread per core, so that none is left for the media driver, nor for tests beside this one. */
    @Tag("exhaustive")
    @Test
    void shouldTrustNoFigureOfAServerThatTheHarnessLeavesNoCore() throws Exception {
        int producers = Math.max(1, Runtime.getRuntime().availableProcessors() - 1);
        BenchProcess bench =
                bench("-Dhops=1", "-Dlayout=dedicated", "-Didle=spin", "-Dproducers=" + producers, "aeron-udp.yaml");

        bench.exitCode();
        assertThat(bench.said()).containsPattern(", trusted (to p[1-4]?\\d\\b|nowhere)");
        JsonNode trust = bench.resultJson().path("trust");
        assertThat(trust.at("/probes/endToEnd/untrusted").toString()).contains("\"p50\"");
        assertThat(trust.path("cause").asText()).isEqualTo("no core left for driver");
    }
}
