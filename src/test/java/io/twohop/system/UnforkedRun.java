package io.twohop.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.Benchmark;
import io.twohop.BenchmarkBuilder;
import io.twohop.cli.text.Style;
import io.twohop.cli.text.Summary;
import io.twohop.config.YamlDocument;
import io.twohop.registry.WorkloadFile;
import io.twohop.result.BenchmarkResult;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;

/** Runs that are measured in this JVM, for tests that need a result and neither a process nor a command. */
final class UnforkedRun {
    private static final Path WORKLOADS = Path.of(System.getProperty("twohop.home"), "workloads");

    private UnforkedRun() {}

    /**
     * Measures without a recording, which would have other runs of this JVM in it.
     *
     * @param workload a shipped file
     * @param settings each {@code key=value}
     */
    static BenchmarkResult of(Path results, String workload, String transport, String... settings)
            throws InterruptedException {
        return of(results, WORKLOADS.resolve(workload), transport, settings);
    }

    /** Measures a workload of the test. */
    static BenchmarkResult of(Path results, Path workload, String transport, String... settings)
            throws InterruptedException {
        BenchmarkBuilder builder = Benchmark.of(WorkloadFile.read(YamlDocument.read(workload)))
                .transport(transport)
                .results(results)
                .set("floor", "0s")
                .set("jfr", "off")
                .inProcess();
        for (String setting : settings) {
            String[] parts = setting.split("=", 2);
            builder.set(parts[0], parts[1]);
        }
        BenchmarkResult result = builder.build().run();
        assertThat(result.complete()).as(result.toString()).isTrue();
        return result;
    }

    /** Returns what the command prints of a result, as one line. */
    static String said(BenchmarkResult result) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new Summary(result, Optional.empty(), false, Style.PLAIN)
                .print(new PrintStream(out, true, StandardCharsets.UTF_8));
        return out.toString(StandardCharsets.UTF_8).replaceAll("\\s+", " ");
    }
}
