package io.twohop.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twohop.config.ConfigException;
import io.twohop.workload.EventOptions;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SamplesTest {
    /** What sha256sum prints of a file that holds "abc". */
    private static final String ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    @TempDir
    Path directory;

    private Path file(String name, String content) throws IOException {
        return Files.writeString(directory.resolve(name), content);
    }

    private static Samples read(Path file) {
        return Samples.read(EventOptions.of(file));
    }

    private static String text(ByteBuffer bytes) {
        return StandardCharsets.UTF_8.decode(bytes.duplicate()).toString();
    }

    @Test
    void shouldSendAFileAgainAndAgain() throws IOException {
        Samples samples = read(file("order.json", "abc"));

        EventSource<ByteBuffer> source = samples.source(3);
        assertThat(text(source.next(0, 0))).isEqualTo("abc");
        assertThat(text(source.next(1, 0))).isEqualTo("abc");
        assertThat(samples.digest()).isEqualTo(ABC);
        assertThat(samples.maxBytes()).isEqualTo(3);
    }

    @Test
    void shouldSendTheFilesOfADirectoryInTurnByName() throws IOException {
        file("b", "second");
        file("a", "1");
        file("c", "the third");
        file(".hidden", "not");

        Samples samples = read(directory);

        EventSource<ByteBuffer> first = samples.source(0);
        EventSource<ByteBuffer> other = samples.source(1);
        for (int turn = 0; turn < 2; turn++) {
            assertThat(text(first.next(3 * turn, 0))).isEqualTo("1");
            assertThat(text(other.next(3 * turn, 0))).as("another producer").isEqualTo("second");
            assertThat(text(first.next(3 * turn + 1, 0))).isEqualTo("second");
            assertThat(text(first.next(3 * turn + 2, 0))).isEqualTo("the third");
        }
        assertThat(samples.count()).isEqualTo(3);
        assertThat(samples.leastBytes()).isEqualTo(1);
        assertThat(samples.maxBytes()).isEqualTo(9);
        assertThat(samples.meanBytes()).isEqualTo(16 / 3.0);
        assertThat(samples.typicalBytes()).isEqualTo(6);
    }

    @Test
    void shouldHaveADigestOfContentsAndOrder() throws IOException {
        Path one = Files.createDirectories(directory.resolve("one"));
        Path other = Files.createDirectories(directory.resolve("other"));
        file("one/a", "xy");
        file("one/b", "z");
        file("other/a", "x");
        file("other/b", "yz");

        assertThat(read(one).digest()).isNotEqualTo(read(other).digest());
        file("other/a", "xy");
        file("other/b", "z");
        assertThat(read(one).digest()).isEqualTo(read(other).digest());
    }

    @Test
    void shouldRefuseOtherBytesThanTheDigestSays() throws IOException {
        Path file = file("order.json", "abc");
        assertThat(Samples.read(EventOptions.of(file).at(file, ABC)).count()).isEqualTo(1);

        file("order.json", "abd");

        assertThatThrownBy(() -> Samples.read(EventOptions.of(file).at(file, ABC)))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith("event.file: " + file + " (expected: the bytes of event.sha256, " + ABC);
    }

    @Test
    void shouldRefuseWhatCannotBeSent() throws IOException {
        Path none = directory.resolve("none");
        assertThatThrownBy(() -> read(none))
                .hasMessage("event.file: " + none + " (expected: a file, or a directory of files, that exists on each"
                        + " machine that sends, serves or starts runs)");
        Path empty = file("empty", "");
        assertThatThrownBy(() -> read(empty))
                .hasMessage("event.file: " + empty + " (expected: a file of 1 to 67,108,864 bytes; it has 0)");
        Path bare = Files.createDirectories(directory.resolve("bare"));
        assertThatThrownBy(() -> read(bare))
                .hasMessage("event.file: " + bare + " (expected: a directory of 1 to 10,000 files; it has 0)");
        Path inner = Files.createDirectories(bare.resolve("inner"));
        assertThatThrownBy(() -> read(bare))
                .hasMessage("event.file: " + inner + " (expected: a file; a directory of samples has nothing else)");
        try (RandomAccessFile large = new RandomAccessFile(file("large", "x").toFile(), "rw")) {
            large.setLength((64 << 20) + 1);
        }
        assertThatThrownBy(() -> read(directory.resolve("large")))
                .hasMessageContaining("(expected: a file of 1 to 67,108,864 bytes; it has 67,108,865)");
    }

    @Test
    void shouldRefuseMoreThanFitsInMemory() throws IOException {
        Path many = Files.createDirectories(directory.resolve("many"));
        for (int i = 0; i < 5; i++) {
            try (RandomAccessFile large =
                    new RandomAccessFile(file("many/" + i, "x").toFile(), "rw")) {
                large.setLength(64 << 20);
            }
        }

        assertThatThrownBy(() -> read(many))
                .hasMessage("event.file: " + many.resolve("4")
                        + " (expected: files of 268,435,456 bytes in all at most; it is one too many)");
    }
}
