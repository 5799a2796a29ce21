package io.twohop.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.Test;

class TextsTest {
    @Test
    void shouldNameEachCauseOnceDownToTheRoot() {
        Exception root = new IOException("URL refused");
        Exception wrapped = new IllegalStateException(root.toString(), root);
        Exception again = new IllegalArgumentException("retriever failed: " + wrapped.getMessage(), wrapped);

        assertThat(Texts.chain(new IllegalStateException("no client", again)))
                .isEqualTo("no client: retriever failed: java.io.IOException: URL refused");
        assertThat(Texts.chain(new IllegalStateException("refused", new IOException("refused by the host"))))
                .isEqualTo("refused by the host");
    }

    @Test
    void shouldLeaveOutTracesAndEndWithACycle() {
        Exception first = new IllegalStateException("no login\n\tat a.B.c(B.java:1)\n\tat d.E.f(E.java:2)\n");
        first.initCause(new IllegalStateException("nobody answers", first));

        assertThat(Texts.chain(first)).isEqualTo("no login: nobody answers");
    }

    @Test
    void shouldKeepTheCausesInATraceOnce() {
        Exception login = new IllegalStateException("ConnectException: Connection refused\n\tat a.B.c(B.java:1)\n"
                + "Caused by: java.net.ConnectException: Connection refused\n\t... 31 more\n"
                + "Caused by: java.io.IOException: no route\n\t... 4 common frames omitted\n");

        assertThat(Texts.chain(login)).isEqualTo("ConnectException: Connection refused java.io.IOException: no route");
    }

    @Test
    void shouldEndWithoutAFullStop() {
        assertThat(Texts.chain(new IllegalStateException("Class a.B could not be found.")))
                .isEqualTo("Class a.B could not be found");
        assertThat(Texts.chain(new IllegalStateException("waiting ..."))).isEqualTo("waiting ...");
    }

    @Test
    void shouldSayWhyAFileWasRefused() {
        assertThat(Texts.reason(new AccessDeniedException("/x"))).isEqualTo("no permission");
        assertThat(Texts.reason(new FileAlreadyExistsException("/x"))).isEqualTo("a file of that name exists");
        assertThat(Texts.reason(new FileSystemException("/x", null, "Read-only file system")))
                .isEqualTo("Read-only file system");
        assertThat(Texts.reason(new NoSuchFileException("/x"))).isEqualTo("NoSuchFileException");
        assertThat(Texts.reason(new IOException("Stale file handle"))).isEqualTo("Stale file handle");
    }

    @Test
    void shouldNameAFileSystemThatExecutesNothing() {
        Error unlinked = new UnsatisfiedLinkError(
                "/run/x/libzstd.so: /run/x/libzstd.so: failed to map segment from shared object\n"
                        + "Unsupported OS/arch, cannot find /linux/amd64/libzstd.so");

        assertThat(Texts.chain(new IllegalStateException(unlinked.toString(), unlinked)))
                .startsWith(
                        "the native library /run/x/libzstd.so is on a file system mounted noexec (expected: another temporary"
                                + " directory by JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=...");
    }
}
