package io.twohop.compare;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.twohop.config.ConfigException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;

/** Whatever is in a result's directory: it is read, or refused. See {@code YamlFuzzTest} for how it is run. */
class ResultFuzzTest {
    private static final byte BETWEEN = 0;

    private Path directory;

    /** Two files, as the input has them with a zero between. */
    private void write(byte[] files) throws IOException {
        int end = 0;
        while (end < files.length && files[end] != BETWEEN) {
            end++;
        }
        directory = Files.createTempDirectory("fuzz-");
        Files.write(directory.resolve("result.json"), Arrays.copyOf(files, end));
        Files.write(
                directory.resolve("forks.csv"),
                Arrays.copyOfRange(files, Math.min(end + 1, files.length), files.length));
    }

    @AfterEach
    void delete() throws IOException {
        if (directory != null) {
            Files.deleteIfExists(directory.resolve("result.json"));
            Files.deleteIfExists(directory.resolve("forks.csv"));
            Files.deleteIfExists(directory);
        }
    }

    @FuzzTest(maxDuration = "20s")
    void shouldReadOrRefuseAnyResult(byte[] files) throws IOException {
        write(files);
        try {
            assertThat(SideReader.read(directory.toString())).isNotNull();
        } catch (ConfigException e) {
            assertThat(e.getMessage()).contains("(expected: ");
        } finally {
            delete();
        }
    }
}
