package io.twohop.transport.chronicle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twohop.config.Size;
import io.twohop.transport.Acknowledgements;
import io.twohop.transport.Channel;
import io.twohop.transport.PlannedBacklog;
import io.twohop.transport.Publisher;
import io.twohop.transport.RunContext;
import io.twohop.transport.Subscription;
import io.twohop.transport.Transport;
import io.twohop.transport.TransportException;
import io.twohop.transport.chronicle.ChronicleConfig.Writing;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which roll cycle a run takes, what that makes of its files, and the rolls that it rehearses. */
@Tag("one-jdk")
class RollChoiceTest {
    private static final Channel CHANNEL = new Channel("requests", 1);
    private static final long GIGABYTE = 1_000_000_000;
    private static final String CLOSED_LOOP = "9223372036854775807";

    @TempDir
    Path directory;

    private final ChronicleProvider provider = new ChronicleProvider();

    private static ChronicleConfig unsaid() {
        return new ChronicleConfig(null, null, new Size(1 << 20), Writing.QUEUE, null, null, null);
    }

    /** Messages of 272 bytes over two hops, with a margin of a fifth: 6.5 GB of 10 million. */
    @ParameterizedTest
    @CsvSource({
        "100000, 10000000, 64, none",
        "100000, 10000000, 14, none",
        "100000, 10000000, 12, 10s",
        "100000, 10000000,  3, 5s",
        "100000, 10000000,  1, 2s",
        "100000, 360000000, 64, 1m",
        "10000, 864000000, 64, 1m",
        "0, " + CLOSED_LOOP + ", 200, 10s",
        "0, " + CLOSED_LOOP + ", 24, 1s",
        "0, " + CLOSED_LOOP + ", 2, 1s",
    })
    void shouldRollAsLittleAsTheSpaceAllows(double rate, long messages, double gigabytes, String expected) {
        RunContext context = Configs.context(directory, rate, messages);

        assertThat(DiskCheck.withCycle(unsaid(), context, (long) (gigabytes * GIGABYTE))
                        .rollCycle())
                .isEqualTo(expected);
    }

    @Test
    void shouldRollAsTheFileSays() {
        RunContext context = Configs.context(directory, 1, 10);

        assertThat(DiskCheck.withCycle(Configs.of(Writing.QUEUE, "10s"), context, 1_000 * GIGABYTE)
                        .rollCycle())
                .isEqualTo("10s");
    }

    /** Rolled files are deleted, but none before its messages are read. */
    @Test
    void shouldRefuseABacklogThatTheDiskCannotHoldBesideTheRun() {
        RunContext context = Configs.context(directory, 10_000, 100_000_000);
        PlannedBacklog backlog = new PlannedBacklog(10_000_000, 2_560_000_000L, Duration.ofSeconds(1_000));
        ChronicleConfig rolling = Configs.of(Writing.QUEUE, "1s");
        double run = 1.2 * DiskCheck.estimateBytes(rolling, context);

        assertThatThrownBy(() -> DiskCheck.checkBacklog(rolling, context, backlog, (long) run + GIGABYTE))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("GB free (expected: ");
        assertThatCode(() -> DiskCheck.checkBacklog(rolling, context, backlog, (long) run + 4 * GIGABYTE))
                .doesNotThrowAnyException();
        // Files that are never deleted hold all messages anyway.
        ChronicleConfig one = Configs.of(Writing.QUEUE, RollCycleNames.NONE);
        long whole = (long) (1.2 * DiskCheck.estimateBytes(one, context)) + 1;
        assertThatCode(() -> DiskCheck.checkBacklog(one, context, backlog, whole))
                .doesNotThrowAnyException();
    }

