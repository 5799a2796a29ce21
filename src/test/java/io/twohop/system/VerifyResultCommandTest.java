package io.twohop.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.zip.DeflaterOutputStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code bench verify-result} of a real run, of copies with one fault each, and of files that are made to harm. */
@Timeout(240)
class VerifyResultCommandTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Path HOME = Path.of(System.getProperty("twohop.home"));
    private static final int BOMB = 64 << 20;

    @TempDir
    static Path measured;

    private static Path real;

    @TempDir
    Path directory;

    private Path result;

    @BeforeAll
    static void measure() throws Exception {
        real = UnforkedRun.of(
                        measured, "smoke.yaml", "loopback.yaml", "rate=1k", "warmup=300ms", "duration=1s", "idle=park")
                .directory();
    }

    @BeforeEach
    void copy() throws IOException {
        result = contributed(directory);
    }

    private static Path contributed(Path into) throws IOException {
        Path made = Files.createDirectories(into.resolve(real.getFileName()));
        try (Stream<Path> files = Files.list(real)) {
            for (Path file : files.filter(file -> file.toString().matches(".*\\.(json|yaml|csv|hlog)"))
                    .filter(file -> !file.toString().matches(".*(events|heap)-fork.*"))
                    .toList()) {
                Files.copy(file, made.resolve(file.getFileName()));
            }
        }
        return made;
    }

    private BenchCall verify(Path... directories) {
        List<String> arguments = new ArrayList<>(List.of("verify-result"));
        Stream.of(directories).map(Path::toString).forEach(arguments::add);
        return BenchCall.of(directory, arguments.toArray(String[]::new));
    }

    private void assertRefused(String why) throws Exception {
        assertRefused(why, result);
    }

    private void assertRefused(String why, Path which) throws Exception {
        List<String> before = names();
        BenchCall call = verify(which);
        assertThat(call.exitCode()).as(call.out()).isEqualTo(2);
        assertThat(call.err()).contains(why);
        assertThat(call.err().lines()).as(call.err()).hasSize(1);
        assertThat(call.err()).hasSizeLessThan(1_000);
        assertThat(call.out()).isEmpty();
        assertThat(names()).isEqualTo(before);
    }

    private List<String> names() throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            return all.map(Path::toString).sorted().toList();
        }
    }

    private void change(Consumer<ObjectNode> change) throws IOException {
        Path file = result.resolve("result.json");
        ObjectNode tree = (ObjectNode) JSON.readTree(file.toFile());
        change.accept(tree);
        JSON.writeValue(file.toFile(), tree);
    }

    @Test
    void shouldAcceptARealResult() throws Exception {
        BenchCall call = verify(result, result);

        assertThat(call.exitCode()).as(call.err()).isZero();
        assertThat(call.out()).contains(": sound, ", "1 fork, ", "messages end to end in ");
        assertThat(call.out().lines()).hasSize(2);
    }

    @Test
    void shouldNameEachFaultyResultAndCheckTheOthers() throws Exception {
        Files.delete(result.resolve("workload.yaml"));
        Path other = contributed(directory.resolve("other"));

        BenchCall call = verify(result, other);

        assertThat(call.exitCode()).isEqualTo(2);
        assertThat(call.err()).contains(result + ": without workload.yaml");
        assertThat(call.out()).contains(other + ": sound");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "workload.yaml | without workload.yaml",
                "transport.yaml | without transport.yaml",
                "result.json | without result.json",
                "endToEnd-fork1.hlog | without endToEnd-fork1.hlog (expected: a histogram log of each probe and fork",
            })
    void shouldMissAFile(String name, String why) throws Exception {
        Files.delete(result.resolve(name));

        assertRefused(why);
    }

    @Test
    void shouldCountTheLogs() throws Exception {
        Path log = result.resolve("endToEnd-fork1.hlog");
        List<String> lines = Files.readAllLines(log);
        Files.write(log, lines.subList(0, lines.size() - 1));
        assertRefused("endToEnd-fork1.hlog with ");

        Files.write(log, lines);
        change(tree -> ((ObjectNode) tree.at("/forks/0/probes/endToEnd/percentilesNanos")).put("p50", 1));
        assertRefused("the percentiles that result.json states for fork 1");
    }

    @Test
    void shouldWantTheWholeRunOfItsOwnName() throws Exception {
        change(tree -> tree.put("complete", false));
        assertRefused("a run that completed");
        change(tree -> tree.put("complete", true).put("name", "another"));
        assertRefused("name another (expected: the name of the directory");
        change(tree -> ((ObjectNode)
                        tree.put("name", result.getFileName().toString()).path("workloadSettings"))
                .put("forks", "3"));
        assertRefused("1 forks (expected: as many as its workload states: 3)");
    }

    @Test
    void shouldWantTheFilesOfTheResult() throws Exception {
        Files.writeString(result.resolve("workload.yaml"), "rate: 1\n");

        assertRefused("workload.yaml (expected: the settings of result.json");
    }

    @Test
    void shouldFindSecrets() throws Exception {
        Path summary = result.resolve("summary.txt");
        Files.writeString(summary, "connected with password=hunter22\n");
        assertRefused("a file without secrets");
        Files.delete(summary);

        change(tree -> ((ObjectNode) tree.path("transportSettings")).put("ssl.key.password", "hunter22"));
        assertRefused("a file without secrets");
    }

    @Test
    void shouldFollowNoLink() throws Exception {
        Path secret = Files.writeString(directory.resolve("secret"), "rate: 1\n");
        Files.delete(result.resolve("workload.yaml"));
        Files.createSymbolicLink(result.resolve("workload.yaml"), secret);
        assertRefused("regular files alone");

        Path link = Files.createSymbolicLink(directory.resolve("link"), result);
        assertRefused("which is not a link", link);
    }

    @ParameterizedTest
    @CsvSource({
        "recording.jfr, 'recording.jfr (expected: no such file'",
        "report.html, 'report.html (expected: no such file'",
        "omb.json, 'omb.json (expected: no such file: contribute results of this bench alone'",
        "<img src=x>.csv, regular files alone",
        ".hidden, regular files alone",
    })
    void shouldWantNoOtherFiles(String name, String why) throws Exception {
        Files.writeString(result.resolve(name), "x");

        assertRefused(why);
    }

    @Test
    void shouldTakeNoResultOfAnotherTool() throws Exception {
        String omb = "{\"aggregatedEndToEndLatency50pct\": 1.0}";
        assertRefused(
                "a directory with a result of this bench, which is not a link; files of other tools have nothing to check",
                Files.writeString(directory.resolve("omb.json"), omb));

        Files.writeString(result.resolve("result.json"), omb);
        assertRefused("result.json (expected: a result of this bench; this is another file)");
    }

    @Test
    void shouldWantNoDirectories() throws Exception {
        Files.createDirectory(result.resolve("data.csv"));

        assertRefused("regular files alone");
    }

    @Test
    void shouldReadNoHugeFile() throws Exception {
        try (RandomAccessFile file =
                new RandomAccessFile(result.resolve("jmh.json").toFile(), "rw")) {
            file.setLength(1L << 30);
        }

        assertRefused("files of at most 8 MiB");
    }

    private void fill(String name, int bytes) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(result.resolve(name).toFile(), "rw")) {
            file.setLength(bytes);
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 9", "3, 6", "600, 0"})
    void shouldLimitEachFileAllFilesAndTheirNumber(int files, int mebibytes) throws Exception {
        for (int i = 0; i < files; i++) {
            fill("more-" + i + ".hlog", mebibytes << 20);
        }

        assertRefused("files of at most 8 MiB, 16 MiB together, and at most 500 of them");
    }

    @Test
    void shouldLimitForksLinesAndNames() throws Exception {
        change(tree -> {
            ((ObjectNode) tree.path("workloadSettings")).put("forks", "201");
            ArrayNode forks = (ArrayNode) tree.path("forks");
            for (int number = 2; number <= 201; number++) {
                ObjectNode fork = forks.path(0).deepCopy();
                fork.put("number", number);
                forks.add(fork);
            }
        });
        assertRefused("201 forks (expected: 1 to 200 forks");

        result = contributed(directory.resolve("lines"));
        Files.writeString(result.resolve("endToEnd-fork1.hlog"), "#\n".repeat(100_001));
        assertRefused("at most 100000 lines");

        Path other = Files.move(result, result.resolveSibling("two words"));
        assertRefused("its name (expected: letters, digits", other);
        assertRefused("its name (expected: letters, digits", Files.move(other, other.resolveSibling("x".repeat(151))));
    }

    @Test
    void shouldWantEachForkInItsPlace() throws Exception {
        change(tree -> ((ObjectNode) tree.at("/forks/0")).put("failure", "killed"));
        assertRefused("a run that completed");
        change(tree -> ((ObjectNode) tree.at("/forks/0")).putNull("failure").put("number", 2));
        assertRefused("fork 2 (expected: fork 1, with its machine and threads");
        change(tree -> ((ObjectNode) tree.at("/forks/0")).put("number", 1).putNull("environment"));
        assertRefused("fork 1 (expected: fork 1, with its machine and threads");
    }

    @Test
    void shouldCompareTheMaximum() throws Exception {
        change(tree -> ((ObjectNode) tree.at("/forks/0/probes/endToEnd")).put("maxNanos", 7));

        assertRefused("the percentiles that result.json states for fork 1");
    }

    private static byte[] deflated(byte[] plain, int zerosAfter) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DeflaterOutputStream out = new DeflaterOutputStream(bytes)) {
            out.write(plain);
            out.write(new byte[zerosAfter]);
        }
        return bytes.toByteArray();
    }

    private static byte[] encoded(Histogram histogram) {
        ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        return Arrays.copyOf(buffer.array(), histogram.encodeIntoByteBuffer(buffer));
    }

    /** A sound histogram, and behind it what a reader without a limit would hold in memory. */
    @Test
    void shouldNotDecompressMoreThanAHistogram() throws Exception {
        Histogram histogram = new Histogram(1, 1_000_000, 3);
        histogram.recordValue(5);

        assertLogRefused(deflated(encoded(histogram), BOMB));
    }

    @Test
    void shouldReadNoMoreDigitsThanTheBenchWrites() throws Exception {
        Histogram histogram = new Histogram(1, 1_000_000, 4);
        histogram.recordValue(5);

        assertLogRefused(deflated(encoded(histogram), 0));
    }

    /** Each interval is sound and small in the file. */
    @Test
    void shouldLimitAllHistogramsTogether() throws Exception {
        Histogram histogram = new Histogram(1, 3_600_000_000_000L, 3);
        for (long value = 1; value < 3_600_000_000_000L; value = histogram.nextNonEquivalentValue(value)) {
            histogram.recordValueWithCount(value, 1L << 40);
        }
        byte[] compressed = deflated(encoded(histogram), 0);
        String line = line(compressed) + "\n";
        assertThat(line.length()).isLessThan(3_000);
        Files.writeString(
                result.resolve("endToEnd-fork1.hlog"), line.repeat((512 << 20) / encoded(histogram).length + 2));

        assertRefused(": interval: unreadable");
    }

    @Test
    void shouldNotDecompressABomb() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DeflaterOutputStream out = new DeflaterOutputStream(bytes)) {
            out.write(new byte[BOMB]);
        }
        assertLogRefused(bytes.toByteArray());
    }

    /** A histogram whose header asks for gigabytes. */
    @Test
    void shouldNotMakeAHugeHistogram() throws Exception {
        ByteBuffer header = ByteBuffer.allocate(40);
        header.putInt(0x1c849303 | 0x10).putInt(0).putInt(0).putInt(5);
        header.putLong(1).putLong(Long.MAX_VALUE).putDouble(1);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DeflaterOutputStream out = new DeflaterOutputStream(bytes)) {
            out.write(header.array());
        }
        assertLogRefused(bytes.toByteArray());
    }

    private void assertLogRefused(byte[] compressed) throws Exception {
        Files.writeString(
                result.resolve("endToEnd-fork1.hlog"),
                "#[Histogram log format version 1.3]\n" + line(compressed) + "\n");
        assertRefused("endToEnd-fork1.hlog:2: interval: unreadable");
    }

    private static String line(byte[] compressed) {
        ByteBuffer encoded = ByteBuffer.allocate(compressed.length + 8);
        encoded.putInt(0x1c849304 | 0x10).putInt(compressed.length).put(compressed);
        return "0.000,1.000,5.000," + Base64.getEncoder().encodeToString(encoded.array());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "not json | a whole result; this is no JSON",
                "{} | a result of this bench; this is another file",
                "{\"schemaVersion\": 2, \"verdict\": {}} | schemaVersion: 2",
                "{\"schemaVersion\": 1, \"verdict\": {}} | result",
                "{\"schemaVersion\": 1, \"verdict\": {\"kind\": \"Met\", \"reasons\": []}, \"forks\": [null]} | result",
                "{\"schemaVersion\": 1, \"verdict\": {\"kind\": 7, \"reasons\": [null]}, \"startedAt\": \"+999999999-01-01T00:00:00Z\","
                        + " \"workload\": \"x\", \"transport\": \"x\"} | result",
                "{\"schemaVersion\": 1, \"verdict\": {\"kind\": \"Met\", \"reasons\": []}, \"payloadBytes\": 99999999999999} | result",
                "{\"schemaVersion\": 1, \"verdict\": {\"kind\": \"Met\", \"reasons\": []}, \"rates\": {\"offeredPerSecond\": 1e999}} | result",
            })
    void shouldReadNoOtherJson(String json, String why) throws Exception {
        Files.writeString(result.resolve("result.json"), json);

        assertRefused(why);
    }

    @Test
    void shouldReadNoDeepJson() throws Exception {
        Files.writeString(result.resolve("result.json"), "{\"a\":".repeat(100_000));
        assertRefused("nesting depth");

        Files.writeString(result.resolve("result.json"), "{\"a\":" + "9".repeat(2_000_000) + "}");
        assertRefused("Number value length");
    }

    /** Whatever is null, it is a fault of the result and none of the command. */
    @Test
    void shouldTakeNoPartForGranted() throws Exception {
        ObjectNode whole =
                (ObjectNode) JSON.readTree(result.resolve("result.json").toFile());
        List<String> paths = new ArrayList<>();
        collect("", whole, paths);
        for (String path : paths) {
            ObjectNode tree = whole.deepCopy();
            int last = path.lastIndexOf('/');
            if (tree.at(path.substring(0, last)) instanceof ObjectNode parent) {
                parent.putNull(path.substring(last + 1));
                JSON.writeValue(result.resolve("result.json").toFile(), tree);
                BenchCall call = verify(result);
                assertThat(call.exitCode()).as(path + " " + call.err()).isIn(0, 2);
                assertThat(call.err()).as(path).doesNotContain("Exception", "bug");
            }
        }
    }

    private static void collect(String path, com.fasterxml.jackson.databind.JsonNode tree, List<String> paths) {
        tree.properties().forEach(entry -> {
            String below = path + "/" + entry.getKey().replace("~", "~0").replace("/", "~1");
            paths.add(below);
            if (below.split("/").length < 5) {
                collect(below, entry.getValue(), paths);
            }
        });
        for (int i = 0; tree.isArray() && i < Math.min(1, tree.size()); i++) {
            collect(path + "/" + i, tree.get(i), paths);
        }
    }

    // --- the repository ---

    private int run(Path where, String... command) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(where.toFile())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("log").toFile());
        builder.environment().putAll(Map.of("GIT_CONFIG_GLOBAL", "/dev/null", "GIT_CONFIG_NOSYSTEM", "1"));
        Process process = builder.start();
        assertThat(process.waitFor(100, TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }

    private void commit(Path repository) throws Exception {
        assertThat(run(repository, "git", "add", "--all")).isZero();
        assertThat(run(repository, "git", "-c", "user.name=t", "-c", "user.email=t@example.com", "commit", "-qm", "x"))
                .isZero();
    }

    private String check(Path repository, String base) throws Exception {
        int status = run(
                repository,
                HOME.resolve("src/action/check-contribution.sh").toString(),
                repository.toString(),
                base,
                HOME.resolve("bench").toString());
        return status + " " + Files.readString(directory.resolve("log"));
    }

    @Test
    void shouldMakeARepositoryWhoseCheckWantsOneNewResult() throws Exception {
        Path repository = directory.resolve("repository");
        BenchCall init = BenchCall.of(directory, "site", "--init", repository.toString());
        assertThat(init.exitCode()).as(init.err()).isZero();
        assertThat(init.out()).contains(".github/workflows/results.yml");
        assertThat(BenchCall.of(directory, "site", "--init", repository.toString())
                        .err())
                .contains("a new or empty directory");
        assertThat(run(repository, "git", "init", "-q", "--initial-branch=main"))
                .isZero();
        commit(repository);
        assertThat(run(repository, "git", "rev-parse", "HEAD")).isZero();
        String base = Files.readString(directory.resolve("log")).strip();

        assertThat(check(repository, base)).startsWith("2 ::error::no file changed");
        assertThat(check(repository, "--all")).startsWith("2 ::error::base: --all");

        contributed(repository.resolve("results"));
        commit(repository);
        assertThat(check(repository, base)).startsWith("0 ").contains(": sound, ");

        Files.writeString(repository.resolve("results/" + real.getFileName() + "/workload.yaml"), "rate: 1\n");
        commit(repository);
        assertThat(check(repository, base)).startsWith("2 ").contains("the settings of result.json");

        Files.writeString(repository.resolve("README.md"), "mine");
        commit(repository);
        assertThat(check(repository, base)).startsWith("2 ::error::README.md: status M (expected: new files alone)");
    }
}
