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
import io.twohop.transport.kit.Spread;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Channels of rings, each between one publisher and one consumer, so that neither side contends. Each group has its own rings. Topics of
 * the same consumer share a ring: polling one for each would take longer with more topics.
 */
final class LoopbackTransport implements Transport {
    /** Maximum size of a publisher's rings together: large messages get fewer slots. */
    private static final int MAX_RING_BYTES = 256 << 20;

    private final int slots;
    private final int maxMessageBytes;
    private final int consumers;
    private final Map<String, Integer> subscribed = new HashMap<>();

    /** Rings of all publishers, by group. */
    private final Map<End, List<List<LoopbackRing>>> rings = new HashMap<>();

    /**
     * A consumer of a channel.
     *
     * @param number of the consumer in its group, from 0
     */
    private record End(String channel, int hop, int number) {}

    /** @param groups maximum number of groups that subscribe to a channel */
    LoopbackTransport(LoopbackConfig config, int maxMessageBytes, int groups) {
        this.maxMessageBytes = maxMessageBytes;
        this.consumers = config.consumers();
        int ofOne = consumers * groups;
        int affordable = Integer.highestOneBit(Math.max(2, MAX_RING_BYTES / ofOne / (maxMessageBytes + 16)));
        this.slots = Math.min(config.slots(), affordable);
    }

    /** Spreads each topic over all consumers if there are more consumers than topics; they take topics in turn otherwise. */
    @Override
    public Publisher publisher(Channel channel, Acknowledgements acknowledgements) throws Exception {
        int ofTopic = (consumers + channel.topics() - 1) / channel.topics();
        List<Publisher> toEach = new ArrayList<>();
        for (int number = 0; number < consumers; number++) {
            toEach.add(publisher(new End(channel.name(), channel.hop(), number)));
        }
        Channel spread = new Channel(channel.name(), channel.hop(), ofTopic * channel.topics());
        AtomicInteger opened = new AtomicInteger();
        return Spread.publisher(spread, topic -> toEach.get(opened.getAndIncrement() % consumers));
    }

    private Publisher publisher(End end) {
        List<List<LoopbackRing>> groups = rings.getOrDefault(end, List.of());
        if (groups.isEmpty()) {
            throw new TransportException(
                    "channel: " + end.channel() + " (expected: a channel that has a subscription)");
        }
        LoopbackRing[] own = new LoopbackRing[groups.size()];
        for (int group = 0; group < own.length; group++) {
            own[group] = new LoopbackRing(slots, maxMessageBytes);
            groups.get(group).add(own[group]);
        }
        return own.length == 1 ? new LoopbackPublisher(own[0]) : new LoopbackFanOut(own);
    }

    @Override
    public Subscription subscribe(Channel channel, String group) {
        int number = subscribed.merge(channel.name() + "/" + group, 1, Integer::sum) - 1;
        if (number >= consumers) {
            throw new TransportException("channel: " + channel.name() + " (expected: at most " + consumers
                    + " subscriptions of a channel in a group)");
        }
        List<LoopbackRing> ofAllPublishers = new CopyOnWriteArrayList<>();
        rings.computeIfAbsent(new End(channel.name(), channel.hop(), number), added -> new ArrayList<>())
                .add(ofAllPublishers);
        return new LoopbackSubscription(ofAllPublishers);
    }

    @Override
    public int consumersPerHop() {
        return consumers;
    }

    @Override
    public Guarantees guarantees() {
        return new Guarantees(Delivery.EXACTLY_ONCE, true, false, "none: messages live in this process's memory", 1);
    }

    @Override
    public void close() {
        subscribed.clear();
        rings.clear();
    }

    private record LoopbackPublisher(LoopbackRing ring) implements Publisher {
        @Override
        public boolean publish(ByteBuffer message, long correlation) {
            return ring.offer(message);
        }
    }

    /** A publisher to all groups: a message goes to all of them or is not taken, so the slowest group pushes back. */
    private record LoopbackFanOut(LoopbackRing[] groups) implements Publisher {
        @Override
        public boolean publish(ByteBuffer message, long correlation) {
            for (LoopbackRing ring : groups) {
                if (!ring.hasRoom()) {
                    return false;
                }
            }
            for (LoopbackRing ring : groups) {
                ring.offer(message);
            }
            return true;
        }
    }

    /** @param rings of all publishers */
    private record LoopbackSubscription(List<LoopbackRing> rings) implements Subscription {
        @Override
        public int poll(MessageHandler handler, long maxWaitNanos) {
            int count = 0;
            for (int publisher = 0; publisher < rings.size(); publisher++) {
                count += rings.get(publisher).poll(handler);
            }
            return count;
        }

        /** Releases the rings: the next channel may need their memory. */
        @Override
        public void close() {
            rings.clear();
        }
    }
}
