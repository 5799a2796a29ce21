package io.twohop.transport.kit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.config.Secrets;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Tag("one-jdk")
@Timeout(60)
class RedactedLogTest {
    private static final String SECRET = "zebra-crossing-at-dawn";

    @TempDir
    Path directory;

    @TempDir
    Path elsewhere;

    @BeforeAll
    static void hide() {
        Secrets.hide(SECRET);
    }

    private Path log(byte[] content) throws IOException {
        return Files.write(directory.resolve("broker-1.log"), content);
    }

    @Test
    void shouldHandOverAllLogsWithoutSecretsAndKeepOtherBytes() throws Exception {
        log(("a\r\nknows " + SECRET + " b\n\u00e9\n\nlast").getBytes(StandardCharsets.UTF_8));
        byte[] binary = {'x', (byte) 0xff, '\n', (byte) 0xc3};
        Files.write(directory.resolve("driver.log"), binary);
        Path target = Files.writeString(elsewhere.resolve("target.txt"), SECRET);
        Files.createSymbolicLink(directory.resolve("link.log"), target);
        Path result = Files.createDirectory(elsewhere.resolve("result"));
        Files.writeString(result.resolve("broker-1.log"), "of an earlier fork\n");

        RedactedLog.handOver(directory, result);

        assertThat(result.resolve("broker-1.log"))
                .hasContent("of an earlier fork\na\r\nknows <redacted> b\n\u00e9\n\nlast");
        assertThat(result.resolve("driver.log")).hasBinaryContent(binary);
        assertThat(result).isDirectoryNotContaining("glob:**link*");
        assertThat(directory).isDirectoryNotContaining("glob:**{broker,driver}*");
    }

    /** Each tells the whole, where lines of a log only add to those before. */
    @Test
    void shouldReplaceOtherFilesOfAnEarlierFork() throws Exception {
        Files.writeString(directory.resolve("counters.txt"), "new");
        Files.writeString(elsewhere.resolve("counters.txt"), "of an earlier fork");

        RedactedLog.handOver(directory, elsewhere);

        assertThat(elsewhere.resolve("counters.txt")).hasContent("new");
    }

    @Test
    void shouldHandOverNothingOfADirectoryThatIsGone() {
        RedactedLog.handOver(directory.resolve("gone"), elsewhere);

        assertThat(elsewhere).isEmptyDirectory();
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
