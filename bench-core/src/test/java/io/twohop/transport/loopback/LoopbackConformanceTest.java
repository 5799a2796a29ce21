package io.twohop.transport.loopback;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twohop.transport.Acknowledgements;
import io.twohop.transport.Channel;
import io.twohop.transport.Publisher;
import io.twohop.transport.Subscription;
import io.twohop.transport.TransportConformance;
import io.twohop.transport.TransportProvider;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoopbackConformanceTest extends TransportConformance<LoopbackConfig> {
    @Override
    protected TransportProvider<LoopbackConfig> provider() {
        return new LoopbackProvider();
    }

    @Override
    protected LoopbackConfig config() {
        return new LoopbackConfig(null, null);
    }

    /** More consumers than topics, and more topics than consumers. */
    @ParameterizedTest
    @CsvSource({"1, 3", "2, 3", "7, 3"})
    void shouldShareTheMessagesAmongConsumers(int topics, int consumers) throws Exception {
        Channel channel = new Channel("shared-1", 1, topics);
        LoopbackTransport transport = new LoopbackTransport(new LoopbackConfig(null, consumers), 64, 1);
        List<List<Long>> received = new ArrayList<>();
        List<Subscription> subscriptions = new ArrayList<>();
        for (int i = 0; i < consumers; i++) {
            received.add(new ArrayList<>());
            subscriptions.add(transport.subscribe(channel, "group"));
        }
        assertThatThrownBy(() -> transport.subscribe(channel, "group")).hasMessageContaining("at most 3 subscriptions");
        Publisher publisher = transport.publisher(channel, Acknowledgements.NONE);
        ByteBuffer message = ByteBuffer.allocateDirect(Long.BYTES).order(ByteOrder.nativeOrder());
        for (long i = 0; i < 84; i++) {
            assertThat(publisher.publish(message.putLong(0, i), i)).isTrue();
        }
        for (int i = 0; i < consumers; i++) {
            List<Long> own = received.get(i);
            while (subscriptions.get(i).poll(arrived -> own.add(arrived.getLong(arrived.position())), 0) > 0) {
                // A poll takes a part of what is there.
            }
        }

        assertThat(received).allSatisfy(own -> assertThat(own).isNotEmpty());
        assertThat(received.stream().flatMap(List::stream).toList())
                .containsExactlyInAnyOrderElementsOf(
                        LongStream.range(0, 84).boxed().toList());
    }

    /** A ring for each topic would have to be polled for each message. */
    @Test
    void shouldKeepNoMoreInFlightWithManyTopics() throws Exception {
        Channel channel = new Channel("many-1", 1, 1_000);
        LoopbackTransport transport = new LoopbackTransport(new LoopbackConfig(4, 1), 64, 1);
        Subscription subscription = transport.subscribe(channel, "group");
        Publisher publisher = transport.publisher(channel, Acknowledgements.NONE);
        ByteBuffer message = ByteBuffer.allocateDirect(Long.BYTES);

        for (int i = 0; i < 4; i++) {
            assertThat(publisher.publish(message, i)).isTrue();
        }
        assertThat(publisher.publish(message, 4)).isFalse();
        assertThat(subscription.poll(arrived -> {}, 0)).isEqualTo(4);
    }
}