    @Test
    void shouldCountMemoryForFilesInMemory() throws IOException {
        Files.createDirectories(directory.resolve("proc/self"));
        Files.createDirectories(directory.resolve("sys/fs/cgroup/box"));
        Files.writeString(directory.resolve("proc/meminfo"), "MemTotal: 9000 kB\nMemAvailable:   4000 kB\n");

        assertThat(Space.usableBytes(1 << 30, "ext4", directory)).isEqualTo(1 << 30);
        assertThat(Space.usableBytes(1 << 30, "tmpfs", directory)).isEqualTo(4_000 << 10);
        assertThat(Space.usableBytes(1 << 20, "tmpfs", directory)).isEqualTo(1 << 20);

        Files.writeString(directory.resolve("proc/self/cgroup"), "0::/box\n");
        Files.writeString(directory.resolve("sys/fs/cgroup/box/memory.max"), "2097152\n");
        assertThat(Space.usableBytes(1 << 30, "tmpfs", directory)).isEqualTo(2 << 20);

        Files.writeString(directory.resolve("sys/fs/cgroup/box/memory.current"), "1572864\n");
        Files.writeString(directory.resolve("sys/fs/cgroup/box/memory.stat"), "anon 5\ninactive_file 524288\n");
        assertThat(Space.usableBytes(1 << 30, "tmpfs", directory)).isEqualTo(1 << 20);
    }

    /** A cycle of 12 days would end within some run. */
    @Test
    void shouldNeverLeaveTheOnlyCycleWheneverTheRunBegins() {
        MonotonicTime clock = MonotonicTime.of(RollCycleNames.NONE);
        long length = RollCycleNames.length(RollCycleNames.NONE).toMillis();
        long first = clock.currentTimeMillis() / length;
        for (int day = 0; day < 100; day++) {
            clock.skip(86_400_000L);

            assertThat(clock.currentTimeMillis() / length).isEqualTo(first).isPositive();
        }
    }

    @Test
    void shouldNotRollIfTheMessagesFit() throws Exception {
        RunContext context = Configs.context(directory, 1_000, 4_000);
        try (Transport transport = provider.open(unsaid(), context)) {
            assertThat(transport.chosen()).containsEntry("rollCycle", "none");
            assertThat(carry(transport, 3_000)).isEqualTo(3_000);
        }
        assertThat(files()).isEqualTo(1);
    }

    /** Each process would find other space. */
    @Test
    void shouldRollLikeTheProcessThatCameFirst() throws Exception {
        RunContext first = Configs.context(directory, 1_000, 4_000);
        RunContext second = new RunContext(
                first.runId(),
                directory,
                directory,
                first.traffic(),
                first.channels(),
                first.recorder(),
                first.notices(),
                true,
                null,
                first.creations());
        try (Transport transport = provider.open(Configs.of(Writing.QUEUE, "1m"), first);
                Transport joining = provider.open(unsaid(), second)) {
            assertThat(joining.chosen()).containsEntry("rollCycle", "1m").isEqualTo(transport.chosen());
        }
    }

    @Test
    void shouldRehearseEachRollAndLeaveNothing() throws IOException {
        int cycles = Rehearsal.of(Configs.of(Writing.QUEUE, "10s"), directory);

        assertThat(cycles).isEqualTo(Rehearsal.ROLLS + 1);
        assertThat(directory).isEmptyDirectory();
    }

    @ParameterizedTest
    @CsvSource({
        "none, 1000000, false",
        "1s, 1000, true",
        "10s, 1000, true",
        "1m, 1000, false",
        "FAST_DAILY, 10000, false",
        "1s, " + CLOSED_LOOP + ", true",
        "none, " + CLOSED_LOOP + ", false",
    })
    void shouldRehearseOnlyRollsThatMayCome(String cycle, long messages, boolean expected) {
        RunContext context = Configs.context(directory, 1_000, messages);

        assertThat(DiskCheck.mayRoll(Configs.of(Writing.QUEUE, cycle), context)).isEqualTo(expected);
    }

    private static int carry(Transport transport, int messages) throws Exception {
        Subscription subscription = transport.subscribe(CHANNEL, "a");
        Publisher publisher = transport.publisher(CHANNEL, Acknowledgements.NONE);
        ByteBuffer message = Configs.message(64);
        int received = 0;
        for (int i = 0; i < messages; i++) {
            publisher.publish(message, i);
            received += subscription.poll(ignored -> {}, 0);
            Thread.sleep(1);
        }
        return received;
    }

    private long files() throws IOException {
        try (Stream<Path> files = Files.list(directory.resolve("requests"))) {
            return files.filter(file -> file.toString().endsWith(QueueFiles.SUFFIX))
                    .count();
        }
    }
}
