package io.twohop.testing.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.config.YamlDocument;
import io.twohop.engine.protocol.RunListener;
import io.twohop.launch.CellRun;
import io.twohop.launch.ForkedRun;
import io.twohop.launch.Place;
import io.twohop.registry.TransportFile;
import io.twohop.result.BenchmarkResult;
import io.twohop.result.Faults;
import io.twohop.result.Verdict;
import io.twohop.testing.model.AgreeingReports;
import io.twohop.testing.model.SoundRuns;
import io.twohop.workload.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Short runs from YAML to the result's directory, in a JVM of their own unless a method says otherwise. */
public final class WholeRuns {
    /** A part of a workload's {@code jvm} that leaves out the optimizing compiler, which does not pay in a short run. */
    public static final String FIRST_COMPILER = "flags: -XX:TieredStopAtLevel=1";

    private static final String JVM = "jvm: { " + FIRST_COMPILER + " }\n";

    /** The long drain is for a cold broker on a busy machine, whose first messages are slow. */
    private static final String QUICK =
            "rate: 400\nwarmup: 500ms\nduration: 500ms\ndrain: 60s\nfloor: 0s\nidle: park\n";

    private static final String EXPLAINED = "rate: 1k\nwarmup: 1s\nduration: 2s\nfloor: 0s\nidle: park\n";

    /** How many messages a run offers whose workload is not given, warm-up included. */
    public static final long MESSAGES = 400;

    /** Limit of runs on a machine so busy that faults come too late. */
    private static final int MOST_RUNS = 3;

    private WholeRuns() {}

    /**
     * Runs a transport file.
     *
     * @param results where the result's directory is made
     */
    public static BenchmarkResult run(String transportYaml, Path results) throws Exception {
        return run(QUICK, transportYaml, results, RunListener.NONE);
    }

    /**
     * Runs JSON over loopback for a few seconds, which is long enough to be explained.
     *
     * @param furtherYaml of the workload
     */
    public static BenchmarkResult overLoopback(String furtherYaml, Path results, RunListener listener)
            throws Exception {
        return explained(furtherYaml, "transport: loopback\ncodec: json\n", results, listener);
    }

    /** Runs for as long over any transport. */
    public static BenchmarkResult explained(
            String furtherYaml, String transportYaml, Path results, RunListener listener) throws Exception {
        return run(EXPLAINED + furtherYaml, transportYaml, results, listener);
    }

    /** Runs for as long in this JVM, whose recording tells of it if no other run is measured here meanwhile. */
    public static BenchmarkResult explainedHere(
            String furtherYaml, String transportYaml, Path results, RunListener listener) throws Exception {
        return run(EXPLAINED + furtherYaml, transportYaml, results, listener, Place.here());
    }

    /** Runs a workload with one cell over a transport file; its {@code jvm} replaces that of these runs. */
    public static BenchmarkResult run(String workloadYaml, String transportYaml, Path results, RunListener listener)
            throws Exception {
        String yaml = (workloadYaml.contains("jvm:") ? "" : JVM) + workloadYaml;
        return run(yaml, transportYaml, results, listener, Place.forked(ForkedRun.Patience.DEFAULT));
    }

    /** Runs a transport file in this JVM, unrecorded: other runs in this JVM would be in the recording. */
    public static BenchmarkResult here(String transportYaml, Path results) throws Exception {
        return here(QUICK + "jfr: off\n", transportYaml, results);
    }

    /** Runs a workload with one cell in this JVM, for what does not depend on a JVM of its own. */
    public static BenchmarkResult here(String workloadYaml, String transportYaml, Path results) throws Exception {
        return run(workloadYaml, transportYaml, results, RunListener.NONE, Place.here());
    }

    /**
     * Runs a workload with faults in this JVM, and asserts that it was measured and that no promise was broken.
     *
     * @param furtherYaml rate, duration, drain and faults
     */
    public static Faults underFaults(String furtherYaml, String transportYaml, Path results) throws Exception {
        BenchmarkResult result =
                here("warmup: 1s\nfloor: 0s\nidle: park\njfr: off\n" + furtherYaml, transportYaml, results);
        assertThat(result.complete()).as(result.verdict().toString()).isTrue();
        assertThat(result.verdict()).as(result.toString()).isNotInstanceOf(Verdict.Invalid.class);
        assertThat(result.verdict().reasons()).noneMatch(reason -> reason.startsWith("promises"));
        return result.forks().get(0).faults().orElseThrow();
    }

    private static BenchmarkResult run(
            String workloadYaml, String transportYaml, Path results, RunListener listener, Place place)
            throws Exception {
        Workload workload = Workload.read(YamlDocument.parse("quick.yaml", workloadYaml));
        CellRun run = new CellRun(
                workload,
                TransportFile.of(YamlDocument.parse("mine.yaml", transportYaml)),
                workload.cells().get(0),
                results,
                results,
                place);
        run.check();
        BenchmarkResult result = run.run(listener);
        for (int i = 1; i < MOST_RUNS && cameTooLate(result); i++) {
            result = run.run(listener);
        }
        AgreeingReports.check(result);
        return result;
    }

    /** Tells whether a fault came too late; its reason asks for another run. */
    private static boolean cameTooLate(BenchmarkResult result) {
        return !result.complete()
                && result.verdict().reasons().stream().allMatch(reason -> reason.startsWith("a fault came too late"));
    }

    /** Runs a transport file in its own JVM and asserts that neither a result's file nor an argument has one of these words. */
    public static void assertMeasuredInSecret(String transportYaml, Path results, String... secrets) throws Exception {
        CommandLines commandLines = new CommandLines();
        assertMeasured(run(QUICK, transportYaml, results, commandLines), results, secrets);
        commandLines.assertWithout(secrets);
    }

    /** Asserts that every message arrived, and that no file of the result has one of these words. */
    public static void assertMeasured(BenchmarkResult written, Path results, String... secrets) throws IOException {
        SoundRuns.assertSound(written.verdict(), written.rates());
        assertThat(written.accounting().orElseThrow().received()).isEqualTo(MESSAGES);
        try (Stream<Path> files = Files.walk(results)) {
            assertThat(files.filter(Files::isRegularFile))
                    .isNotEmpty()
                    .allSatisfy(file -> assertThat(file).content().doesNotContain(secrets));
        }
    }

    /** Asserts that nothing was measured and that the reason has these words, but no secret. */
    public static void assertRefused(BenchmarkResult written, List<String> words, String... secrets) {
        assertThat(written.complete()).isFalse();
        assertThat(written.verdict()).isInstanceOf(Verdict.Invalid.class);
        String reasons = written.verdict().reasons().toString();
        assertThat(reasons).contains(words);
        assertThat(secrets).noneMatch(reasons::contains);
    }
}
