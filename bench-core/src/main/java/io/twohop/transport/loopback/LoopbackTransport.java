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

/**
 * Channels of rings, each between one publisher and one consumer, so that neither side contends. With fewer topics than
 * consumers, each topic has enough rings for all consumers; each group has its own rings.
 */
final class LoopbackTransport implements Transport {
    /** Maximum size of a publisher's rings together: large messages get fewer slots. */
    private static final int MAX_RING_BYTES = 256 << 20;

    private final int slots;
    private final int maxMessageBytes;
    private final int consumers;
    private final Map<String, Integer> subscribed = new HashMap<>();

    /** Rings of all publishers, by group. */
    private final Map<Channel, List<List<LoopbackRing>>> rings = new HashMap<>();

    /** @param groups maximum number of groups that subscribe to a channel */
    LoopbackTransport(LoopbackConfig config, int maxMessageBytes, int topics, int groups) {
        this.maxMessageBytes = maxMessageBytes;
        this.consumers = config.consumers();
        int ofOne = ringsOf(topics) * groups;
        int affordable = Integer.highestOneBit(Math.max(2, MAX_RING_BYTES / ofOne / (maxMessageBytes + 16)));
        this.slots = Math.min(config.slots(), affordable);
    }

    /** The number of rings that a publisher spreads a channel over. */
    private int ringsOf(int topics) {
        return topics * ((consumers + topics - 1) / topics);
    }

    private Channel byRing(Channel channel) {
        return new Channel(channel.name(), channel.hop(), ringsOf(channel.topics()));
    }

    @Override
    public Publisher publisher(Channel channel, Acknowledgements acknowledgements) throws Exception {
        return Spread.publisher(byRing(channel), this::publisher);
    }

    private Publisher publisher(Channel one) {
        List<List<LoopbackRing>> groups = rings.getOrDefault(one, List.of());
        if (groups.isEmpty()) {
            throw new TransportException("channel: " + one.name() + " (expected: a channel that has a subscription)");
        }
        LoopbackRing[] own = new LoopbackRing[groups.size()];
        for (int group = 0; group < own.length; group++) {
            own[group] = new LoopbackRing(slots, maxMessageBytes);
            groups.get(group).add(own[group]);
        }
        return own.length == 1 ? new LoopbackPublisher(own[0]) : new LoopbackFanOut(own);
    }

    /** Consumers take rings in turn. */
    @Override
    public Subscription subscribe(Channel channel, String group) {
        int number = subscribed.merge(channel.name() + "/" + group, 1, Integer::sum) - 1;
        if (number >= consumers) {
            throw new TransportException("channel: " + channel.name() + " (expected: at most " + consumers
                    + " subscriptions of a channel in a group)");
        }
        Channel spread = byRing(channel);
        List<List<LoopbackRing>> taken = new ArrayList<>();
        for (int ring = number; ring < spread.topics(); ring += consumers) {
            List<LoopbackRing> ofAllPublishers = new CopyOnWriteArrayList<>();
            rings.computeIfAbsent(new Channel(spread.topic(ring), spread.hop()), added -> new ArrayList<>())
                    .add(ofAllPublishers);
            taken.add(ofAllPublishers);
        }
        return new LoopbackSubscription(taken);
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

    private static final class LoopbackSubscription implements Subscription {
        private final List<List<LoopbackRing>> rings;

        LoopbackSubscription(List<List<LoopbackRing>> rings) {
            this.rings = rings;
        }

        @Override
        public int poll(MessageHandler handler, long maxWaitNanos) {
            int count = 0;
            for (int i = 0; i < rings.size(); i++) {
                List<LoopbackRing> ofAllPublishers = rings.get(i);
                for (int publisher = 0; publisher < ofAllPublishers.size(); publisher++) {
                    count += ofAllPublishers.get(publisher).poll(handler);
                }
            }
            return count;
        }

        /** Releases the rings: the next channel may need their memory. */
        @Override
        public void close() {
            rings.forEach(List::clear);
        }
    }
}
