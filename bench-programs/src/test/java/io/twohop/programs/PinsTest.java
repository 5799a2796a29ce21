package io.twohop.programs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PinsTest {
    @TempDir
    Path parent;

    private Path directory;

    @BeforeEach
    void fill() throws IOException {
        directory = Files.createDirectories(parent.resolve("cached"));
        Files.writeString(directory.resolve("program"), "the program");
        Files.writeString(Files.createDirectory(directory.resolve("lib")).resolve("library"), "a library");
    }

    private static Pins pinning(String sha256) {
        return new Pins(Map.of(Platform.name(), sha256));
    }

    /** Of files that were renamed or added beside the pinned ones, too. */
    @Test
    void shouldRefuseADirectoryInWhichAnyFileChanged() throws Exception {
        Pins pins = pinning(Archives.sha256(directory));
        assertThatCode(() -> pins.requireKept(directory)).doesNotThrowAnyException();

        Files.writeString(directory.resolve("lib/library"), "A library");
        assertThatThrownBy(() -> pins.requireKept(directory)).hasMessageStartingWith("the checksum of cached is ");

        Files.writeString(directory.resolve("lib/library"), "a library");
        assertThatCode(() -> pins.requireKept(directory)).doesNotThrowAnyException();

        Files.writeString(directory.resolve("lib/another"), "");
        assertThatThrownBy(() -> pins.requireKept(directory)).isInstanceOf(IOException.class);
    }

    @Test
    void shouldNotBelieveANoteOfAnotherFile() throws Exception {
        Path program = directory.resolve("program");
        Pins pins = pinning(Archives.sha256(program));
        pins.requireKept(program);
        assertThat(directory.resolve("program.sha256")).exists();

        // As a restored cache would bring it: the note with the file, which is another now.
        Files.delete(program);
        Files.writeString(program, "THE PROGRAM");

        assertThatThrownBy(() -> pins.requireKept(program)).hasMessageContaining("and not the pinned ");
    }

    @Test
    void shouldRefuseAPlatformWithoutAChecksum() {
        Pins elsewhere = new Pins(Map.of("plan9-amd64", "00"));

        assertThatThrownBy(() -> elsewhere.require(directory.resolve("program")))
                .hasMessage("no checksum is pinned for " + Platform.name());
    }
}
