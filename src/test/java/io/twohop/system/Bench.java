package io.twohop.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The command with what it printed and the results that it wrote to a directory. */
abstract class Bench {
    private static final int MET = 0;
    private static final int SATURATED = 4;
    private static final int INVALID = 5;

    /** The share of a rate that counts as held by default. */
    private static final double LEAST_ACHIEVED = 0.99;

    private final Path directory;

    Bench(Path directory) {
        this.directory = directory;
    }

    /** Where the command was given, which keeps its results. */
    final Path directory() {
        return directory;
    }

    /** Waits for the end and returns the exit code. */
    abstract int exitCode() throws InterruptedException;

    /** What it printed to standard output so far. */
    abstract String out();

    /** What it printed to standard error so far. */
    abstract String err();

    /**
     * The exit code of a run that is judged by its rate, on a machine that may be slow: 4 instead of 5 where nothing else is wrong
     * than that messages came too late, as the run's own counts say. A run whose rate does not matter takes {@link BenchProcess#ANY_RATE}.
     */
    int exitCodeHere() throws InterruptedException {
        int code = exitCode();
        return code == INVALID && hasOnlyStalled() ? SATURATED : code;
    }

    /** Waits for the end of a run whose speed does not matter: it measured all its messages, on a machine that may be slow. */
    void assertMeasured() throws InterruptedException {
        assertThat(exitCodeHere()).as(err() + out()).isIn(MET, SATURATED);
    }

    private boolean hasOnlyStalled() {
        try {
            for (Path result : results("")) {
                // The directory of a matrix has none.
                Path json = result.resolve("result.json");
                if (Files.exists(json)) {
                    JsonNode measured = new ObjectMapper().readTree(json.toFile());
                    JsonNode verdict = measured.path("verdict");
                    boolean isInvalid = verdict.path("exitCode").asInt() == INVALID;
                    if (isInvalid && !cameTooLate(measured)) {
                        return false;
                    }
                    for (JsonNode reason : verdict.path("reasons")) {
                        if (isInvalid && !isOfTheRate(reason.asText())) {
                            return false;
                        }
                    }
                }
            }
            return true;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Tells whether a run lost nothing, and messages of a fork arrived after its window. */
    private static boolean cameTooLate(JsonNode result) {
        boolean late = false;
        for (JsonNode fork : result.path("forks")) {
            JsonNode rates = fork.path("rates");
            double held = rates.path("achievedPerSecond").asDouble()
                    + rates.path("steadyPerSecond").asDouble();
            late |= held < LEAST_ACHIEVED * rates.path("duePerSecond").asDouble();
        }
        return late && result.at("/accounting/lost").asLong() == 0;
    }

    /** Tells whether a reason is about the rate: some forks may be saturated while others stalled. */
    private static boolean isOfTheRate(String reason) {
        return reason.contains("of the offered rate achieved")
                || reason.contains("backlog")
                || reason.contains("counts as held (slo.achieved");
    }

    /** Returns standard output as one line. */
    String said() {
        return out().replaceAll("\\s+", " ");
    }

    /** Returns the summary of the only result as one line. */
    String summary() throws IOException {
        return read(result().resolve("summary.txt")).replaceAll("\\s+", " ");
    }

    static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the directory of the only result. */
    Path result() throws IOException {
        List<Path> found = results("");
        assertThat(found).hasSize(1);
        return found.get(0);
    }

    /** Returns the directories of results whose names end in the suffix, sorted. */
    List<Path> results(String suffix) throws IOException {
        return resultsIn(directory, suffix);
    }

    /** Returns those of an earlier command in that directory. */
    static List<Path> resultsIn(Path directory, String suffix) throws IOException {
        try (Stream<Path> results = Files.list(directory.resolve("results"))) {
            return results.filter(path -> path.getFileName().toString().endsWith(suffix))
                    .sorted()
                    .toList();
        }
    }

    /** Returns {@code result.json} of the only result. */
    JsonNode resultJson() throws IOException {
        return new ObjectMapper().readTree(result().resolve("result.json").toFile());
    }
}
