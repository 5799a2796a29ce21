package io.twohop.transport.kit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.config.Secrets;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class RedactedLogTest {
    private static final String SECRET = "zebra-crossing-at-dawn";

    @TempDir
    Path directory;

    @BeforeAll
    static void hide() {
        Secrets.hide(SECRET);
    }

    private Path log(byte[] content) throws IOException {
        return Files.write(directory.resolve("broker-1.log"), content);
    }

    @Test
    void shouldRemoveSecretsFromAllLogsAndKeepOtherBytes() throws Exception {
        Path log = log(("a\r\nknows " + SECRET + " b\n\u00e9\n\nlast").getBytes(StandardCharsets.UTF_8));
        byte[] binary = {'x', (byte) 0xff, '\n', (byte) 0xc3};
        Path other = Files.write(directory.resolve("driver.log"), binary);
        Path target = Files.writeString(directory.resolve("target.txt"), SECRET);
        Path link = Files.createSymbolicLink(directory.resolve("link.log"), target);

        Path former = Files.writeString(directory.resolve("former.log"), SECRET);
        FileTime begun = FileTime.fromMillis(1_000_000);
        Files.setLastModifiedTime(former, FileTime.fromMillis(999_999));

        RedactedLog.rewriteAll(directory, begun);

        assertThat(log).hasContent("a\r\nknows <redacted> b\n\u00e9\n\nlast");
        assertThat(Files.readString(log)).endsWith("\n\nlast");
        assertThat(other).hasBinaryContent(binary);
        assertThat(link).isSymbolicLink().hasContent(SECRET);
        // It belongs to a process that has redacted it.
        assertThat(former).hasContent(SECRET);
        assertThat(directory).isDirectoryNotContaining("glob:**.next");
    }

    /** A line without an end would not fit into memory. */
    @Test
    void shouldLeaveOutLongLines() throws Exception {
        String tooLong = "y".repeat(RedactedLog.LINE_BYTES - 10) + SECRET;
        String longest = "z".repeat(RedactedLog.LINE_BYTES);
        Path log = log(("a\n" + tooLong + "\n" + longest + "\nb\n").getBytes(StandardCharsets.UTF_8));

        RedactedLog.rewrite(log);

        assertThat(Files.readString(log)).isEqualTo("a\n... a long line is left out\n" + longest + "\nb\n");
    }

    @Test
    void shouldKeepTheEndOfALargeLog() throws Exception {
        Path log = log(new byte[0]);
        try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "rw")) {
            file.writeBytes("first " + SECRET);
            file.seek(3L << 30);
            file.writeBytes("\nlast " + SECRET + "\n");
        }

        RedactedLog.rewrite(log);

        List<String> lines = Files.readAllLines(log);
        assertThat(lines.get(0)).matches("\\.\\.\\. 3,?\\d+ bytes before are left out");
        assertThat(lines.get(lines.size() - 1)).isEqualTo("last <redacted>");
        assertThat(log.toFile()).satisfies(file -> assertThat(file.length()).isLessThan(RedactedLog.MOST_BYTES));
    }
}
