package io.twohop.transport.loopback;

import io.twohop.transport.Acknowledgements;
import io.twohop.transport.Channel;
import io.twohop.transport.Guarantees;
import io.twohop.transport.Guarantees.Delivery;
import io.twohop.transport.MessageHandler;
import io.twohop.transport.Publisher;
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
    /** Large messages get fewer slots: a ring is never larger than this. */
    private static final int MAX_RING_BYTES = 256 << 20;

    private final int slots;
    private final int maxMessageBytes;
    private final Map<Channel, List<LoopbackRing>> consumers = new HashMap<>();

    LoopbackTransport(LoopbackConfig config, int maxMessageBytes) {
        this.maxMessageBytes = maxMessageBytes;
        int affordable = Integer.highestOneBit(Math.max(2, MAX_RING_BYTES / (maxMessageBytes + 16)));
        this.slots = Math.min(config.slots(), affordable);
    }

    @Override
    public Publisher publisher(Channel channel, Acknowledgements acknowledgements) {
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
    public Subscription subscribe(Channel channel, String group) {
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
