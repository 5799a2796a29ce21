package io.twohop.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The packaged command from the outside. */
@Timeout(360)
class CommandLineTest {
    /** Tag of tests whose outcome does not depend on the JDK. */
    private static final String ONE_JDK = "one-jdk";

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final List<String> SHORT = List.of(
            "-Dworkload=smoke.yaml", "-Drate=500", "-Dwarmup=300ms", "-Dduration=1s", "-Dfloor=0s", "-Didle=park");
    private static final String[] LONG = fast("-Dduration=10m", "chronicle.yaml");

    @TempDir
    Path directory;

    /** Returns the arguments of a short run whose JVM leaves out the optimizing compiler. */
    private static String[] fast(String... more) {
        List<String> all = new ArrayList<>(SHORT);
        all.add(BenchProcess.FIRST_COMPILER);
        return BenchProcess.with(all, more);
    }

    @Test
    void shouldMeasureAndWriteEveryFile() throws Exception {
        assertMeasuredAndWritten("chronicle.yaml", BenchProcess::jar);
    }

    @Test
    void shouldMeasureAndWriteEveryFileThroughTheLauncher() throws Exception {
        assertMeasuredAndWritten("loopback.yaml", BenchProcess::launcher);
    }

    @Tag("exhaustive")
    @ParameterizedTest
    @ValueSource(strings = {"chronicle-async.yaml", "chronicle-sync.yaml"})
    void shouldMeasureAndWriteEveryFileInOtherWaysOfWriting(String transport) throws Exception {
        assertMeasuredAndWritten(transport, BenchProcess::jar);
    }

    private interface Start {
        BenchProcess of(Path directory, String... arguments) throws IOException;
    }

    private void assertMeasuredAndWritten(String transport, Start start) throws Exception {
        BenchProcess bench = start.of(directory, fast("-Dwarmup=1s", "-Dduration=2s", "-Dfloor=1s", transport));

        assertRan(bench);
        assertThat(bench.out()).contains("offered 500/s", "endToEnd", "lost 0");
        assertThat(bench.result())
                .isDirectoryContaining("glob:**/result.json")
                .isDirectoryContaining("glob:**/intervals.csv")
                .isDirectoryContaining("glob:**/workload.yaml")
                .isDirectoryContaining("glob:**/transport.yaml");
        JsonNode result = bench.resultJson();
        Accounts.assertBalanced(result);
        assertThat(result.at("/schemaVersion").asInt()).isEqualTo(1);
        assertThat(result.at("/complete").asBoolean()).isTrue();
        assertThat(result.at("/verdict/exitCode").asInt()).isEqualTo(bench.exitCode());
        assertThat(result.at("/accounting/received").asInt()).isEqualTo(1_500);
        assertThat(result.at("/probes/endToEnd/count").asInt()).isEqualTo(1_000);
        boolean isLoopback = transport.equals("loopback.yaml");
        assertThat(result.at("/floor").isNull()).as("consumers parked").isTrue();
        assertThat(bench.out())
                .contains("share one thread: no message passes from core to")
                .doesNotContainPattern("\n +floor ")
                .doesNotContain(" 0 ns");
        assertThat(result.at("/forks/0/environment/java").asText()).isEqualTo(System.getProperty("java.version"));
        assertThat(samplesInLog(bench.result().resolve("endToEnd-fork1.hlog"))).isEqualTo(1_000);
        assertThat(bench.result().resolve("recording.jfr")).isNotEmptyFile();
        assertThat(result.at("/forks/0/memory/allocatedBytesPerMessage").asDouble())
                .isPositive();
        assertThat(result.at("/forks/0/tail/slowest")).isNotEmpty();
        assertThat(result.at("/forks/0/codec/name").asText()).isEqualTo(isLoopback ? "json" : "wire");
        assertThat(result.at("/forks/0/codec/nanosPerMessage").asDouble()).isPositive();
        assertThat(result.at("/forks/0/versions").has("chronicle-queue")).isNotEqualTo(isLoopback);
        assertThat(result.at("/forks/0/sizes/leastBytes").asInt()).isGreaterThan(100);
        assertBringsItsOwnJarsOnly(result.at("/forks/0/environment/classPath"), transport);
        String name = bench.result().getFileName().toString();
        assertThat(bench.out().lines())
                .as("fits a usual terminal")
                .allMatch(line -> line.length() <= 80 || line.contains(name));
        assertThat(bench.out())
                .containsPattern("endToEnd +\\(?[\\d.]+ [num]?s\\)? .* reply\\n")
                .containsPattern("codec +(json|wire): [\\d.]+ [num]s and [\\d,]+ B of garbage")
                .containsPattern("slowest +of the \\d+ costliest episodes: ")
                .doesNotContain("\033");
        assertThat(bench.summary())
                .containsPattern("memory \\S+, peak [\\d,]+ MB of ")
                .containsPattern("path .*messages of [\\d,]+ B.*, data on \\S+ \\(")
                .containsPattern(
                        "codec (json|wire), [\\d,]+ B: 2 x \\(encode .* \\+ decode .* a message by itself, [\\d,]+ B allocated")
                .contains("costliest episodes: ");
        assertThat(bench.leftBehind()).isEmpty();
    }

