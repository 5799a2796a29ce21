package io.twohop.transport.aeron;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aeron.Aeron;
import io.aeron.Publication;
import io.aeron.driver.MediaDriver;
import io.twohop.transport.Acknowledgements;
import io.twohop.transport.Channel;
import io.twohop.transport.Publisher;
import io.twohop.transport.Subscription;
import io.twohop.transport.Transport;
import io.twohop.transport.TransportException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Streams that a service uses by Aeron alone. */
@Tag("one-jdk")
@Timeout(120)
class ExistingStreamsTest {
    private static final String IPC = "aeron:ipc";

    @TempDir
    Path directory;

    private final AeronProvider provider = new AeronProvider();

    private static Channel requests(String name) {
        return Channel.existing(name, 1);
    }

    @Test
    void shouldPublishToAStreamAndSubscribeToAnother() throws Exception {
        Path dir = directory.resolve("theirs");
        List<String> requests = new ArrayList<>();
        List<String> replies = new ArrayList<>();
        try (MediaDriver driver = MediaDriver.launch(new MediaDriver.Context().aeronDirectoryName(dir.toString()));
                Aeron aeron = Aeron.connect(new Aeron.Context().aeronDirectoryName(driver.aeronDirectoryName()));
                io.aeron.Subscription theirRequests = aeron.addSubscription(IPC, 1001);
                Publication theirReplies = aeron.addPublication(IPC, -7)) {
            try (Transport transport = provider.open(Configs.of("dir: " + dir), Configs.context(directory, 100))) {
                Subscription subscription = transport.subscribe(Channel.existing(IPC + "|-7", 2), "sink");
                Publisher publisher = transport.publisher(requests(IPC + "|1001"), Acknowledgements.NONE);
                assertThat(publisher.publish(message("{\"orderId\": 7}"), 0)).isTrue();
                while (requests.isEmpty()) {
                    theirRequests.poll(
                            (buffer, offset, length, header) ->
                                    requests.add(buffer.getStringWithoutLengthAscii(offset, length)),
                            1);
                }
                UnsafeBuffer reply = new UnsafeBuffer("done".getBytes(StandardCharsets.US_ASCII));
                while (theirReplies.offer(reply) < 0) {
                    Thread.onSpinWait();
                }
                while (replies.isEmpty()) {
                    subscription.poll(
                            message -> replies.add(
                                    StandardCharsets.US_ASCII.decode(message).toString()),
                            0);
                }
            }
        }
        assertThat(requests).containsExactly("{\"orderId\": 7}");
        assertThat(replies).containsExactly("done");
    }

    private static ByteBuffer message(String text) {
        return Configs.message(text.length())
                .put(text.getBytes(StandardCharsets.US_ASCII))
                .flip();
    }

    @ParameterizedTest
    @CsvSource({
        "aeron:ipc|1001, aeron:ipc, 1001",
        "aeron:udp?endpoint=localhost:40123|mtu=8192|-2, aeron:udp?endpoint=localhost:40123|mtu=8192, -2"
    })
    void shouldReadChannelAndStream(String name, String channel, int streamId) {
        assertThat(ExistingStream.of(requests(name))).isEqualTo(new ExistingStream(channel, streamId));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"orders", "aeron:ipc", "aeron:udp?endpoint=localhost:40123", "ipc|7", "aeron:ipc|9999999999"})
    void shouldRefuseAnotherForm(String name) {
        assertThatThrownBy(() -> ExistingStream.of(requests(name)))
                .isInstanceOf(TransportException.class)
                .hasMessageStartingWith(
                        "stream " + name + " (expected: an Aeron channel and the number of a stream, such as");
    }

    @ParameterizedTest
    @CsvSource({
        "aeron:ipc|1, true",
        "aeron-spy:aeron:udp?endpoint=localhost:40123|1, true",
        "aeron:udp?endpoint=localhost:40123|1, false"
    })
    void shouldKnowStreamsOfOneDriver(String name, boolean needed) {
        assertThat(ExistingStream.of(requests(name)).needsDriverOfService()).isEqualTo(needed);
    }

    /** A driver that the run starts has no streams of others. */
    @Test
    void shouldRefuseSharedMemoryOfADriverOfTheRun() throws Exception {
        try (Transport transport = provider.open(Configs.of("driver: embedded"), Configs.context(directory, 100))) {
            assertThatThrownBy(() -> transport.subscribe(requests(IPC + "|1"), "sink"))
                    .isInstanceOf(TransportException.class)
                    .hasMessageContaining("name its aeron.dir as 'dir' in the transport file");
            assertThatThrownBy(() -> transport.subscribe(requests("aeron:udp?end=localhost:1|1"), "sink"))
                    .isInstanceOf(TransportException.class)
                    .hasMessageStartingWith("stream aeron:udp?end=localhost:1|1: ");
        }
    }
}
