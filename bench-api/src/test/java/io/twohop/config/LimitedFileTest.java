package io.twohop.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LimitedFileTest {
    @TempDir
    Path directory;

    private Path sparse(String name, long bytes) throws Exception {
        Path path = directory.resolve(name);
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
            file.setLength(bytes);
        }
        return path;
    }

    @Test
    void shouldReadWhatIsWithinItsLimit() throws Exception {
        Path file = Files.writeString(directory.resolve("a"), "é\n");
        assertThat(LimitedFile.text(file)).isEqualTo("é\n");
        try (InputStream in = LimitedFile.table(file)) {
            assertThat(in.readAllBytes()).hasSize(3);
        }
        assertThatThrownBy(() -> LimitedFile.text(directory.resolve("b"))).isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void shouldNameFileAndLimit() throws Exception {
        Path document = sparse("result.json", 910_000_000);
        Path table = sparse("intervals.csv", 1_000_000_000);
        assertThatThrownBy(() -> LimitedFile.document(document))
                .isInstanceOf(ConfigException.class)
                .hasMessage("file: " + document + " (expected: at most 16 MiB)");
        LimitedFile.log(table).close();
        assertThatThrownBy(() -> LimitedFile.log(sparse("histograms.hlog", 5L << 30)))
                .isInstanceOf(ConfigException.class)
                .hasMessageEndingWith("histograms.hlog (expected: at most 4096 MiB)");
        assertThatThrownBy(() -> LimitedFile.table(table))
                .isInstanceOf(ConfigException.class)
                .hasMessage("file: " + table + " (expected: at most 256 MiB)");
    }

    @Test
    void shouldRefuseDevicesAndPipes() throws Exception {
        Path zero = Files.createSymbolicLink(directory.resolve("forks.csv"), Path.of("/dev/zero"));
        Path pipe = directory.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        for (Path file : new Path[] {zero, pipe}) {
            assertThatThrownBy(() -> LimitedFile.table(file))
                    .isInstanceOf(ConfigException.class)
                    .hasMessage("file: " + file + " (expected: a regular file)");
        }
    }

    @Test
    void shouldRefuseALineWithoutAnEndAndAFileThatGrows() throws Exception {
        Path line = sparse("line.csv", 5 << 20);
        try (InputStream in = LimitedFile.table(line)) {
            assertThatThrownBy(in::readAllBytes)
                    .isInstanceOf(ConfigException.class)
                    .hasMessage("file: " + line + " (expected: lines of at most 4 MiB)");
        }
        Path growing = sparse("growing.json", 16 << 20);
        try (InputStream in = LimitedFile.document(growing)) {
            Files.write(growing, new byte[1], StandardOpenOption.APPEND);
            assertThatThrownBy(in::readAllBytes).isInstanceOf(ConfigException.class);
        }
    }
}
