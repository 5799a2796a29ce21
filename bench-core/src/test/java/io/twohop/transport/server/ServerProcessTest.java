package io.twohop.transport.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(180)
class ServerProcessTest {
    @TempDir
    Path directory;

    @Test
    void shouldKillTheServerWithAllThatItStarted() throws Exception {
        Path log = directory.resolve("server.log");
        ServerProcess server = new ServerProcess(List.of("sh", "-c", "sleep 60 & echo $!; wait"), log);
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
        ServerProcess server = ServerProcess.guarded(List.of("sh", "-c", "echo $$; exec sleep 60"), log);
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
                new ServerProcess(List.of("sh", "-c", "echo starting; echo ERROR no disk; echo bye"), log)) {
            while (server.isAlive()) {
                Thread.sleep(10);
            }

            assertThat(server.lastWords()).isEqualTo("ERROR no disk");
        }
    }

    @Test
    void shouldFindPortsThatAreFree() throws Exception {
        assertThat(Set.copyOf(FreePorts.take(20))).hasSize(20);
    }
}
