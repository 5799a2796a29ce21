package io.twohop.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twohop.programs.Archives;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NpmPackageTest {
    @TempDir
    Path directory;

    private static Path archive(String name) throws Exception {
        return Path.of(NpmPackageTest.class.getResource("/" + name).toURI());
    }

    private static NpmPackage pinning(String sha256) {
        return new NpmPackage("tool@1.0.0", sha256);
    }

    @Test
    void shouldUnpackFilesAndArchives() throws Exception {
        Path archive = archive("package.tgz");

        pinning(Archives.sha256(archive)).unpack(archive, directory);

        assertThat(directory.resolve("one")).hasContent("one file").isExecutable();
        assertThat(directory.resolve("lib/library")).hasContent("a library");
        assertThat(directory.resolve("beside")).hasContent("beside it");
        assertThat(directory.resolve("package.json")).doesNotExist();
    }

    @Test
    void shouldUnpackNothingWhenTheChecksumIsNotThePinnedOne() throws Exception {
        Path archive = archive("package.tgz");
        String other = "0".repeat(64);

        assertThatThrownBy(() -> pinning(other).unpack(archive, directory))
                .isInstanceOf(IOException.class)
                .hasMessage(
                        "the checksum of package.tgz is " + Archives.sha256(archive) + ", and not the pinned " + other);
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void shouldWriteNothingOutsideOfItsDirectory() throws Exception {
        Path archive = archive("evil.tgz");
        Path into = directory.resolve("into");

        assertThatThrownBy(() -> pinning(Archives.sha256(archive)).unpack(archive, into))
                .isInstanceOf(IOException.class)
                .hasMessage("holds ../evil, which is outside of it");
        assertThat(directory).isEmptyDirectory();
    }
}
