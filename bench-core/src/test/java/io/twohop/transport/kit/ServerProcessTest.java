package io.twohop.transport.kit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(180)
class ServerProcessTest {
    @TempDir
    Path directory;

    @Test
    void shouldKillTheServerWithAllThatItStarted() throws Exception {
        Path log = directory.resolve("server.log");
        ServerProcess server = new ServerProcess("server", List.of("sh", "-c", "sleep 60 & echo $!; wait"), log);
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
    void shouldEndAGuardedServerAtOnce() throws Exception {
        Path log = directory.resolve("server.log");
        // Nothing in it reads standard input; the guard alone can end it before it is killed.
        ServerProcess server = ServerProcess.guarded("server", List.of("sh", "-c", "echo $$; exec sleep 60"), log);
        while (Files.readString(log).isBlank()) {
            Thread.sleep(10);
        }
        ProcessHandle sleeper =
                ProcessHandle.of(Long.parseLong(Files.readString(log).strip())).orElseThrow();
        assertThat(sleeper.parent().map(ProcessHandle::pid)).contains(server.pid());

        server.close();

        assertThat(server.isAlive()).isFalse();
        while (sleeper.isAlive()) {
            Thread.sleep(10);
        }
    }

    @Test
    void shouldRepeatTheErrorsOfItsLog() throws Exception {
        Path log = directory.resolve("server.log");
        try (ServerProcess server =
                new ServerProcess("server", List.of("sh", "-c", "echo starting; echo ERROR no disk; echo bye"), log)) {
            while (server.isAlive()) {
                Thread.sleep(10);
            }

            assertThat(server.lastWords()).isEqualTo("ERROR no disk");
        }
    }

    /** What the operating system says: R running, S sleeping, T stopped; nothing for one that is gone. */
    private static String state(ProcessHandle process) throws IOException {
        Path stat = Path.of("/proc/" + process.pid() + "/stat");
        return Files.exists(stat) ? Files.readString(stat).replaceAll("^.*\\) (.).*\\R", "$1") : "";
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldBePausedContinuedKilledAndStartedAgain(boolean guarded) throws Exception {
        Path log = directory.resolve("server.log");
        List<String> command = List.of("sleep", "60");
        ProcessHandle last;
        try (ServerProcess server = guarded
                ? ServerProcess.guarded("broker-1", command, log)
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
            Optional<ProcessHandle> found = Stream.concat(
                            ProcessHandle.of(server.pid()).stream(),
                            ProcessHandle.of(server.pid()).stream().flatMap(ProcessHandle::children))
                    .filter(process -> process.info().command().orElse("").endsWith("sleep"))
                    .findFirst();
            if (found.isPresent()) {
                return found.get();
            }
            Thread.sleep(1);
        }
    }
}
