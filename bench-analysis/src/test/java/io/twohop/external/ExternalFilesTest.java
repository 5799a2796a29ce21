package io.twohop.external;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twohop.config.ConfigException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExternalFilesTest {
    @TempDir
    Path directory;

    private Path write(String name, byte[] content) throws IOException {
        return Files.write(directory.resolve(name), content);
    }

    private static boolean isRead(Path file) throws IOException {
        return ExternalFiles.read("a", file, FileUnits.of(List.of("ns"))).isPresent();
    }

    /** Empty files, tables of forks, own results and texts are for others to read or to refuse. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "\n\n",
                "fork,endToEnd.p50\n1,5\n",
                ",pub-stats,sub-stats,overall-stats\n1,2,3,4\n",
                "{\n  \"schemaVersion\" : 1\n}",
                "just a text",
                "Benchmark results of today",
            })
    void shouldNotClaimWhatIsNotAnotherTools(String text) throws IOException {
        Path file = write("a", text.getBytes(StandardCharsets.UTF_8));

        assertThat(ExternalFiles.isOne(file)).isFalse();
        assertThat(isRead(file)).isFalse();
        assertThat(ExternalFiles.isOne(directory)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "[]", "[[]]", "{\"a\": 1}", "[1, 2]", "{\"kind\": [{\"primaryMetric\": 1}]}"})
    void shouldSayWhatItUnderstandsOfOtherJson(String json) throws IOException {
        Path file = write("a.json", json.getBytes(StandardCharsets.UTF_8));

        assertThatThrownBy(() -> isRead(file))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("expected: a file of another tool: JMH's JSON or CSV")
                .hasMessageContaining("this is other JSON");
    }

    @Test
    void shouldRefuseHostileFiles() throws IOException {
        assertThatThrownBy(() -> isRead(write("deep.json", "[".repeat(100_000).getBytes(StandardCharsets.UTF_8))))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("deep.json:1: JSON: ");
        assertThatThrownBy(() -> isRead(write("cut.json", "[{\"primaryMetric\"".getBytes(StandardCharsets.UTF_8))))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("cut.json:1: JSON: ");
        assertThatThrownBy(() -> isRead(write("two.json", "[]\n{}".getBytes(StandardCharsets.UTF_8))))
                .hasMessageContaining("two.json:2: JSON: { (expected: one document)");
        assertThatThrownBy(() -> isRead(write("utf.txt", "[]".getBytes(StandardCharsets.UTF_16))))
                .hasMessageContaining("utf.txt:1: encoding: UTF-16 (expected: UTF-8)");
        assertThatThrownBy(() -> isRead(write("bytes.json", new byte[] {'{', '"', (byte) 0xc3, 0x28, '"'})))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("bytes.json:1: ");
        Path huge = write("huge.json", "{".getBytes(StandardCharsets.UTF_8));
        try (RandomAccessFile file = new RandomAccessFile(huge.toFile(), "rw")) {
            file.setLength(17 << 20);
        }
        assertThatThrownBy(() -> isRead(huge)).hasMessageContaining("huge.json (expected: at most 16 MiB)");
    }

    /** Names from files reach terminals and notes. */
    @Test
    void shouldShowTextsOfFilesOnOneLineWithoutSecrets() {
        assertThat(ExternalFiles.shown("a\u001b[2Jb\nc -Dpassword=hunter22x"))
                .isEqualTo("a [2Jb c -Dpassword=<redacted>");
        assertThat(ExternalFiles.shown("x".repeat(1_000))).hasSizeLessThan(300);
    }

    /** Any damage is either harmless or named. */
    @ParameterizedTest
    @ValueSource(strings = {"jmh.json", "jmh.csv"})
    void shouldReadOrRefuseDamagedFiles(String name) throws IOException {
        byte[] whole;
        try (var in = ExternalFilesTest.class.getResourceAsStream(name)) {
            whole = in.readAllBytes();
        }
        Random random = new Random(7);
        for (int i = 0; i < 200; i++) {
            byte[] damaged = whole.clone();
            for (int flips = 0; flips < 3; flips++) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
            }
            Path file = write("damaged", damaged);
            try {
                isRead(file);
            } catch (ConfigException e) {
                assertThat(e.getMessage()).contains("damaged", "(expected: ");
            }
        }
    }
}
