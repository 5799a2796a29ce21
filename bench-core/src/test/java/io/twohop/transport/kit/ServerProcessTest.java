package io.twohop.transport.kit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("one-jdk")
@Timeout(180)
class ServerProcessTest {
    @TempDir
    Path directory;

    @Test
    @Timeout(30)
    void shouldKillTheServerWithAllThatItStarted() throws Exception {
        Path log = directory.resolve("server.log");
        ServerProcess server = new ServerProcess("server", List.of("sh", "-c", "sleep 600 & echo $!; wait"), log);
        while (Files.readString(log).isBlank()) {
            Thread.sleep(10);
        }
        long child = Long.parseLong(Files.readString(log).strip());
        assertThat(server.isAlive()).isTrue();

        server.close();

        assertThat(server.isAlive()).isFalse();
        while (ProcessHandle.of(child).map(ProcessHandle::isAlive).orElse(false)) {
            Thread.sleep(10);
        }
    }

    @Test
    void shouldNameTheMemoryLimitThatTheKernelKilledItAt() {
        Optional<String> limit = Optional.of("the memory limit of 400 MiB of the control group /pod");

        assertThat(ServerProcess.ending(137, limit))
                .isEqualTo(
                        "was killed by signal 9 at the memory limit of 400 MiB of the control group /pod (raise it, or"
                                + " give processes smaller heaps)");
        assertThat(ServerProcess.ending(137, Optional.empty())).isEqualTo("was killed by signal 9");
        assertThat(ServerProcess.ending(139, limit)).isEqualTo("was killed by signal 11");
        assertThat(ServerProcess.ending(1, limit)).isEqualTo("ended with exit code 1");
    }

    @Test
    void shouldEndAServerThatIgnoresItsInputAtOnce() throws Exception {
        Path log = directory.resolve("server.log");
        // Nothing in it reads standard input.
        ServerProcess server =
                ServerProcess.ignoringInput("server", List.of("sh", "-c", "echo $$; exec sleep 60"), log);
        while (Files.readString(log).isBlank()) {
            Thread.sleep(10);
        }
        assertThat(Files.readString(log).strip()).isEqualTo(Long.toString(server.pid()));
        ProcessHandle sleeper = ProcessHandle.of(server.pid()).orElseThrow();

        server.close();

        assertThat(server.isAlive()).isFalse();
        while (sleeper.isAlive()) {
            Thread.sleep(10);
        }
    }

    @Test
    void shouldLeaveItsInputOpenWhileAServerEndsInOrder() throws Exception {
        Path log = directory.resolve("server.log");
        String endsWithInput = "exec 3<&0; { read -r line <&3; kill -9 $$; } 2>/dev/null & ";
        String endsInOrder = "trap 'sleep 0.2; echo in order; exit 0' TERM; echo up; while :; do sleep 0.1; done";
        try (ServerProcess server =
                new ServerProcess("server", List.of("sh", "-c", endsWithInput + endsInOrder), log)) {
            while (Files.readString(log).isBlank()) {
                Thread.sleep(10);
            }

            server.stop();

            assertThat(log).hasContent("up\nin order");
        }
    }

    @Test
    void shouldRepeatTheErrorsOfItsLogAndRemoveItsSecrets() throws Exception {
        Path log = directory.resolve("server.log");
        try (ServerProcess server = new ServerProcess(
                "server", List.of("sh", "-c", "echo password=hunter22; echo ERROR no disk; echo bye"), log)) {
            while (server.isAlive()) {
                Thread.sleep(10);
            }

            assertThat(server.lastWords()).isEqualTo("ERROR no disk");
        }
        assertThat(log).content().startsWith("password=<redacted>").doesNotContain("hunter22");
    }

    /** What the operating system says: R running, S sleeping, T stopped; nothing for one that is gone. */
    private static String state(ProcessHandle process) throws IOException {
        Path stat = Path.of("/proc/" + process.pid() + "/stat");
        return Files.exists(stat) ? Files.readString(stat).replaceAll("^.*\\) (.).*\\R", "$1") : "";
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldBePausedContinuedKilledAndStartedAgain(boolean ignoresInput) throws Exception {
        Path log = directory.resolve("server.log");
        List<String> command = List.of("sleep", "60");
        ProcessHandle last;
        try (ServerProcess server = ignoresInput
                ? ServerProcess.ignoringInput("broker-1", command, log)
                : new ServerProcess("broker-1", command, log)) {
            ProcessHandle first = sleeper(server);
            server.prepare();
            server.pause();
            while (!state(first).equals("T")) {
                Thread.sleep(1);
            }
            server.resume();
            while (!state(first).equals("S")) {
                Thread.sleep(1);
            }
            server.kill();
            server.start();
            ProcessHandle second = sleeper(server);
            assertThat(first.isAlive()).isFalse();
            assertThat(second.pid()).isNotEqualTo(first.pid());

            server.stop();
            assertThat(second.isAlive()).isFalse();
            server.start();
            last = sleeper(server);
            // A paused one has to end as well.
            server.pause();
        }
        assertThat(last.isAlive()).isFalse();
    }

    private static ProcessHandle sleeper(ServerProcess server) throws InterruptedException {
        while (true) {
            Optional<ProcessHandle> found = ProcessHandle.of(server.pid())
                    .filter(process -> process.info().command().orElse("").endsWith("sleep"));
            if (found.isPresent()) {
                return found.get();
            }
            Thread.sleep(1);
        }
    }
}
