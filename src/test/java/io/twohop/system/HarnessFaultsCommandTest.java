package io.twohop.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The command itself under the faults that it does to others. */
@Timeout(300)
class HarnessFaultsCommandTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    Path directory;

    private BenchProcess bench(String... arguments) throws IOException {
        List<String> all = new ArrayList<>(List.of(
                "-Dworkload=smoke.yaml",
                "-Drate=500",
                "-Dwarmup=1s",
                "-Dduration=60s",
                "-Dfloor=0s",
                "-Didle=park",
                BenchProcess.BYTES,
                BenchProcess.FIRST_COMPILER,
                BenchProcess.UNRECORDED));
        all.addAll(List.of(arguments));
        return BenchProcess.jar(directory, all.toArray(String[]::new));
    }

    @Test
    void shouldLeaveNothingBehindWhenItIsKilled() throws Exception {
        assertNothingIsLeftBehind("KILL");
    }

    @Tag("exhaustive")
    @ParameterizedTest
    @ValueSource(strings = {"INT", "TERM"})
    void shouldLeaveNothingBehindWhenItIsEnded(String signal) throws Exception {
        assertNothingIsLeftBehind(signal);
    }

    /** With a broker, a service of its own, and where there may be namespaces, a network that is cut meanwhile. */
    private void assertNothingIsLeftBehind(String signal) throws Exception {
        BenchProcess bench = BenchProcess.measuring(
                directory,
                BenchProcess.BYTES,
                "-Dduration=60s",
                "-Dservice.process=true",
                "-Dfaults=[{at: 1s, target: service, action: pause, for: 40s}]",
                "jetstream-file.yaml");
        await().pollDelay(Duration.ofSeconds(2)).atMost(PATIENCE).until(() -> true);
        List<ProcessHandle> all = bench.descendants();
        assertThat(all)
                .as("what measures, the server and its guard, the service")
                .hasSizeGreaterThanOrEqualTo(4)
                .anyMatch(process -> process.info().command().orElse("").endsWith("nats-server"));

        bench.signal(signal);

        await().atMost(PATIENCE).untilAsserted(() -> assertThat(all).noneMatch(HarnessFaultsCommandTest::isRunning));
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(bench.leftBehind()).isEmpty());
        assertThat(bench.results(signal.equals("KILL") ? ".partial" : "-incomplete"))
                .hasSize(1);
    }

    /** One that has ended and that nobody has asked about is still listed. */
    private static boolean isRunning(ProcessHandle process) {
        return process.isAlive() && process.info().command().isPresent();
    }

    /** {@code KafkaRefusalsTest} asks a broker. */
    @Test
    void shouldNotWaitForeverForAServerThatNeverAnswers() throws Exception {
        try (ServerSocket mute = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            BenchProcess bench = bench(
                    "-Dtransport.broker=external",
                    "-Dtransport.url=nats://127.0.0.1:" + mute.getLocalPort(),
                    "nats.yaml");

            assertThat(bench.exitCode()).as(bench.out() + bench.err()).isEqualTo(5);
            assertThat(bench.said()).contains("Unable to connect to NATS servers");
            assertThat(bench.leftBehind()).isEmpty();
        }
    }

    @Test
    void shouldSayThatResultsCannotBeWrittenThere() throws Exception {
        Path file = Files.writeString(directory.resolve("file"), "");
        BenchProcess bench = bench("-Dresults=" + file, "loopback.yaml");

        assertThat(bench.exitCode()).isEqualTo(2);
        assertThat(bench.err())
                .contains("results: " + file + " (expected: a directory to write to; a file of that name exists)");
        assertThat(bench.leftBehind()).isEmpty();
    }

    /** In a network of its own, whose loopback is down. */
    @Test
    void shouldSayThatLoopbackDoesNotWork() throws Exception {
        Path out = directory.resolve("out.txt");
        Process process = new ProcessBuilder(
                        "unshare",
                        "--map-root-user",
                        "--net",
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-jar",
                        System.getProperty("twohop.home") + "/bench-cli/target/bench.jar",
                        "-Dworkload=smoke.yaml",
                        "-Dfloor=0s",
                        "-Dresults=" + directory.resolve("results"),
                        "kafka.yaml")
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();

        assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(5);
        assertThat(Files.readString(out).replaceAll("\\s+", " "))
                .contains("127.0.0.1, at which servers listen, does not work: ", "ip link set lo up");
    }

    /** Runs the command in a namespace with a small disk, which a shell fills up meanwhile. */
    private String onASmallDisk(String size, String use, String then) throws Exception {
        Path disk = Files.createDirectory(directory.resolve("disk"));
        Path tmp = Files.createDirectory(directory.resolve("tmp"));
        Path out = directory.resolve("out.txt");
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String script = "mount -t tmpfs -o size=" + size + " small " + disk + " || exit; " + then + " " + java
                + " -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Djava.io.tmpdir=" + (use.equals("data") ? disk : tmp)
                + " -jar "
                + System.getProperty("twohop.home") + "/bench-cli/target/bench.jar -Dworkload=smoke.yaml -Drate=500"
                + " -Dwarmup=1s -Dduration=10s -Dfloor=0s -Didle=park " + BenchProcess.FIRST_COMPILER + " -Dresults="
                + (use.equals("results") ? disk : directory.resolve("results")) + " jetstream-file.yaml; echo code $?;"
                + " ls " + disk;
        Process process = new ProcessBuilder("unshare", "--map-root-user", "--mount", "/bin/sh", "-c", script)
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        try {
            assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        } finally {
            // Whatever fills the disk waits for a line that may never come.
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        try (Stream<Path> left = Files.list(tmp)) {
            assertThat(left).isEmpty();
        }
        return Files.readString(out);
    }

    private String fillOnceItMeasures() {
        return "{ until grep -q measuring " + directory.resolve("out.txt") + "; do sleep 0.1; done; dd if=/dev/zero of="
                + directory.resolve("disk/fill") + " bs=1M; } &";
    }

    @ParameterizedTest
    @CsvSource({"results, results: ", "data, java.io.tmpdir: "})
    void shouldRefuseAFullDisk(String use, String words) throws Exception {
        assertThat(onASmallDisk("1m", use, ""))
                .contains("bench: " + words, "disk (expected: 64 MB free; ", "code 2")
                .doesNotContain("Exception");
    }

    @Test
    void shouldRefuseATemporaryDirectoryThatCannotBeWrittenTo() throws Exception {
        assertThat(onASmallDisk("80m,ro", "data", ""))
                .contains(
                        "bench: java.io.tmpdir: " + directory.resolve("disk")
                                + " (expected: a directory to write to; Read-only file system; give another with",
                        "code 2");
    }

    @Test
    void shouldSayThatTheDiskBecameFullBeforeTheResultWasWritten() throws Exception {
        String out = onASmallDisk("80m", "results", fillOnceItMeasures());

        assertThat(out)
                .containsPattern(
                        "bench: results: .*partial \\(expected: room to write the result\\): .*; the disk of .* is full:"
                                + " \\w+ \\(tmpfs\\) has \\d+ of 80 MiB free; without result.json, ")
                .contains("code 1", ".partial", "endToEnd")
                .doesNotContain("please report", "\tat io.twohop");
    }

    @Test
    void shouldSayThatTheDiskBecameFullWhileItMeasured() throws Exception {
        String out = onASmallDisk("80m", "data", fillOnceItMeasures());

        assertThat(out).contains("INVALID").containsPattern("code [45]").doesNotContain("please report");
        assertThat(out.lines().filter(line -> line.startsWith("twohop-")))
                .as("left behind")
                .isEmpty();
    }
}
