package io.twohop.transport.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.transport.Publisher;
import io.twohop.transport.kit.AwaitedReplies;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockShareConsumer;
import org.junit.jupiter.api.Test;

/** When a consumer of a share group acknowledges, on a client without a broker. */
class ShareSubscriptionTest {
    private static final String TOPIC = "requests";

    private final Client client = new Client();
    private final Replies replies = new Replies();
    private final List<Integer> sizes = new ArrayList<>();

    /** Keeps the calls by which acknowledgements leave: the next poll sends implicit ones. */
    private static final class Client extends MockShareConsumer<byte[], ByteBuffer> {
        private final List<String> calls = new ArrayList<>();

        private Client() {
            subscribe(List.of(TOPIC));
            for (int i = 0; i < 2; i++) {
                addRecord(new ConsumerRecord<>(TOPIC, 0, i, null, ByteBuffer.allocate(64)));
            }
        }

        @Override
        public synchronized ConsumerRecords<byte[], ByteBuffer> poll(Duration timeout) {
            calls.add("poll");
            return super.poll(timeout);
        }

        @Override
        public synchronized void acknowledge(ConsumerRecord<byte[], ByteBuffer> record) {
            calls.add("acknowledge");
        }

        @Override
        public synchronized void commitAsync() {
            calls.add("commit");
        }
    }

    private static final class Replies implements Publisher {
        private boolean acknowledged;

        @Override
        public boolean publish(ByteBuffer message, long correlation) {
            return true;
        }

        @Override
        public boolean awaitAcknowledged(Duration limit) {
            return acknowledged;
        }
    }

    private ShareSubscription subscription(boolean explicit, AwaitedReplies awaited) {
        return new ShareSubscription(client, 64, new ShareGroup("group", List.of(TOPIC), 1), explicit, awaited);
    }

    private int poll(ShareSubscription subscription) {
        return subscription.poll(message -> sizes.add(message.remaining()), 0);
    }

    @Test
    void shouldAcknowledgeRequestsOnceTheirRepliesAreAcknowledged() {
        ShareSubscription service = subscription(true, new AwaitedReplies(replies));

        assertThat(poll(service)).isEqualTo(2);
        assertThat(poll(service)).isZero();
        assertThat(client.calls).containsExactly("poll", "acknowledge", "acknowledge");
        replies.acknowledged = true;
        assertThat(poll(service)).isZero();

        assertThat(client.calls).containsExactly("poll", "acknowledge", "acknowledge", "commit", "poll");
        assertThat(sizes).containsExactly(64, 64);
    }

    @Test
    void shouldNotAcknowledgeByItsNextPollBefore() {
        ShareSubscription service = subscription(false, new AwaitedReplies(replies));

        assertThat(poll(service)).isEqualTo(2);
        assertThat(poll(service)).isZero();
        assertThat(client.calls).containsExactly("poll");
        replies.acknowledged = true;
        poll(service);

        assertThat(client.calls).containsExactly("poll", "poll");
    }

    @Test
    void shouldAcknowledgeAtOnceWhatIsNotAnswered() {
        poll(subscription(true, AwaitedReplies.none()));

        assertThat(client.calls).containsExactly("poll", "acknowledge", "acknowledge", "commit");
    }
}