    /** The class path has the jars that our manifests name, and no jar of another transport. */
    private static void assertBringsItsOwnJarsOnly(JsonNode classPath, String transport) {
        String others = transport.equals("loopback.yaml") ? "(chronicle|kafka|jnats|transport-).*" : "(kafka|jnats).*";
        assertThat(classPath)
                .extracting(JsonNode::asText)
                .anyMatch(jar -> jar.startsWith("bench-core"))
                .anyMatch(jar -> jar.matches("jackson-databind-[\\d.]+\\.jar"))
                .noneMatch(jar -> jar.matches(others));
        if (transport.equals("loopback.yaml")) {
            assertThat(classPath.get(0).asText()).startsWith("bench-core");
        }
    }

    @Test
    void shouldSayWhereASearchFoundNothing() throws Exception {
        assertThat(BenchCall.of(directory, "-Dworkload=max-rate.yaml", "-Dslo.endToEnd.p99=", "loopback.yaml")
                        .exitCode())
                .isEqualTo(2);

        Path workload = Files.writeString(
                directory.resolve("search.yaml"),
                "mode: max-rate\nslo: { endToEnd.p90: 1ns, achieved: 1 % }\nrate: 400\nwarmup: 100ms\nduration: 500ms\nfloor: 0s\n"
                        + "idle: park\njfr: off\njvm: { flags: -XX:TieredStopAtLevel=1 }\n");
        BenchProcess bench = BenchProcess.jar(directory, "-Dworkload=" + workload, "loopback.yaml");

        // A stall in the window of a second makes the last measurement saturated as well.
        assertThat(bench.exitCode()).isIn(3, 4);
        assertThat(bench.err())
                .containsPattern("trying 400/s (missed|saturated)")
                .containsPattern("trying 220/s (missed|saturated)");
        assertThat(bench.out()).contains("none; fails at 220/s (");
        assertThat(bench.resultJson().at("/search/holdsPerSecond").isNull()).isTrue();
        assertThat(bench.leftBehind()).isEmpty();
    }

    @Test
    void shouldRefuseWhatATransportDoesNotHave() throws Exception {
        BenchCall partitions = BenchCall.of(directory, "-Dworkload=smoke.yaml", "-Dpartitions=4", "chronicle.yaml");
        assertThat(partitions.exitCode()).isEqualTo(2);
        assertThat(partitions.err())
                .contains("partitions: 4 (expected: no partitions in the workload, since transport"
                        + " chronicle has none");

        BenchCall topics = BenchCall.of(directory, "-Dworkload=smoke.yaml", "-Dtopics=1001", "chronicle.yaml");
        assertThat(topics.exitCode()).isEqualTo(2);
        assertThat(topics.err()).contains("topics: 1001 (expected: 1 to 1000 over chronicle: each is a queue");

        BenchCall sizes =
                BenchCall.of(directory, "-Dworkload=message-sizes.yaml", "jetstream-memory.yaml", "--dry-run");
        assertThat(sizes.exitCode()).isEqualTo(2);
        assertThat(sizes.err()).contains("max_payload: 1,048,576 bytes (expected: at least 1,048,640");
    }

    @Tag("exhaustive")
    @ParameterizedTest
    @ValueSource(strings = {"G1", "Parallel", "Serial", "Epsilon"})
    void shouldRunWithEachCollector(String collector) throws Exception {
        assertRunsWith(collector);
    }

