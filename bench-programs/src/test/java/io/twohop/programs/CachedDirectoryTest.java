package io.twohop.programs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CachedDirectoryTest {
    /** Works unless the program says that it does not. */
    private static final CachedDirectory.Check RUNS = directory -> {
        if (Files.readString(directory.resolve("program")).equals("broken")) {
            throw new IOException("does not run");
        }
    };

    @TempDir
    Path parent;

    private CachedDirectory cached;

    @BeforeEach
    void choose() {
        cached = new CachedDirectory(parent.resolve("cache").resolve("tool-1.0"));
    }

    /** Brings a program and a library of the same content. */
    private static CachedDirectory.Filler bringing(String content) {
        return (into, work) -> {
            Files.writeString(work.resolve("archive"), "packed");
            Files.writeString(into.resolve("program"), content);
            Files.writeString(Files.createDirectory(into.resolve("lib")).resolve("library"), content);
        };
    }

    private void assertKept(String content) throws IOException {
        assertThat(cached.path().resolve("program")).hasContent(content);
        assertThat(cached.path().resolve("lib/library")).hasContent(content);
        assertThat(cached.path()).isDirectoryNotContaining("glob:**archive");
        assertNothingElse(cached.path());
    }

    private void assertNothingElse(Path... kept) throws IOException {
        try (Stream<Path> files = Files.list(cached.path().getParent())) {
            assertThat(files).containsExactly(kept);
        }
    }

    @Test
    void shouldDeleteWhatAKilledProcessLeft() throws Exception {
        Path left = cached.path().resolveSibling("tool-1.0.123");
        Files.createDirectories(left.resolve("into"));
        Files.setLastModifiedTime(left, FileTime.from(Instant.now().minus(Duration.ofHours(2))));
        Path busy = Files.createDirectories(cached.path().resolveSibling("tool-1.0.124"));

        cached.fill(bringing("first"), RUNS);

        assertThat(left).doesNotExist();
        assertThat(busy).exists();
    }

    @Test
    void shouldKeepAllFilesAndNothingOfTheWork() throws Exception {
        cached.fill(bringing("first"), RUNS);

        assertKept("first");
    }

    @Test
    void shouldKeepNothingWhenItDoesNotWork() throws Exception {
        assertThatThrownBy(() -> cached.fill(bringing("broken"), RUNS)).hasMessage("does not run");

        assertNothingElse();
    }

    @Test
    void shouldUseWhatAnotherProcessBroughtMeanwhile() throws Exception {
        cached.fill(
                (into, work) -> {
                    bringing("loser").fill(into, work);
                    new CachedDirectory(cached.path()).fill(bringing("winner"), RUNS);
                },
                RUNS);

        assertKept("winner");
    }

    @Test
    void shouldReplaceWhatDoesNotWorkAnyMore() throws Exception {
        Files.createDirectories(cached.path());
        Files.writeString(cached.path().resolve("program"), "broken");

        cached.fill(bringing("new"), RUNS);

        assertKept("new");
    }

    @Test
    void shouldSayWhereNothingCanBeKept() throws Exception {
        Files.writeString(parent.resolve("cache"), "a file in its place");

        assertThatThrownBy(() -> cached.fill(bringing("first"), RUNS))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("nothing can be kept in " + parent.resolve("cache") + ": ");
    }
}
