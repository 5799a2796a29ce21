package io.twohop.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.InvalidPathException;
import org.junit.jupiter.api.Test;

class FileFailureTest {
    @Test
    void shouldNameTheFileAndTheRemedy() {
        assertThat(FileFailure.text(new UncheckedIOException(new AccessDeniedException("/r/report.html"))))
                .contains(
                        "/r/report.html: no permission (expected: a file or directory that this user may read and write)");
        assertThat(FileFailure.text(new FileSystemException("/tmp/x", null, "Read-only file system")))
                .contains(
                        "/tmp/x: Read-only file system (expected: a directory with room that this user may write to)");
        assertThat(FileFailure.text(new InvalidPathException("w?rk.yaml", "unmappable"))
                        .orElseThrow())
                .startsWith("w?rk.yaml: the name of a file that Java cannot read in this locale");
    }

    @Test
    void shouldLeaveFailuresOfOurOwnToBeReported() {
        assertThat(FileFailure.text(new IllegalStateException(new IOException("broken pipe"))))
                .isEmpty();
    }
}
