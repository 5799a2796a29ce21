package io.twohop.transport.loopback;

import io.twohop.transport.Acknowledgements;
import io.twohop.transport.Channel;
import io.twohop.transport.Guarantees;
import io.twohop.transport.Guarantees.Delivery;
import io.twohop.transport.MessageHandler;
import io.twohop.transport.Publisher;
import io.twohop.transport.Spread;
import io.twohop.transport.Subscription;
import io.twohop.transport.Transport;
import io.twohop.transport.TransportException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** Channels of rings, one ring for each publisher, so that publishers never meet. */
final class LoopbackTransport implements Transport {
    /** Large messages get fewer slots: the rings of one publisher are never larger than this together. */
    private static final int MAX_RING_BYTES = 256 << 20;

    private final int slots;
    private final int maxMessageBytes;
    private final Map<Channel, List<LoopbackRing>> consumers = new HashMap<>();

    LoopbackTransport(LoopbackConfig config, int maxMessageBytes, int topics) {
        this.maxMessageBytes = maxMessageBytes;
        int affordable = Integer.highestOneBit(Math.max(2, MAX_RING_BYTES / topics / (maxMessageBytes + 16)));
        this.slots = Math.min(config.slots(), affordable);
    }

    @Override
    public Publisher publisher(Channel channel, Acknowledgements acknowledgements) throws Exception {
        return Spread.publisher(channel, this::publisher);
    }

    private Publisher publisher(Channel channel) {
        LoopbackRing ring = new LoopbackRing(slots, maxMessageBytes);
        List<LoopbackRing> rings = consumers.get(channel);
        if (rings == null) {
            throw new TransportException(
                    "channel: " + channel.name() + " (expected: a channel that has a subscription)");
        }
        rings.add(ring);
        return new LoopbackPublisher(ring);
    }

    @Override
    public Subscription subscribe(Channel channel, String group) throws Exception {
        return Spread.subscription(channel, this::subscribe);
    }

    private Subscription subscribe(Channel channel) {
        List<LoopbackRing> rings = new CopyOnWriteArrayList<>();
        if (consumers.putIfAbsent(channel, rings) != null) {
            throw new TransportException("channel: " + channel.name() + " (expected: one subscription per channel)");
        }
        return new LoopbackSubscription(rings);
    }

    @Override
    public Guarantees guarantees() {
        return new Guarantees(Delivery.EXACTLY_ONCE, true, false, "none: messages live in this process's memory", 1);
    }

    @Override
    public void close() {
        consumers.clear();
    }

    private record LoopbackPublisher(LoopbackRing ring) implements Publisher {
        @Override
        public boolean publish(ByteBuffer message, long correlation) {
            return ring.offer(message);
        }
    }

    private static final class LoopbackSubscription implements Subscription {
        private final List<LoopbackRing> rings;

        LoopbackSubscription(List<LoopbackRing> rings) {
            this.rings = rings;
        }

        @Override
        public int poll(MessageHandler handler, long maxWaitNanos) {
            int count = 0;
            for (int i = 0; i < rings.size(); i++) {
                count += rings.get(i).poll(handler);
            }
            return count;
        }
    }
}
