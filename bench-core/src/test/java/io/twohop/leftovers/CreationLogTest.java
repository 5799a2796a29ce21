package io.twohop.leftovers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twohop.transport.Creation;
import io.twohop.transport.TransportException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("one-jdk")
class CreationLogTest {
    private static final List<Creation> FIRST = List.of(new Creation("nats://127.0.0.1:4222", "stream", "first"));
    private static final List<Creation> SECOND = List.of(new Creation("nats://127.0.0.1:4222", "stream", "second"));

    @TempDir
    Path directory;

    private CreationLog log() {
        return new CreationLog(new CreationFiles(directory), "run-1", "nats", "mine.yaml");
    }

    private void assertInterrupted(CreationLog log, List<Creation> creations) {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> log.about(creations))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("cannot be written down");
        assertThat(Thread.interrupted()).isTrue();
    }

    @AfterEach
    void clearInterrupt() {
        Thread.interrupted();
    }

    @Test
    void shouldLeaveNoFileWhenInterruptedBeforeAnythingIsMade() {
        assertInterrupted(log(), FIRST);

        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void shouldKeepWhatStandsWhenInterruptedLater() {
        CreationLog log = log();
        log.about(FIRST);

        assertInterrupted(log, SECOND);

        assertThat(directory.resolve("run-1.created")).content().contains("first");
        log.gone(FIRST);
        assertThat(directory).isEmptyDirectory();
    }

    /** A run of many topics is killed, and its log is larger than other files that are read as a whole. */
    @Test
    void shouldBeReadHoweverMuchWasMade() throws Exception {
        int count = 100_000;
        String longName = "x".repeat(100);
        CreationLog log = log();
        log.about(IntStream.range(0, count)
                .mapToObj(i -> new Creation("nats://127.0.0.1:4222", "stream", longName + i))
                .toList());
        Files.copy(directory.resolve("run-1.created"), directory.resolve("run-2.created"));

        assertThat(new CreationFiles(directory).abandoned())
                .singleElement()
                .satisfies(left -> assertThat(left.creations()).hasSize(count));
    }
}
