package io.twohop.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twohop.transport.Acknowledgements;
import io.twohop.transport.Channel;
import io.twohop.transport.Publisher;
import io.twohop.transport.Subscription;
import io.twohop.transport.TransportConformance;
import io.twohop.transport.TransportException;
import io.twohop.transport.TransportProvider;
import io.twohop.transport.tcp.TcpConfig.Family;
import io.twohop.transport.tcp.TcpConfig.Reads;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TcpConformanceTest {
    private static final int MESSAGE_BYTES = 4_096;

    @TempDir
    private Path directory;

    abstract static class Conformance extends TransportConformance<TcpConfig> {
        @Override
        protected TransportProvider<TcpConfig> provider() {
            return new TcpProvider();
        }
    }

    @Nested
    class Blocking extends Conformance {
        @Override
        protected TcpConfig config() {
            return new TcpConfig(null, null, null);
        }
    }

    @Nested
    class Spinning extends Conformance {
        @Override
        protected TcpConfig config() {
            return new TcpConfig(Reads.SPIN, null, null);
        }
    }

    @Nested
    class Unix extends Conformance {
        @Override
        protected TcpConfig config() {
            return new TcpConfig(null, Family.UNIX, null);
        }
    }

    /** What the kernel takes a part of is neither lost nor sent twice, and everything else stays in order behind it. */
    @ParameterizedTest
    @CsvSource({"TCP, 1", "UNIX, 1", "TCP, 3"})
    void shouldRefuseMessagesWhileNobodyReads(Family sockets, int groups) throws Exception {
        TcpTransport transport = new TcpTransport(new TcpConfig(null, sockets, null), MESSAGE_BYTES, directory);
        Channel channel = new Channel("full-1", 1);
        List<Subscription> subscriptions = new ArrayList<>();
        for (int i = 0; i < groups; i++) {
            subscriptions.add(transport.subscribe(channel, "group-" + i));
        }
        Publisher publisher = transport.publisher(channel, Acknowledgements.NONE);
        ByteBuffer message = ByteBuffer.allocateDirect(MESSAGE_BYTES).order(ByteOrder.nativeOrder());
        long taken = 0;
        while (publisher.publish(message.putLong(0, taken), taken)) {
            taken++;
        }
        assertThat(taken).isPositive();

        List<List<Long>> received = new ArrayList<>();
        subscriptions.forEach(added -> received.add(new ArrayList<>()));
        long end = taken + 1_000;
        while (received.stream().anyMatch(own -> own.size() < end)) {
            if (taken < end && publisher.publish(message.putLong(0, taken), taken)) {
                taken++;
            }
            for (int i = 0; i < groups; i++) {
                List<Long> own = received.get(i);
                subscriptions.get(i).poll(arrived -> own.add(arrived.getLong(arrived.position())), 0);
            }
        }

        assertThat(received)
                .allSatisfy(own -> assertThat(own)
                        .containsExactlyElementsOf(
                                LongStream.range(0, end).boxed().toList()));
    }

    /** More consumers than topics, and more topics than consumers. */
    @ParameterizedTest
    @CsvSource({"1, 3", "2, 3", "7, 3"})
    void shouldShareTheMessagesAmongConsumers(int topics, int consumers) throws Exception {
        Channel channel = new Channel("shared-1", 1, topics);
        TcpTransport transport = new TcpTransport(new TcpConfig(Reads.SPIN, null, consumers), 64, directory);
        List<Subscription> subscriptions = new ArrayList<>();
        for (int i = 0; i < consumers; i++) {
            subscriptions.add(transport.subscribe(channel, "group"));
        }
        assertThatThrownBy(() -> transport.subscribe(channel, "group")).hasMessageContaining("at most 3 subscriptions");
        Publisher publisher = transport.publisher(channel, Acknowledgements.NONE);
        ByteBuffer message = ByteBuffer.allocateDirect(Long.BYTES).order(ByteOrder.nativeOrder());
        for (long i = 0; i < 84; i++) {
            assertThat(publisher.publish(message.putLong(0, i), i)).isTrue();
        }

        List<Long> all = new ArrayList<>();
        for (Subscription subscription : subscriptions) {
            List<Long> own = new ArrayList<>();
            while (subscription.poll(arrived -> own.add(arrived.getLong(arrived.position())), 0) > 0) {
                // A poll takes what is there.
            }
            assertThat(own).isNotEmpty();
            all.addAll(own);
        }
        assertThat(all)
                .containsExactlyInAnyOrderElementsOf(
                        LongStream.range(0, 84).boxed().toList());
    }

    @Test
    void shouldTurnOthersAway() throws Exception {
        try (Listener listener = Listener.tcp();
                SocketChannel stranger = SocketChannel.open(listener.address())) {
            Listener.Connection connection = listener.connect();

            assertThat(connection.far().getRemoteAddress())
                    .isEqualTo(connection.near().getLocalAddress());
            assertThat(stranger.read(ByteBuffer.allocate(1)))
                    .as("its connection is closed")
                    .isEqualTo(-1);
            connection.near().close();
            connection.far().close();
        }
    }

    @Test
    void shouldLeaveNoSocketBehind() throws Exception {
        TcpTransport transport = new TcpTransport(new TcpConfig(null, Family.UNIX, null), 64, directory);
        Channel channel = new Channel("gone-1", 1);
        Subscription subscription = transport.subscribe(channel, "group");
        transport.publisher(channel, Acknowledgements.NONE).close();
        subscription.close();

        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void shouldRefuseAPathThatNoUnixSocketCanHave() throws Exception {
        Path deep = Files.createDirectories(directory.resolve("d".repeat(100)));
        TcpTransport transport = new TcpTransport(new TcpConfig(null, Family.UNIX, null), 64, deep);
        Channel channel = new Channel("deep-1", 1);
        transport.subscribe(channel, "group");

        assertThatThrownBy(() -> transport.publisher(channel, Acknowledgements.NONE))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("use a shorter temporary directory");
    }
}
