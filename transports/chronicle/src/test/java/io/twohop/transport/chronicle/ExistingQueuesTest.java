package io.twohop.transport.chronicle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twohop.transport.Acknowledgements;
import io.twohop.transport.Channel;
import io.twohop.transport.Publisher;
import io.twohop.transport.RunContext;
import io.twohop.transport.Subscription;
import io.twohop.transport.Transport;
import io.twohop.transport.TransportException;
import io.twohop.transport.chronicle.ChronicleConfig.Writing;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.queue.RollCycles;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Queues that a service owns, which it reads and writes by Chronicle alone. */
@Tag("one-jdk")
@Timeout(60)
class ExistingQueuesTest {
    @TempDir
    Path directory;

    private final ChronicleProvider provider = new ChronicleProvider();

    private Path path(String name) {
        return directory.resolve(name);
    }

    private Channel requests() {
        return Channel.existing(path("orders").toString(), 1);
    }

    private Channel replies() {
        return Channel.existing(path("executions").toString(), 2);
    }

    private Transport opened() throws IOException {
        return provider.open(Configs.of(Writing.QUEUE, "1s"), Configs.context(path("run"), 1_000, 1_000));
    }

    private ChronicleQueue queue(String name, RollCycles cycle) {
        return ChronicleQueue.singleBuilder(path(name)).rollCycle(cycle).build();
    }

    private static void append(ExcerptAppender appender, String text) {
        appender.writeBytes(Bytes.wrapForRead(text.getBytes(StandardCharsets.UTF_8)));
    }

    private static ByteBuffer message(String text) {
        return Configs.message(text.length())
                .put(text.getBytes(StandardCharsets.UTF_8))
                .flip();
    }

    @Test
    void shouldAppendToAQueueAndReadAnotherFromItsEnd() throws Exception {
        try (ChronicleQueue orders = queue("orders", RollCycles.FAST_HOURLY);
                ChronicleQueue executions = queue("executions", RollCycles.TEN_MINUTELY);
                ExcerptAppender appender = executions.createAppender();
                ExcerptTailer tailer = orders.createTailer()) {
            append(appender, "from before");
            List<String> read = new ArrayList<>();
            try (Transport transport = opened()) {
                Subscription subscription = transport.subscribe(replies(), "sink");
                Publisher publisher = transport.publisher(requests(), Acknowledgements.NONE);
                assertThat(publisher.publish(message("{\"orderId\": 7}"), 0)).isTrue();

                Bytes<?> order = Bytes.allocateElasticOnHeap();
                assertThat(tailer.readBytes(order)).isTrue();
                assertThat(order).hasToString("{\"orderId\": 7}");

                append(appender, "of now");
                while (read.isEmpty()) {
                    subscription.poll(
                            reply -> read.add(
                                    StandardCharsets.UTF_8.decode(reply).toString()),
                            0);
                }
                assertThat(transport.chosen())
                        .containsEntry("rollCycle of requests", "FAST_HOURLY")
                        .containsEntry("rollCycle of replies", "TEN_MINUTELY");
            }
            assertThat(read).containsExactly("of now");
        }
        assertThat(files("orders")).as("one cycle, and the metadata").hasSize(2);
        assertThat(files("executions")).hasSize(2);
    }

    private List<Path> files(String name) throws IOException {
        try (Stream<Path> files = Files.list(path(name))) {
            return files.toList();
        }
    }

    @Test
    void shouldCreateNoQueue() throws Exception {
        Files.createDirectory(path("executions"));
        try (Transport transport = opened()) {
            assertThatThrownBy(() -> transport.publisher(requests(), Acknowledgements.NONE))
                    .isInstanceOf(TransportException.class)
                    .hasMessage(
                            "queue " + path("orders")
                                    + " does not exist; a deployed service's queues have to exist, since the bench creates none");
            assertThatThrownBy(() -> transport.subscribe(replies(), "sink"))
                    .isInstanceOf(TransportException.class)
                    .hasMessageStartingWith("queue " + path("executions") + " has no metadata.cq4t");
        }
        assertThat(path("orders")).doesNotExist();
        assertThat(path("executions")).isEmptyDirectory();
    }

    /** A full disk would end the service's JVM by a signal, as it would the bench's. */
    @Test
    void shouldRefuseADiskThatIsTooSmallForTheMessages() {
        ChronicleConfig config = Configs.of(Writing.QUEUE, "1s");
        long millionMessages = 2 * (long) (1.2 * 1_000_000 * (256 + 16) + (1 << 20));

        DiskCheck.checkExisting(path("orders"), millionMessages, config, Configs.context(directory, 1, 1_000_000));
        assertThatThrownBy(() -> DiskCheck.checkExisting(
                        path("orders"), millionMessages - 1, config, Configs.context(directory, 1, 1_000_000)))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("orders has 0.7 GB of free disk (expected: 0.7 GB");
    }

    @Test
    void shouldCountEachOfSeveralReplies() {
        RunContext context = deployed(3);
        assertThatThrownBy(() -> DiskCheck.checkExisting(
                        path("orders"), 1_000_000_000, Configs.of(Writing.QUEUE, "1s"), context))
                .hasMessageContaining("(expected: 1.3 GB");
    }

    /** The queues are elsewhere. */
    @Test
    void shouldNotDemandSpaceWhereItWritesNothing() {
        RunContext own = Configs.context(path("run"), 1e15, Long.MAX_VALUE / 2);
        ChronicleConfig config = Configs.of(Writing.QUEUE, "1s");

        assertThatThrownBy(() -> provider.check(config, own)).hasMessageContaining("what this run needs");
        assertThatCode(() -> provider.check(config, own.with(deployed(1).channels())))
                .doesNotThrowAnyException();
    }

    private RunContext deployed(int replies) {
        return Configs.context(directory, 1, 1_000_000)
                .with(new RunContext.Channels(2, 1, 1, 1, RunContext.Parts.NONE, replies));
    }
}
