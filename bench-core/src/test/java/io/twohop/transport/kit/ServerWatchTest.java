package io.twohop.transport.kit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.finding.Finding;
import io.twohop.finding.Kind;
import io.twohop.finding.Severity;
import io.twohop.transport.Occurrence;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real processes under real signals. */
@Tag("one-jdk")
@Timeout(30)
class ServerWatchTest {
    private static final Duration STOPPED = Duration.ofMillis(300);

    @TempDir
    Path directory;

    private ProcessHandle sleeper;

    /** A server once it runs. */
    private ServerProcess server() throws Exception {
        Path log = Files.writeString(directory.resolve("server.log"), "no room\n");
        ServerProcess server = ServerProcess.ignoringInput("watched", List.of("sleep", "60"), log);
        sleeper = sleeper(server);
        return server;
    }

    private static ProcessHandle sleeper(ServerProcess server) throws InterruptedException {
        ProcessHandle sleeper = ProcessHandle.of(server.pid()).orElseThrow();
        while (!sleeper.info().command().orElse("").endsWith("sleep")) {
            Thread.sleep(1);
        }
        return sleeper;
    }

    @Test
    void shouldSayNothingOfAPauseThatWasAskedFor() throws Exception {
        ServerProcess server = server();
        Thread.sleep(200);

        server.pause();
        Thread.sleep(STOPPED.toMillis());
        server.resume();
        Thread.sleep(100);

        assertThat(ServerProcess.incidents(List.of(server))).isEmpty();
        stopForAWhile();
        assertThat(ServerProcess.incidents(List.of(server))).hasSize(1);
        server.close();
    }

    @Test
    void shouldReportAStopThatLastsUntilTheEnd() throws Exception {
        ServerProcess server = server();
        Thread.sleep(200);

        Signals.pause(sleeper);
        Thread.sleep(STOPPED.toMillis());

        assertThat(ServerProcess.incidents(List.of(server))).hasSize(1);
        server.close();
    }

    private void stopForAWhile() throws Exception {
        Signals.pause(sleeper);
        Thread.sleep(STOPPED.toMillis());
        Signals.resume(sleeper);
        Thread.sleep(100);
    }

    @Test
    void shouldAddUpStopsAlsoOfEarlierProcesses() throws Exception {
        ServerProcess server = server();
        stopForAWhile();
        stopForAWhile();
        server.kill();
        server.start();
        sleeper = sleeper(server);
        assertThat(stoppedMillis(server)).isBetween(570L, 5_000L);

        stopForAWhile();

        assertThat(stoppedMillis(server)).isBetween(850L, 7_500L);
        server.close();
    }

    private static long stoppedMillis(ServerProcess server) {
        String text = server.unaskedStop().orElseThrow().text().replace(",", "");
        return Long.parseLong(text.replaceAll("^watched was stopped for (\\d+) ms.*", "$1"));
    }

    private static void awaitEnd(ServerProcess server) throws InterruptedException {
        while (server.unaskedEnd().isEmpty()) {
            Thread.sleep(10);
        }
    }

    @Test
    void shouldReportAServerThatSomebodyElseStoppedOrKilled() throws Exception {
        try (Recording recording = new Recording()) {
            recording.enable(Occurrence.NAME);
            recording.start();
            ServerProcess server = server();
            // Until it is watched.
            Thread.sleep(200);
            Signals.pause(sleeper);
            Thread.sleep(STOPPED.toMillis());
            Signals.resume(sleeper);
            Thread.sleep(200);
            sleeper.destroyForcibly();
            awaitEnd(server);

            List<Finding> incidents = ServerProcess.incidents(List.of(server));
            assertThat(incidents)
                    .first()
                    .isEqualTo(new Finding(
                            Kind.TRANSPORT,
                            Severity.INVALID,
                            "watched was killed by signal 9 while it was in use, which nobody had asked for; its log ends: no room",
                            "see its log: server.log"));
            assertThat(incidents)
                    .last()
                    .extracting(Finding::text)
                    .asString()
                    .matches(
                            "watched was stopped for [2-9]\\d\\d ms, which nobody had asked for: messages waited for it");
            server.close();
            Path file = directory.resolve("watch.jfr");
            recording.dump(file);
            assertThat(RecordingFile.readAllEvents(file))
                    // Other tests of this JVM may record something else.
                    .filteredOn(event -> event.getEventType().getName().equals(Occurrence.NAME))
                    .filteredOn(event -> "watched was stopped".equals(event.getString("what")))
                    .extracting(RecordedEvent::getDuration)
                    .singleElement()
                    .satisfies(duration -> assertThat(duration).isGreaterThan(STOPPED.dividedBy(2)));
        }
    }

    @Test
    void shouldSayNothingOfAnEndThatWasAskedFor() throws Exception {
        ServerProcess killed = server();
        killed.kill();
        while (killed.isAlive()) {
            Thread.sleep(10);
        }
        Thread.sleep(100);
        assertThat(ServerProcess.incidents(List.of(killed))).isEmpty();

        killed.start();
        assertThat(ServerProcess.incidents(List.of(killed))).isEmpty();
        killed.close();
        Thread.sleep(100);
        assertThat(ServerProcess.incidents(List.of(killed))).isEmpty();
    }
}
