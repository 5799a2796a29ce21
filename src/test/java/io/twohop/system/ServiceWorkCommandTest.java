package io.twohop.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.twohop.Benchmark;
import io.twohop.browser.Browser;
import io.twohop.config.YamlDocument;
import io.twohop.result.BenchmarkResult;
import io.twohop.workload.Workload;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Services whose work the workload sets, from the command line. */
@Timeout(360)
class ServiceWorkCommandTest {
    @TempDir
    Path directory;

    @BeforeEach
    void write() throws Exception {
        Files.writeString(directory.resolve("work.yaml"), """
                rate: 1k
                arrivals: poisson
                warmup: 500ms
                duration: 1s
                floor: 0s
                idle: park
                service: {distribution: lognormal(20us, 1.0), seed: 1}
                """);
    }

    private BenchCall bench(String... arguments) throws Exception {
        List<String> all = new ArrayList<>(List.of(
                "-Dworkload=" + directory.resolve("work.yaml"), BenchProcess.FIRST_COMPILER, BenchProcess.ANY_RATE));
        all.addAll(List.of(arguments));
        return BenchCall.of(directory, all.toArray(String[]::new));
    }

    private static JsonNode measured(Bench bench) throws Exception {
        bench.assertMeasured();
        return bench.resultJson().at("/forks/0/service");
    }

    @Test
    void shouldShowUtilisationAndTheWaitThatTheoryExpects() throws Exception {
        BenchCall bench = BenchCall.here(
                directory, "-Dworkload=" + directory.resolve("work.yaml"), BenchProcess.ANY_RATE, "loopback.yaml");

        JsonNode service = measured(bench);
        assertThat(service.path("name").asText()).isEqualTo("busy");
        assertThat(service.path("instances")).hasSize(1);
        JsonNode instance = service.at("/instances/0");
        assertThat(instance.path("messages").asInt()).isPositive();
        // A machine that is busy adds to it, and never takes from it.
        assertThat(service.path("meanNanos").asDouble()).isGreaterThan(15_000);
        assertThat(service.path("utilisation").asDouble())
                .isCloseTo(
                        instance.path("perSecond").asDouble()
                                * service.path("meanNanos").asDouble()
                                / 1e9,
                        within(1e-6));
        assertThat(service.path("expectedWaitNanos").asDouble()).isPositive();
        assertThat(service.path("toServiceNanos").asDouble()).isPositive();
        assertThat(bench.summary())
                .contains(
                        "service busy, 1 instance, ", " utilised, ", "; M/G/1 expects a mean wait of ", "; measured ");
        assertReported(bench.result().resolve("report.html"));
    }

    private static void assertReported(Path page) throws Exception {
        try (Browser browser = new Browser(Files.createDirectories(page.resolveSibling("downloads")))) {
            browser.open(page, 1_280, false);
            assertThat(browser.one("#services").getText()).contains("busy 1 of 1", "Pollaczek-Khinchine");
            assertThat(browser.one("article.card").getText()).contains("utilised", "M/G/1 expects a mean wait of");
            assertThat(browser.console()).isEmpty();
        }
    }

    @Test
    void shouldHaveAnInstanceForEachConsumerAndExpectNothingOfEvenArrivals() throws Exception {
        BenchmarkResult result = Benchmark.of(Workload.read(YamlDocument.read(directory.resolve("work.yaml"))))
                .transport("loopback.yaml")
                .results(directory)
                .set("jfr", "off")
                .set("consumers", "2")
                .set("arrivals", "constant")
                .inProcess()
                .build()
                .run();

        JsonNode service = new ObjectMapper()
                .readTree(result.directory().resolve("result.json").toFile())
                .at("/forks/0/service");
        assertThat(service.path("instances"))
                .hasSize(2)
                .allMatch(instance -> instance.path("messages").asInt() > 0);
        assertThat(service.path("expectedWaitNanos").isNull()).isTrue();
    }

    @Test
    void shouldMeterAServiceInAProcessOfItsOwn() throws Exception {
        JsonNode service = measured(
                bench(BenchProcess.UNRECORDED, "-Dservice={name: busy, work: 20us, process: true}", "chronicle.yaml"));

        assertThat(service.at("/instances/0/messages").asInt()).isPositive();
        assertThat(service.path("meanNanos").asDouble()).isGreaterThan(20_000);
    }

    @Test
    void shouldAllocateForEachMessage() throws Exception {
        BenchCall bench =
                bench("-Dservice={name: allocate, bytes: 20KB}", "-Dsize=64", "-Dduration=4s", "loopback.yaml");

        assertThat(measured(bench).path("allocatedBytes").asInt()).isEqualTo(20_000);
        // Without it, random bytes come to some hundred, and a machine that is busy has some messages served before the
        // window.
        assertThat(bench.resultJson()
                        .at("/forks/0/memory/allocatedBytesPerMessage")
                        .asDouble())
                .isGreaterThan(4_000);
        assertThat(bench.summary()).contains(" a message and 20,000 B allocated;");
    }

    @Test
    void shouldKeepACache() throws Exception {
        BenchCall bench = bench("-Dservice={name: cache, entries: 100k}", "-Dsize=64", "loopback.yaml");

        assertThat(measured(bench).path("name").asText()).isEqualTo("cache");
        assertThat(bench.resultJson().at("/forks/0/memory/peakUsedBytes").asLong())
                .isGreaterThan(5_000_000);
    }

    @Test
    void shouldRefuseByPlaceNameValueAndExpectation() throws Exception {
        Path workload = Files.writeString(
                directory.resolve("bad.yaml"), "rate: 1k\nduration: 1s\nservice: {name: busy, work: 20}\n");
        BenchCall bench = BenchCall.of(directory, "-Dworkload=" + workload, "loopback.yaml");

        assertThat(bench.exitCode()).isEqualTo(2);
        assertThat(bench.err())
                .isEqualTo("bench: " + workload
                        + ":3:29: service.work: 20 (expected: a duration such as 10s, 500ms, 1m30s or PT1M)\n");
        assertThat(directory.resolve("results")).doesNotExist();
    }
}
