package io.twohop.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collection;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Every benchmark runs; what it says is for a quiet machine and more than a moment. */
class BenchmarksTest {
    @Test
    void shouldRunEach() throws Exception {
        Collection<RunResult> results = new Runner(new OptionsBuilder()
                        .include("io.twohop.*")
                        .forks(0)
                        .warmupIterations(0)
                        .measurementIterations(1)
                        .measurementTime(TimeValue.milliseconds(20))
                        .shouldFailOnError(true)
                        .verbosity(VerboseMode.SILENT)
                        .build())
                .run();

        assertThat(results.stream()
                        .map(result -> result.getParams().getBenchmark().replaceAll(".*\\.(\\w+\\.\\w+)$", "$1"))
                        .collect(Collectors.toSet()))
                .containsExactlyInAnyOrder(
                        "CodecBenchmark.encode",
                        "CodecBenchmark.decode",
                        "FieldBenchmark.write",
                        "FieldBenchmark.find",
                        "FieldBenchmark.findWithJackson",
                        "FieldBenchmark.readAllWithJackson",
                        "HeaderBenchmark.write",
                        "HeaderBenchmark.read",
                        "PacingBenchmark.due",
                        "PacingBenchmark.clock",
                        "RecorderBenchmark.latency",
                        "RecorderBenchmark.slices",
                        "RecorderBenchmark.slowest",
                        "StepBenchmark.step");
        assertThat(results)
                .hasSize(35)
                .allSatisfy(result ->
                        assertThat(result.getPrimaryResult().getScore()).isPositive());
    }
}
