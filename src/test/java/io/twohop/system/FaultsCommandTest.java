package io.twohop.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.twohop.browser.Browser;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Faults of a real server, by the packaged command. */
@Timeout(300)
class FaultsCommandTest {
    @TempDir
    Path directory;

    private static String[] arguments(String faults, String... arguments) {
        List<String> defaults = List.of(
                "-Dworkload=smoke.yaml",
                "-Drate=500",
                "-Dwarmup=1s",
                "-Dduration=8s",
                "-Dfloor=0s",
                "-Ddrain=3s",
                "-Didle=park",
                BenchProcess.BYTES,
                BenchProcess.FIRST_COMPILER,
                BenchProcess.UNRECORDED,
                "-Dslo.achieved=30 %",
                "-Dfaults=" + faults);
        return BenchProcess.with(defaults, arguments);
    }

    private BenchProcess bench(String faults, String... arguments) throws Exception {
        return BenchProcess.jar(directory, arguments(faults, arguments));
    }

    @Test
    void shouldReportTheFaultInSummaryResultAndReport() throws Exception {
        BenchProcess bench = bench("[{at: 2s, target: broker, action: kill, for: 200ms}]", "nats.yaml");

        bench.assertMeasured();
        assertThat(bench.said())
                .containsPattern("faults lost [\\d,]+ \\(0 acknowledged, [\\d,]+ silent\\), failed [\\d,]+")
                .contains("kill broker at 2.", "noticed after ", "first message through after ", "latency before ")
                .containsPattern("longest gap between arrivals [\\d.]+ m?s ");
        JsonNode fault = bench.resultJson()
                .path("forks")
                .path(0)
                .path("faults")
                .path("outcomes")
                .path(0);
        assertThat(fault.path("what").asText()).isEqualTo("kill broker");
        assertThat(fault.path("firstThroughNanos").asLong()).isPositive();
        assertThat(fault.path("longestGapNanos").asLong()).isGreaterThanOrEqualTo(200_000_000);
        assertThat(bench.leftBehind()).isEmpty();
        assertThat(bench.descendants()).isEmpty();

        try (Browser browser = new Browser(directory)) {
            browser.open(bench.result().resolve("report.html"), 1_280, false);
            String section = browser.one("#faults").getText();
            assertThat(section).contains("kill broker", "at most once", "first message through", "longest gap");
            assertThat(browser.console()).isEmpty();
            assertThat(browser.violations()).isEmpty();
            browser.screenshot("faults");
        }
    }

    @Test
    void shouldRefuseAFaultForWhatIsNotThere() throws Exception {
        BenchProcess bench = bench("[{at: 1s, target: broker-2, action: kill}]", "nats.yaml");

        assertThat(bench.exitCode()).as(bench.out() + bench.err()).isEqualTo(2);
        assertThat(bench.err()).contains("faults: broker-2 (expected: one of broker-1, leader, network)");
        assertThat(bench.leftBehind()).isEmpty();
    }

    @Test
    void shouldLeaveOutScenariosOfPartsThatATransportDoesNotHave() throws Exception {
        BenchCall bench = BenchCall.of(
                directory,
                arguments(
                        "{broker: [{at: 2s, target: broker, action: pause, for: 200ms}], drainer: [{at: 2s, target: drainer,"
                                + " action: kill, for: 200ms}], disk: [{at: 2s, target: disk, action: fill, for: 1ms}]}",
                        "-Dduration=4s",
                        "nats.yaml",
                        "chronicle-async.yaml",
                        "--dry-run"));

        assertThat(bench.exitCode()).as(bench.err()).isZero();
        assertThat(bench.out())
                .contains("3 runs", "nats smoke 500/s, 64B, broker", "chronicle-async smoke 500/s, 64B, drainer")
                .contains("chronicle-async smoke 500/s, 64B, disk");
        assertThat(bench.err())
                .contains("left out: nats smoke 500/s, 64B, drainer: no drainer there")
                .contains("left out: nats smoke 500/s, 64B, disk: no disk there")
                .contains("left out: chronicle-async smoke 500/s, 64B, broker: no broker there");
    }

    @Tag("exhaustive")
    @Test
    void shouldEndSeveralScenariosWithATableOfWhatWasPromisedAndWhatHappened() throws Exception {
        BenchProcess runs = bench(
                "{drainer: [{at: 1s, target: drainer, action: kill, for: 200ms}],"
                        + " again: [{at: 1s, target: drainer, action: pause, for: 300ms}]}",
                "-Dduration=3s",
                "-Didle=park",
                "chronicle-async.yaml");

        runs.assertMeasured();
        assertThat(runs.out())
                .containsPattern(
                        "transport +run +promised +verdict +lost +acknowledged +silent +failed +dropped +duplicated")
                .containsPattern(
                        "chronicle-async +500/s, 64B, drainer +best effort +\\w+ at [\\d.]+ % +0 +0 +0 +0 +0 +0 +0 +[\\d.]+ m?s")
                .containsPattern("chronicle-async +500/s, 64B, again +best effort ");
        assertThat(runs.leftBehind()).isEmpty();
    }
}