    private void assertRunsWith(String collector) throws Exception {
        BenchProcess bench =
                BenchProcess.jar(directory, fast("-Djvm.heap=200m", "-Djvm.gc=" + collector, "chronicle.yaml"));

        assertRan(bench);
        assertCollected(bench, collector);
    }

    private static void assertCollected(BenchProcess bench, String collector) throws IOException {
        JsonNode memory = bench.resultJson().at("/forks/0/memory");
        assertThat(memory.at("/collector").asText()).isEqualTo(collector);
        assertThat(memory.at("/maxHeapBytes").asLong()).isBetween(180L << 20, 200L << 20);
    }

    @Test
    void shouldMeasureAnotherCodecOnEitherTransportAndAcknowledgementsWhereThereAreSome() throws Exception {
        assertMeasuresOnEitherTransport("sbe");
    }

    @Tag("exhaustive")
    @ParameterizedTest
    @ValueSource(strings = {"json", "json3", "wire", "protobuf", "avro"})
    void shouldMeasureEachCodecOnEitherTransport(String codec) throws Exception {
        assertMeasuresOnEitherTransport(codec);
    }

    private void assertMeasuresOnEitherTransport(String codec) throws Exception {
        BenchCall bench = BenchCall.here(
                directory,
                BenchProcess.with(SHORT, "-Dwarmup=1s", "-Dcodec=" + codec, "loopback.yaml", "chronicle-async.yaml"));

        assertRan(bench);
        assertThat(bench.out()).contains("loopback | smoke").contains("chronicle-async | smoke");
        assertThat(acknowledged(bench.results("-loopback"))).isZero();
        assertThat(acknowledged(bench.results("-chronicle-async"))).isEqualTo(500);
    }

    private static int acknowledged(List<Path> results) throws IOException {
        assertThat(results).hasSize(1);
        return new ObjectMapper()
                .readTree(results.get(0).resolve("result.json").toFile())
                .at("/probes/acknowledge/count")
                .asInt();
    }

    @Test
    void shouldTakeSystemPropertiesWhenRunWithoutTheScriptSuchAsAnotherCollector() throws Exception {
        BenchProcess bench = BenchProcess.jar(
                directory,
                List.of(fast("-Drate=200", "-Djvm.heap=200m", "-Djvm.gc=ZGC")),
                "--verbose",
                "chronicle.yaml");

        assertRan(bench);
        assertThat(bench.said()).contains("offered 200/s", " platform ").isEqualTo(bench.summary());
        assertThat(bench.resultJson().at("/forks/0/environment/jvmFlags").toString())
                .contains("-Xmx200m");
        assertCollected(bench, "ZGC");
    }

    @Tag(ONE_JDK)
    @Test
    void shouldExplainKeys() throws Exception {
        BenchCall keys = BenchCall.of(directory, "help", "keys");
        assertThat(keys.exitCode()).isZero();
        assertThat(keys.out())
                .containsPattern("\\n  warmup +time before the measurement")
                .containsPattern("one of auto, spin, yield,\\s+park");

        BenchCall kafka = BenchCall.of(directory, "help", "kafka.yaml");
        assertThat(kafka.exitCode()).isZero();
        assertThat(kafka.out()).containsPattern("\\n  bootstrap.servers +addresses of the external cluster");

        BenchCall byName = BenchCall.of(directory, "help", "kafka");
        assertThat(byName.exitCode()).isZero();
        assertThat(byName.out()).isEqualTo(kafka.out());

        BenchCall mistyped = BenchCall.of(directory, "help", "kee");
        assertThat(mistyped.exitCode()).isEqualTo(2);
        assertThat(mistyped.err())
                .contains(
                        "help: kee (expected: keys, a transport, its file such as kafka.yaml, or a command; did you mean 'keys'?)");
    }

    @Tag(ONE_JDK)
    @Test
    void shouldListWhatThereIs() throws Exception {
        BenchCall bench = BenchCall.of(directory, "list");

        assertThat(bench.exitCode()).isZero();
        assertThat(bench.out())
                .contains(
                        "500kps.yaml",
                        "chronicle-async.yaml",
                        "loopback.yaml",
                        "json",
                        "wire",
                        "sbe",
                        "protobuf",
                        "avro",
                        "json3",
                        "pass-through",
                        "order");
    }

