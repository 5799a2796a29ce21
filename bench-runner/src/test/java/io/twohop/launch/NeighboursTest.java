package io.twohop.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.Benchmark;
import io.twohop.finding.Finding;
import io.twohop.finding.Rules;
import io.twohop.result.BenchmarkResult;
import io.twohop.transport.NoKeys;
import io.twohop.transport.RunContext;
import io.twohop.transport.Transport;
import io.twohop.transport.TransportProvider;
import io.twohop.workload.Workload;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class NeighboursTest {
    private static final String HERE = "this-boot";

    @TempDir
    Path directory;

    /** A measurement in a JVM of its own, which ends with its input and then prints what it found. */
    public static final class Other {
        private Other() {}

        /** Says that it measures, waits, and prints its findings. */
        public static void main(String[] arguments) throws IOException {
            try (Neighbours other =
                    Neighbours.enter(Optional.of(Path.of(arguments[0])), arguments[1], arguments[2], "kafka")) {
                System.out.println("measures");
                while (System.in.read() >= 0) {
                    // Waits for the end of its input.
                }
                other.found().forEach(System.out::println);
            }
        }
    }

    /** A transport that cannot be opened. */
    public static final class Closed implements TransportProvider<NoKeys> {
        @Override
        public Transport open(NoKeys config, RunContext context) {
            throw new IllegalStateException("closed today");
        }
    }

    private record OtherJvm(Process process, BufferedReader out) implements AutoCloseable {
        long pid() {
            return process.pid();
        }

        /** Ends it, and returns what it found. */
        List<String> end() throws IOException {
            try (OutputStream in = process.getOutputStream()) {
                in.flush();
            }
            return out.lines().toList();
        }

        @Override
        public void close() {
            process.destroyForcibly().onExit().join();
        }
    }

    private OtherJvm other(String machine, String run) throws IOException {
        return other(directory, machine, run);
    }

    private static OtherJvm other(Path directory, String machine, String run) throws IOException {
        Process process = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Other.class.getName(),
                        directory.toString(),
                        machine,
                        run)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        OtherJvm other = new OtherJvm(process, process.inputReader(StandardCharsets.UTF_8));
        assertThat(other.out().readLine()).isEqualTo("measures");
        return other;
    }

    private static Finding beside(OtherJvm other) {
        return Rules.MEASURED_BESIDE.found("process " + other.pid() + ", over kafka");
    }

    private Neighbours enter(String run) {
        return Neighbours.enter(Optional.of(directory), HERE, run, "chronicle");
    }

    @Test
    void shouldTellBothOfTwoProcesses() throws Exception {
        try (OtherJvm other = other(HERE, "run-1");
                Neighbours own = enter("run-2")) {
            assertThat(own.found()).containsExactly(beside(other));
            assertThat(other.end())
                    .singleElement()
                    .asString()
                    .contains("process " + ProcessHandle.current().pid() + ", over chronicle");
        }
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void shouldTellOfARunThatBeganLaterAndHasEnded() throws Exception {
        try (Neighbours own = enter("run-1")) {
            assertThat(own.found()).isEmpty();
            try (OtherJvm other = other(HERE, "run-2")) {
                assertThat(other.end()).hasSize(1);
                assertThat(own.found()).containsExactly(beside(other));
            }
        }
    }

    @Test
    void shouldTellOnceOfALoopOfRuns() throws Exception {
        try (Neighbours own = enter("run-1");
                OtherJvm first = other(HERE, "run-2");
                OtherJvm second = other(HERE, "run-3")) {
            first.end();
            second.end();
            assertThat(own.found())
                    .containsExactly(Rules.MEASURED_BESIDE_SEVERAL.found(2, "process " + first.pid() + ", over kafka"));
        }
    }

    @Test
    void shouldTellOfThemInARunInThisProcessThatFails() throws Exception {
        try (OtherJvm other = other(Neighbours.directory().orElseThrow(), Neighbours.machine(), "run-1")) {
            BenchmarkResult failed = Benchmark.of(Workload.builder()
                            .rate(200)
                            .warmup(Duration.ofMillis(200))
                            .duration(Duration.ofMillis(200))
                            .floor(Duration.ZERO)
                            .build())
                    .transport(Closed.class)
                    .results(directory.resolve("results"))
                    .inProcess()
                    .build()
                    .run();

            assertThat(failed.verdict().reasons().get(0)).contains("closed today");
            assertThat(failed.warnings())
                    .anySatisfy(warning -> assertThat(warning.text()).contains("process " + other.pid()));
        }
    }

    @Test
    void shouldNotTellOfTheSameRunOrAnotherMachine() throws Exception {
        try (OtherJvm agent = other(HERE, "run-1");
                OtherJvm elsewhere = other("another-boot", "run-2");
                Neighbours own = enter("run-1");
                Neighbours duet = enter("run-3")) {
            assertThat(own.found()).isEmpty();
            assertThat(duet.found()).singleElement().isEqualTo(beside(agent));
            assertThat(elsewhere.end()).isEmpty();
        }
    }

    @Test
    void shouldForgetAKilledProcess() throws Exception {
        try (OtherJvm killed = other(HERE, "run-1")) {
            killed.process().destroyForcibly().waitFor();
        }
        assertThat(directory).isNotEmptyDirectory();

        try (Neighbours own = enter("run-2")) {
            assertThat(own.found()).isEmpty();
        }
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void shouldMeasureWithoutAUsableDirectory() throws Exception {
        Path file = Files.createFile(directory.resolve("file"));
        try (Neighbours nowhere = Neighbours.enter(Optional.empty(), HERE, "run-1", "kafka");
                Neighbours below = Neighbours.enter(Optional.of(file.resolve("state")), HERE, "run-1", "kafka")) {
            assertThat(nowhere.found()).isEmpty();
            assertThat(below.found()).isEmpty();
        }
        assertThat(new File(directory.toString()).list()).containsExactly("file");
    }

    @Test
    void shouldLeaveFilesOfOthersAlone() throws Exception {
        Path empty = Files.createFile(directory.resolve("a.measuring"));
        Path text = Files.write(directory.resolve("b.measuring"), new byte[1 << 20]);
        try (Neighbours own = enter("run-1")) {
            assertThat(own.found()).isEmpty();
        }
        assertThat(empty).isEmptyFile();
        assertThat(text).hasSize(1 << 20);
    }
}
