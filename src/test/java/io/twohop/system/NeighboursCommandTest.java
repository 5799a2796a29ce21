package io.twohop.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two commands of one user that measure at the same time, and the parts of one that do. */
@Timeout(240)
class NeighboursCommandTest {
    private static final String BESIDE = "another run measured on this machine at the same time: process ";

    @TempDir
    Path directory;

    private BenchProcess bench(String name, String... more) throws Exception {
        return BenchProcess.jarWithEnvironment(
                Files.createDirectories(directory.resolve(name)),
                List.of("XDG_STATE_HOME=" + directory.resolve("state")),
                List.of(),
                BenchProcess.with(
                        List.of(
                                "-Dworkload=smoke.yaml",
                                "-Drate=500",
                                "-Dwarmup=500ms",
                                "-Dduration=2s",
                                "-Dfloor=0s",
                                "-Didle=park",
                                BenchProcess.FIRST_COMPILER,
                                BenchProcess.UNRECORDED),
                        more));
    }

    private static List<String> warnings(BenchProcess bench) throws Exception {
        JsonNode warnings = bench.resultJson().at("/warnings");
        return warnings.findValuesAsText("text").stream()
                .filter(text -> text.startsWith(BESIDE))
                .toList();
    }

    @Test
    void shouldTellBothThatTheyMeasuredTogether() throws Exception {
        BenchProcess first = bench("first", "-Dduration=20s", "loopback.yaml");
        first.awaitMeasuring();
        BenchProcess second = bench("second", "loopback.yaml");

        second.assertMeasured();
        first.assertMeasured();

        assertThat(warnings(second)).singleElement().asString().endsWith(", over loopback");
        assertThat(warnings(first)).hasSize(1);
        assertThat(second.said()).contains(BESIDE);
    }

    @Test
    void shouldNotTellADuetOfItsOtherRun() throws Exception {
        BenchProcess duet = bench("duet", "-Dforks=2", "-Drate=[500,400]", "--duet", "loopback.yaml");
        duet.exitCode();
        assertThat(duet.said()).contains("500/s").doesNotContain(BESIDE);
    }

    @Tag("exhaustive")
    @Test
    void shouldNotTellARunOfItsOwnAgents() throws Exception {
        BenchProcess agents = bench("agents", "--agents", "local, load: 2, service: 1", "nats.yaml");
        agents.exitCode();
        assertThat(warnings(agents)).isEmpty();
    }
}
