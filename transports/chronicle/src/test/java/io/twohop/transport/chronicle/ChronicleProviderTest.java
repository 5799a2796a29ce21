package io.twohop.transport.chronicle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twohop.config.ConfigException;
import io.twohop.config.Size;
import io.twohop.config.YamlDocument;
import io.twohop.registry.TransportFile;
import io.twohop.transport.Acknowledgements;
import io.twohop.transport.Channel;
import io.twohop.transport.Publisher;
import io.twohop.transport.RunContext;
import io.twohop.transport.Transport;
import io.twohop.transport.TransportException;
import io.twohop.transport.chronicle.ChronicleConfig.Writing;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ChronicleProviderTest {
    private static final Channel CHANNEL = new Channel("requests", 1);

    @TempDir
    Path directory;

    private final ChronicleProvider provider = new ChronicleProvider();
    private final List<Long> acknowledged = new ArrayList<>();

    @ParameterizedTest
    @ValueSource(strings = {"chronicle.yaml", "chronicle-tuned.yaml", "chronicle-async.yaml", "chronicle-sync.yaml"})
    void shouldCarryFilesThatBind(String name) throws IOException {
        try (InputStream file = getClass().getResourceAsStream("/" + name)) {
            String text = new String(file.readAllBytes(), StandardCharsets.UTF_8);
            TransportFile transport = TransportFile.of(YamlDocument.parse(name, text));

            assertThat(transport.own().bind(ChronicleConfig.class)).isNotNull();
            assertThat(transport.common().codec()).isEqualTo("wire");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "rollCycle: weekly  | x.yaml:1:12: rollCycle: weekly (expected: whole seconds",
                "rollCycle: 0s      | x.yaml:1:12: rollCycle: 0s (expected: whole seconds",
                "rollCycle: 1500ms  | x.yaml:1:12: rollCycle: 1500ms (expected: whole seconds",
                "blockSize: 1000    | x.yaml:1:12: blockSize: 1KB (expected: a power of two",
                "mode: fast         | x.yaml:1:7: mode: fast (expected: one of queue, async, sync",
                "syncEvery: 5       | x.yaml:1:12: syncEvery: 5 (expected: absent",
                "ringBytes: 1MiB    | x.yaml:1:12: ringBytes: 1MiB (expected: absent",
                "blocksAhead: 17    | x.yaml:1:14: blocksAhead: 17 (expected: 0 to 16 blocks",
                "rolCycle: 10s      | did you mean 'rollCycle'?",
            })
    void shouldRefuseWhatCannotBe(String yaml, String error) {
        assertThatThrownBy(() -> YamlDocument.parse("x.yaml", yaml.strip()).bind(ChronicleConfig.class))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(error.strip());
    }

    private int blockBytes(Integer asked, int messageBytes) {
        Size size = asked == null ? null : new Size(asked);
        return new ChronicleConfig(null, null, size, Writing.QUEUE, null, null, null)
                .forMessagesOf(messageBytes)
                .blockSize()
                .bytes();
    }

    @Test
    void shouldMapBlocksThatMessagesFitInto() {
        assertThat(blockBytes(null, 500)).isEqualTo(8 << 20);
        assertThat(blockBytes(null, 1 << 20)).isEqualTo(8 << 20);
        assertThat(blockBytes(null, (1 << 20) + 1)).isEqualTo(16 << 20);
        assertThat(blockBytes(null, 15 << 20)).isEqualTo(64 << 20);
        assertThat(blockBytes(1 << 20, 1 << 19)).isEqualTo(1 << 20);
    }

    /** The JVM would be killed by a signal. */
    @Test
    void shouldRefuseBlocksThatMessagesDoNotFitInto() {
        assertThatThrownBy(() -> blockBytes(8 << 20, (4 << 20) + 1))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("blockSize: 8MiB (expected: at least twice the largest message, which has 4");
    }

    @Test
    void shouldRefuseADiskTooSmallWithBothNumbers() {
        RunContext context = Configs.context(directory, 1e6, 1_000_000_000_000L);

        assertThatThrownBy(() -> provider.check(Configs.of(Writing.QUEUE, "FAST_DAILY"), context))
                .isInstanceOf(TransportException.class)
                .hasMessageMatching("path: .* has [0-9.]+ GB free \\(expected: [0-9.]+ GB.*");
    }

    @Test
    void shouldNeedABoundedDiskHoweverLongTheRun() {
        ChronicleConfig config = Configs.of(Writing.QUEUE, "10s");

        double minute = DiskCheck.estimateBytes(config, Configs.context(directory, 500_000, 30_000_000));
        double day = DiskCheck.estimateBytes(config, Configs.context(directory, 500_000, 43_200_000_000L));

        // Three files of ten seconds on each of two hops, and not many times that.
        double kept = 2 * 3 * 10.0 * 500_000 * 256;
        assertThat(day).isEqualTo(minute).isBetween(kept, 1.5 * kept);
    }

    @Test
    void shouldOnlyTouchADirectoryOfItsOwnBelowTheUsersPath() throws Exception {
        Path theirs = Files.writeString(directory.resolve("theirs.txt"), "keep");
        ChronicleConfig config = new ChronicleConfig(directory.toString(), null, null, null, null, null, null);
        Path elsewhere = Files.createDirectory(directory.resolve("private"));
        Transport transport = provider.open(config, Configs.context(elsewhere, 1, 1));
        transport.publisher(CHANNEL, Acknowledgements.NONE).publish(Configs.message(64), 0);

        assertThat(directory.resolve("run-1").resolve("requests")).isDirectory();
        assertThat(transport.dataDirectory())
                .as("whose file system is in the result")
                .isEqualTo(directory.resolve("run-1"));
        transport.close();
        assertThat(directory.resolve("run-1")).doesNotExist();
        assertThat(theirs).exists();
    }

    @Test
    void shouldRefuseASecondConsumerThatWouldShareMessages() throws Exception {
        try (Transport transport = provider.open(Configs.of(Writing.QUEUE, "1s"), Configs.context(directory, 1, 1))) {
            transport.subscribe(CHANNEL, "a");

            assertThatThrownBy(() -> transport.subscribe(CHANNEL, "a")).isInstanceOf(TransportException.class);
            assertThat(transport.subscribe(CHANNEL, "b")).isNotNull();
        }
    }

    @Test
    void shouldAcknowledgeOnlyWithTheSyncThatCoversTheMessage() throws Exception {
        ChronicleConfig config = new ChronicleConfig(null, null, null, Writing.SYNC, 3, null, null);
        try (Transport transport = provider.open(config, Configs.context(directory, 1, 10))) {
            Publisher publisher = transport.publisher(CHANNEL, recording());
            for (long i = 0; i < 5; i++) {
                publisher.publish(Configs.message(64), i);
            }

            assertThat(acknowledged).containsExactly(0L, 1L, 2L);
            assertThat(publisher.awaitAcknowledged(Duration.ofSeconds(1))).isTrue();
            assertThat(acknowledged).containsExactly(0L, 1L, 2L, 3L, 4L);
        }
    }

    @Test
    void shouldPushBackWhenTheRingIsFull() throws Exception {
        RingPublisher publisher = new RingPublisher(null, 1 << 16, recording());
        ByteBuffer message = Configs.message(1_024);
        int taken = 0;
        while (publisher.publish(message, taken)) {
            taken++;
        }

        assertThat(taken).isBetween(60, 64);
        assertThat(publisher.awaitAcknowledged(Duration.ofMillis(10))).isFalse();
    }

    @Test
    void shouldReportMessagesThatTheDrainerCouldNotAppend() throws Exception {
        RingPublisher publisher = new RingPublisher(null, 1 << 16, recording());
        publisher.publish(Configs.message(64), 7);
        publisher.drain();

        assertThat(acknowledged).containsExactly(-7L);
        assertThatThrownBy(() -> publisher.publish(Configs.message(64), 8)).isInstanceOf(TransportException.class);
    }

    private Acknowledgements recording() {
        return new Acknowledgements() {
            @Override
            public void acknowledged(long correlation) {
                acknowledged.add(correlation);
            }

            @Override
            public void failed(long correlation, Throwable cause) {
                acknowledged.add(-correlation);
            }
        };
    }

    /** A misspelt name would make every figure of a run doubtful while files are deleted. */
    @Test
    void shouldNameItsBackgroundThreadsAsTheyAreCalled() throws Exception {
        try (Transport transport = provider.open(Configs.of(Writing.QUEUE, "1s"), Configs.context(directory, 1, 1))) {
            transport.publisher(CHANNEL, Acknowledgements.NONE);

            assertThat(transport.backgroundThreads())
                    .contains("chronicle-janitor", "background~resource~releaser")
                    .filteredOn(name -> !name.startsWith("main/"))
                    .isSubsetOf(Thread.getAllStackTraces().keySet().stream()
                            .map(Thread::getName)
                            .toList());
        }
    }
}
