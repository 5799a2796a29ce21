package io.twohop.transport.kit;

import io.twohop.transport.Channel;
import io.twohop.transport.MessageHandler;
import io.twohop.transport.Publisher;
import io.twohop.transport.Subscription;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Spreads a channel over topics, for clients without support: one end per topic behind a single end. Polling looks at
 * each, so it costs more with more topics.
 */
public final class Spread {
    private Spread() {}

    /** Opens the end of one topic. */
    @FunctionalInterface
    public interface Opening<T> {
        T open(Channel topic) throws Exception;
    }

    /** Opens a publisher to the channel's topics in turn. */
    public static Publisher publisher(Channel channel, Opening<Publisher> one) throws Exception {
        return channel.topics() == 1 ? one.open(channel) : new SpreadPublisher(openAll(channel, one));
    }

    /** Opens a subscription to all of the channel's topics. */
    public static Subscription subscription(Channel channel, Opening<Subscription> one) throws Exception {
        return channel.topics() == 1 ? one.open(channel) : new SpreadSubscription(openAll(channel, one));
    }

    private static <T> List<T> openAll(Channel channel, Opening<T> one) throws Exception {
        List<T> ends = new ArrayList<>();
        for (int i = 0; i < channel.topics(); i++) {
            ends.add(one.open(new Channel(channel.topic(i), channel.hop())));
        }
        return ends;
    }

    private static final class SpreadPublisher implements Publisher {
        private final List<Publisher> publishers;
        private int next;

        SpreadPublisher(List<Publisher> publishers) {
            this.publishers = publishers;
        }

        @Override
        public void topic(int topic) {
            next = topic;
        }

        @Override
        public void key(int key) {
            publishers.get(next).key(key);
        }

        @Override
        public boolean publish(ByteBuffer message, long correlation) {
            if (!publishers.get(next).publish(message, correlation)) {
                return false;
            }
            next = next + 1 == publishers.size() ? 0 : next + 1;
            return true;
        }

        @Override
        public int lanes() {
            return publishers.size();
        }

        @Override
        public int lane() {
            return next;
        }

        @Override
        public boolean awaitAcknowledged(Duration limit) throws InterruptedException {
            long deadline = System.nanoTime() + limit.toNanos();
            for (Publisher publisher : publishers) {
                if (!publisher.awaitAcknowledged(Duration.ofNanos(Math.max(0, deadline - System.nanoTime())))) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public void close() {
            publishers.forEach(Publisher::close);
        }
    }

    private static final class SpreadSubscription implements Subscription {
        private final List<Subscription> subscriptions;

        SpreadSubscription(List<Subscription> subscriptions) {
            this.subscriptions = subscriptions;
        }

        @Override
        public int poll(MessageHandler handler, long maxWaitNanos) {
            int count = 0;
            for (int i = 0; i < subscriptions.size(); i++) {
                count += subscriptions.get(i).poll(handler, 0);
            }
            return count;
        }

        @Override
        public void close() {
            subscriptions.forEach(Subscription::close);
        }
    }
}
