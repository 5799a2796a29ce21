package io.twohop.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A run must not show a secret of a transport file, keep it in a file or pass it as an argument. */
@Timeout(300)
class SecretsCommandTest {
    private static final String SECRET = "xK9wq7LmPz3v";

    @TempDir
    Path directory;

    @TempDir
    Path elsewhere;

    @Test
    void shouldKeepATokenToItself() throws Exception {
        assertTokenIsKept(SECRET, "<redacted>");
    }

    @Tag("exhaustive")
    @Test
    void shouldKeepATokenOfTheEnvironmentToItself() throws Exception {
        assertTokenIsKept("${env:NATS_TOKEN}", "${env:NATS_TOKEN}");
    }

    /** The server asks for none, and is sent it all the same. */
    private void assertTokenIsKept(String token, String kept) throws Exception {
        Path file = Files.writeString(elsewhere.resolve("mine.yaml"), """
                transport: nats
                mode: jetstream
                client:
                  token: %s
                """.formatted(token));
        BenchProcess bench = BenchProcess.jarWithEnvironment(
                directory,
                List.of("NATS_TOKEN=" + SECRET),
                List.of(),
                "-Dworkload=smoke.yaml",
                "-Drate=300",
                "-Dwarmup=1s",
                "-Dduration=4s",
                "-Dfloor=0s",
                "-Dservice.process=true",
                "-Didle=park",
                BenchProcess.FIRST_COMPILER,
                "-Dfaults=[{at: 1s, target: service, action: kill, for: 100ms}]",
                file.toString());
        bench.awaitMeasuring();
        List<String> commands = new ArrayList<>();
        for (ProcessHandle process : bench.descendants()) {
            commands.add(commandLine(process));
        }
        assertThat(commands).as("server, service and what measures").hasSizeGreaterThanOrEqualTo(3);
        assertThat(commands).noneMatch(command -> command.contains(SECRET));

        assertThat(bench.exitCode()).as(bench.out() + bench.err()).isIn(0, 3, 4);
        assertThat(bench.out() + bench.err()).doesNotContain(SECRET);
        assertThat(Files.readString(bench.result().resolve("transport.yaml"))).contains("token: " + kept);
        List<Path> files = files(directory);
        assertThat(files)
                .extracting(path -> path.getFileName().toString())
                .contains("result.json", "report.html", "recording.jfr", "fork-1.log", "service.log");
        assertThat(files).noneMatch(SecretsCommandTest::tells);
        assertThat(bench.leftBehind()).isEmpty();
    }

    /** Nobody is left to remove secrets from the server's log, which a file of the result must not become before. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldKeepOutOfTheResultWhatTheServerLogsWhenTheParentIsKilled(boolean forkToo) throws Exception {
        Path file = Files.writeString(elsewhere.resolve("mine.yaml"), """
                transport: nats
                serverConfig:
                  cluster: '{ name: ${env:SECRET}, listen: "127.0.0.1:-1" }'
                """);
        BenchProcess bench = BenchProcess.jarWithEnvironment(
                directory,
                List.of("SECRET=" + SECRET),
                List.of(),
                "-Dworkload=smoke.yaml",
                "-Drate=300",
                "-Dwarmup=1s",
                "-Dduration=10m",
                "-Dfloor=0s",
                "-Didle=park",
                BenchProcess.FIRST_COMPILER,
                file.toString());
        bench.awaitMeasuring();
        List<ProcessHandle> started = bench.descendants();
        assertThat(files(directory.resolve("tmp")))
                .as("the log tells the secret")
                .anyMatch(log -> log.endsWith("nats-server-1.log") && tells(log));
        ProcessHandle fork = bench.child();

        bench.signal("KILL");
        if (forkToo) {
            BenchProcess.signal("KILL", fork.pid());
        }

        await().atMost(Duration.ofSeconds(60)).until(() -> started.stream().noneMatch(ProcessHandle::isAlive));
        assertThat(files(directory.resolve("results"))).noneMatch(SecretsCommandTest::tells);
        if (!forkToo) {
            assertThat(files(directory.resolve("results")))
                    .filteredOn(log -> log.endsWith("nats-server-1.log"))
                    .singleElement()
                    .satisfies(log -> assertThat(log).content().contains("<redacted>"));
            assertThat(bench.leftBehind()).isEmpty();
        }
    }

    /** Clients quote what they were given when they fail. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "nats  | url: nats://bench:${env:SECRET}@127.0.0.1:1   | SECRET=" + SECRET,
                "kafka | client: { sasl.jaas.config: 'org.apache.kafka.common.security.plain.PlainLoginModule required"
                        + " username=bench password=${env:SECRET};', security.protocol: SASL_PLAINTEXT, sasl.mechanism: PLAIN,"
                        + " client.rack: '${env:SECRET}' } | SECRET=" + SECRET
            })
    void shouldKeepAPasswordToItselfWhereNobodyAnswers(String transport, String line, String environment)
            throws Exception {
        Path file = Files.writeString(
                elsewhere.resolve("mine.yaml"),
                "transport: " + transport + "\nbroker: external\n" + line
                        + (transport.equals("kafka") ? "\nbootstrap.servers: 127.0.0.1:1\n" : "\n"));
        BenchProcess bench = BenchProcess.jarWithEnvironment(
                directory, List.of(environment), List.of(), "-Dworkload=smoke.yaml", "-Dfloor=0s", file.toString());

        assertThat(bench.exitCode()).as(bench.out() + bench.err()).isIn(2, 5);
        assertThat(bench.out() + bench.err()).doesNotContain(SECRET);
        assertThat(files(directory)).noneMatch(SecretsCommandTest::tells);
    }

    @Test
    void shouldKeepAPasswordOfTheFileToItselfWhereNobodyAnswers() throws Exception {
        Path file = Files.writeString(
                elsewhere.resolve("mine.yaml"),
                "transport: nats\nbroker: external\nurl: nats://bench:" + SECRET + "@127.0.0.1:1\n");
        BenchCall bench = BenchCall.here(directory, "-Dworkload=smoke.yaml", "-Dfloor=0s", file.toString());

        assertThat(bench.exitCode()).as(bench.out() + bench.err()).isIn(2, 5);
        assertThat(bench.out() + bench.err()).doesNotContain(SECRET);
        assertThat(files(directory)).noneMatch(SecretsCommandTest::tells);
    }

    private static String commandLine(ProcessHandle process) throws IOException {
        Path file = Path.of("/proc/" + process.pid() + "/cmdline");
        return Files.exists(file) ? Files.readString(file) : "";
    }

    private static List<Path> files(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(Files::isRegularFile).toList();
        }
    }

    /** Byte by byte, since a recording is no text. */
    private static boolean tells(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).contains(SECRET);
        } catch (IOException e) {
            throw new IllegalStateException(file.toString(), e);
        }
    }
}
