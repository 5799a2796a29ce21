package io.twohop.system;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The results of experiments that the project publishes, and the command that measures them. */
@Timeout(120)
class ExperimentsTest {
    private static final Path HOME = Path.of(System.getProperty("twohop.home"));
    private static final Path RESULTS = HOME.resolve("experiments/results");
    private static final long MOST_BYTES = 4 << 20;

    @TempDir
    Path directory;

    private record Outcome(int exitCode, String out) {}

    private Outcome measure(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(
                List.of("python3", HOME.resolve("experiments/measure").toString()));
        command.addAll(List.of(arguments));
        Path out = directory.resolve("out.txt");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        assertThat(process.waitFor(100, SECONDS)).isTrue();
        return new Outcome(process.exitValue(), Files.readString(out));
    }

    private static List<Path> results(Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        }
    }

    @Test
    void shouldMakeASiteOfAllPublishedResults() throws Exception {
        List<Path> results = results(RESULTS);
        Path site = directory.resolve("public");

        BenchCall call = BenchCall.of(
                directory,
                "site",
                site.toString(),
                RESULTS.toString(),
                "--annotations",
                HOME.resolve("experiments/annotations.yaml").toString());

        assertThat(call.exitCode()).as(call.err()).isZero();
        assertThat(call.err()).isEmpty();
        assertThat(call.out()).contains(": " + results.size() + " results of ");
        assertThat(results).isNotEmpty().allMatch(file -> file.endsWith("result.json"));
        assertThat(results.stream().mapToLong(ExperimentsTest::bytes).sum()).isLessThan(MOST_BYTES);
        for (Path file : results) {
            assertThat(Files.readString(file)).as(file.toString()).doesNotContain("/tmp/", "/home/", "/root/");
        }
    }

    private static long bytes(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void shouldKeepResultsOfSectionsThatCanBeMeasuredAgain() throws Exception {
        Outcome listed = measure();

        assertThat(listed.exitCode()).as(listed.out()).isZero();
        List<String> sections =
                listed.out().lines().map(line -> line.replaceFirst(" .*", "")).toList();
        try (Stream<Path> kept = Files.list(RESULTS)) {
            assertThat(kept.map(section -> section.getFileName().toString())).isSubsetOf(sections);
        }
    }

    @Test
    void shouldMeasureASectionWithOptionsOfItsReader() throws Exception {
        Outcome outcome = measure(
                "--into",
                directory.resolve("kept").toString(),
                "what-the-trial-finds",
                "-Drate=1k",
                "-Dwarmup=100ms",
                "-Dduration=100ms",
                "-Dlayout=single",
                "-Djfr=off");

        assertThat(outcome.exitCode()).as(outcome.out()).isZero();
        List<Path> kept = results(directory.resolve("kept/what-the-trial-finds"));
        assertThat(kept).hasSize(2);
        assertThat(Files.readString(kept.get(0))).contains("\"transport\":\"loopback\"", "\"tail\":null");
    }

    @Test
    void shouldRefuseAnUnknownSection() throws Exception {
        Outcome outcome = measure("nope");

        assertThat(outcome.exitCode()).isEqualTo(2);
        assertThat(outcome.out()).contains("invalid choice: 'nope'");
    }
}