    private static void assertMeasuredOverSubjects(BenchProcess bench) throws IOException {
        JsonNode result = bench.resultJson();
        assertThat(result.at("/accounting/received").asInt()).isEqualTo(4_000);
        assertThat(result.at("/accounting/duplicated").asInt()).isZero();
        assertThat(result.at("/forks/0/guarantees/delivery").asText()).isEqualTo("AT_MOST_ONCE");
        assertThat(result.at("/forks/0/incidents")).isEmpty();
        assertThat(result.at("/probes/acknowledge/count").asInt()).isZero();
        assertThat(result.at("/forks/0/versions/nats-server").asText()).matches("2\\.\\d+\\.\\d+");
        assertThat(bench.result().resolve("nats-server-1.log")).isNotEmptyFile();
        assertThat(bench.leftBehind()).isEmpty();
    }

    @Test
    void shouldReportWhatEachThreadOfARunTook() throws Exception {
        BenchProcess measured = BenchProcess.jar(
                directory,
                fast(
                        "-Drate=1k",
                        // Where the machine does other work, the costs of the first second are not read from its
                        // beginning.
                        "-Dduration=3s",
                        "-Dwarmup=1s",
                        BenchProcess.UNRECORDED,
                        "-Dservice.process=true",
                        "nats.yaml"));
        measured.assertMeasured();
        assertMeasuredOverSubjects(measured);
        assertThat(measured.summary())
                .containsPattern(" cpu [0-9.,]+ us a message, ")
                .containsPattern(" taken bench [0-9,]+ MB, service [0-9,]+ MB, broker-1 [0-9,]+ MB of memory; ");
        BenchCall bench =
                BenchCall.of(directory, "doctor", "--run", measured.result().toString());

        assertThat(bench.exitCode()).as(bench.err()).isZero();
        assertThat(bench.out())
                .containsPattern("bench +generator +generator +1 ")
                .containsPattern("bench +client +twohop-")
                .containsPattern("service +service +service +1 ")
                .containsPattern("broker-1 +server +nats-server ");
    }

    @Tag(ONE_JDK)
    @Test
    void shouldRefuseWhatDoesNotSayWhatThreadsTook() throws Exception {
        Path result = Files.createDirectory(directory.resolve("old"));
        Files.writeString(result.resolve("result.json"), "{\"schemaVersion\": 1, \"verdict\": {}, \"forks\": []}");

        BenchCall bench = BenchCall.of(directory, "doctor", "--run", result.toString());

        assertThat(bench.exitCode()).isEqualTo(2);
        assertThat(bench.err()).contains("--run: " + result + " (expected: a result with CPU times");
    }

    @Tag(ONE_JDK)
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "-Dworkload=100kp.yaml chronicle.yaml         | did you mean '100kps.yaml'?",
                "-Dworkload=smoke.yaml cronicle.yaml          | did you mean 'chronicle.yaml'?",
                "-Dworkload=smoke.yaml                        | no transport given",
                "chronicle.yaml                               | no workload given",
                "-Dworkload=smoke.yaml --hepl chronicle.yaml  | did you mean '--help'?",
                "-Dworkload=smoke.yaml -Drat=5 chronicle.yaml | did you mean 'rate'?",
                "-Dworkload=smoke.yaml -Drate=-5 loopback.yaml | -Drate=-5: rate: -5 (expected: ",
                "-Dworkload=smoke.yaml -Dsize=2GB loopback.yaml | size: 2GB = 2,000,000,000 bytes (expected: ",
                "-Dworkload=smoke.yaml -Dcodec=wir loopback.yaml | did you mean 'wire'?",
                "-Dworkload=smoke.yaml -Dservice=nope loopback.yaml | -Dservice=nope: service: nope (expected: ",
                "docter                                       | command: docter (expected: one of compare, ",
                "compar results/a results/b                   | did you mean 'compare'?",
                "-Dworkload=smoke.yaml loopback.yaml loopback.yaml | loopback.yaml: given twice (expected: each file once",
                "-Dworkload=smoke.yaml -Drate=1k -Drate=2k loopback.yaml | -Drate: given twice (expected: once)",
                "-Dworkload=smoke.yaml -Dresults= loopback.yaml | -Dresults=: no value (expected: -Dresults=...; or leave it out)",
                "-Dworkload=smoke.yaml -Djvm.heap loopback.yaml | -Djvm.heap: no value (expected: -Djvm.heap=...",
                "-Dworkload=smoke.yaml -Daffinity=4000-4001 loopback.yaml | affinity[0]: 4000 (expected: one of the CPUs",
                "-Dworkload=smoke.yaml -Daffinity=1-0 loopback.yaml | -Daffinity: 1-0 (expected: a range from",
                "-Dworkload=smoke.yaml -Dslo.los=0 loopback.yaml | did you mean 'loss'?",
                "-Dworkload=smoke.yaml -Dslo.endToEn.p99=1ms loopback.yaml | did you mean 'endToEnd'?",
                "-Dworkload=smoke.yaml -Dtransport.client.pingg=5 nats.yaml | did you mean 'pinginterval'?",
                "-Dworkload=smoke.yaml --seed x loopback.yaml | --seed: x (expected: a whole number, such as 1)",
                "-Dworkload=smoke.yaml -Dclasspath=lib loopback.yaml | -Dclasspath: lib (expected: --classpath, which",
                "-Dworkload=smoke.yaml -Daffinity=4000 loopback.yaml | affinity[0]: 4000 (expected: one of the CPUs",
                "-Dworkload=smoke.yaml -Dtransport.broker=external -Dtransport.bootstrap.servers=here:1"
                        + " -Dtransport.client.ssl.truststore.location=/no.p12 kafka.yaml | client.ssl.truststore.location: /no.p12",
                "-Dworkload=smoke.yaml -Dtransport.rollCycle=NEVER chronicle.yaml | rollCycle: NEVER (expected: ",
            })
    void shouldRefuseBadInputBeforeAnythingStarts(String arguments, String error) throws Exception {
        BenchCall bench = BenchCall.of(directory, arguments.strip().split(" +"));

        assertThat(bench.exitCode()).as(bench.err()).isEqualTo(2);
        assertThat(bench.err()).contains(error.strip()).doesNotContain("Exception");
        assertThat(directory.resolve("results")).doesNotExist();
    }

    @Test
    void shouldLeaveNothingBehindWhereItRefuses() throws Exception {
        BenchProcess bench =
                BenchProcess.jar(directory, "-Dworkload=smoke.yaml", "-Dtransport.rollCycle=NEVER", "chronicle.yaml");

        assertThat(bench.exitCode()).as(bench.err()).isEqualTo(2);
        assertThat(bench.err()).contains("rollCycle: NEVER (expected: ").doesNotContain("Exception");
        assertThat(directory.resolve("results")).doesNotExist();
        assertThat(bench.leftBehind()).isEmpty();
    }

    @Tag(ONE_JDK)
    @Test
    void shouldNameFileLineAndColumnOfABadKey() throws Exception {
        Path workload = Files.writeString(directory.resolve("mine.yaml"), "rate: 1k\nduration: 1s\nwramup: 1s\n");

        BenchCall bench = BenchCall.of(directory, "-Dworkload=" + workload, "loopback.yaml");

        assertThat(bench.exitCode()).isEqualTo(2);
        assertThat(bench.err()).contains("mine.yaml:3:1: wramup: unknown key").contains("did you mean 'warmup'?");
    }

    @Tag(ONE_JDK)
    @Test
    void shouldShowTheHelpOfEachCommand() throws Exception {
        for (String command : List.of("compare", "report", "list", "doctor", "clean", "omb", "help")) {
            BenchCall bench = BenchCall.of(directory, command, "--help");

            assertThat(bench.exitCode()).isZero();
            assertThat(bench.out()).contains("Usage: bench " + command).doesNotContain("%%", "%n");
            assertThat(bench.err()).isEmpty();
            assertThat(BenchCall.of(directory, "help", command).out()).isEqualTo(bench.out());
        }
        assertThat(BenchCall.of(directory, "help", "repot").err()).contains("did you mean 'report'?");
    }

    @Tag(ONE_JDK)
    @Test
    void shouldFitTheManualToATerminal() throws Exception {
        BenchCall manual = BenchCall.of(directory, "--help");
        assertThat(manual.exitCode()).isZero();
        assertThat(manual.out().lines())
                .as("an example is broken by its author or not at all")
                .noneMatch(line -> line.matches("(chronicle-async|megabytes|transports,|'target).*"));
        assertThat(manual.said())
                .contains(
                        " doctor Measures how this machine delays threads, and up to which percentile runs can be trusted here. arrivals")
                .contains(" 6 gate not judged, 130 interrupted by Ctrl-C, 143 by SIGTERM.");

        for (String topic : List.of("keys", "kafka.yaml")) {
            BenchProcess help = BenchProcess.onTerminal(directory, "help", topic);
            assertThat(help.exitCode()).isZero();
            assertThat(help.out().lines()).hasSizeGreaterThan(10).allMatch(line -> line.length() <= 80);
        }
    }

    @Tag(ONE_JDK)
    @Test
    void shouldNameFileLineAndColumnOfANameThatIsNotThere() throws Exception {
        Path workload =
                Files.writeString(directory.resolve("mine.yaml"), "rate: 1k\nduration: 1s\nservice: pass-trough\n");
        Path transport = Files.writeString(directory.resolve("its.yaml"), "codec: jso\ntransport: loopback\n");

        BenchCall service = BenchCall.of(directory, "-Dworkload=" + workload, "loopback.yaml");
        assertThat(service.exitCode()).isEqualTo(2);
        assertThat(service.err())
                .contains(workload + ":3:10: service: pass-trough (expected: one of ")
                // Between them are services of tests.
                .containsPattern("one of allocate, busy, cache, (\\w+, )*pass-through, ");
        BenchCall codec = BenchCall.of(directory, "-Dworkload=smoke.yaml", transport.toString());
        assertThat(codec.exitCode()).isEqualTo(2);
        assertThat(codec.err()).contains(transport + ":1:8: codec: jso (expected: one of ");
    }

    @Test
    void shouldRefuseADiskThatCannotHoldTheRun() throws Exception {
        BenchCall bench = BenchCall.of(
                directory,
                "-Dworkload=smoke.yaml",
                "-Drate=1M",
                "-Dduration=24h",
                "-Dtransport.rollCycle=FAST_DAILY",
                "chronicle.yaml");

        assertThat(bench.exitCode()).as(bench.err()).isEqualTo(2);
        assertThat(bench.err()).contains("(expected:").contains("GB");
        assertThat(directory.resolve("results")).doesNotExist();
    }

    @Test
    void shouldEndOnTermWhereItWasStartedToIgnoreInterrupts() throws Exception {
        BenchProcess bench = BenchProcess.background(directory, LONG);
        bench.awaitMeasuring();
        ProcessHandle child = bench.child();

        bench.signal("INT");
        bench.signal("TERM");

        assertThat(bench.exitCode()).as("not 130").isEqualTo(143);
        assertThat(child.isAlive()).isFalse();
        assertIncomplete(bench, "interrupted");
    }

    @Test
    void shouldKeepWhatWasMeasuredWhenTheMeasuringJvmIsKilled() throws Exception {
        BenchProcess bench = longRun();

        BenchProcess.signal("KILL", bench.child().pid());

        assertThat(bench.exitCode()).isEqualTo(5);
        assertIncomplete(bench, "killed by signal 9");
    }

    @Test
    void shouldLeaveNoProcessAndNoFilesWhenItIsKilledItself() throws Exception {
        BenchProcess bench = longRun();
        ProcessHandle child = bench.child();

        bench.signal("KILL");

        await().atMost(PATIENCE).until(() -> !child.isAlive());
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(Files.walk(directory.resolve("tmp"))
                                .filter(file -> file.toString().endsWith(".cq4")))
                        .isEmpty());
    }

    /** Met, or on a machine that is busy meanwhile saturated: whether a rate is held is for a benchmark, not a test. */
    private static void assertRan(Bench bench) throws InterruptedException {
        bench.assertMeasured();
        assertThat(bench.out())
                .containsPattern("(?m)^  (MET|SATURATED|INVALID)(, trusted .*)?(: the figures cannot be used)?:?$");
    }

    private BenchProcess longRun() throws IOException {
        BenchProcess bench = BenchProcess.jar(directory, LONG);
        bench.awaitMeasuring();
        return bench;
    }

    private static void assertIncomplete(BenchProcess bench, String reason) throws IOException {
        bench.assertIncomplete(bench.result(), reason);
    }

    private static long samplesInLog(Path log) throws IOException {
        long samples = 0;
        try (HistogramLogReader reader = new HistogramLogReader(log.toFile())) {
            for (var next = reader.nextIntervalHistogram(); next != null; next = reader.nextIntervalHistogram()) {
                samples += ((Histogram) next).getTotalCount();
            }
        }
        return samples;
    }
}
