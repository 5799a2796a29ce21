package io.twohop.testing.lying;

import io.twohop.transport.Acknowledgements;
import io.twohop.transport.Channel;
import io.twohop.transport.Guarantees;
import io.twohop.transport.MessageHandler;
import io.twohop.transport.Publisher;
import io.twohop.transport.Subscription;
import io.twohop.transport.Transport;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.agrona.concurrent.NanoClock;

/** Memory of this process, with a queue for each lane that delivers what the lies say, when they say it. */
final class LyingTransport implements Transport {
    private final LyingConfig config;
    private final NanoClock clock;
    private final AtomicLong order = new AtomicLong();
    private final Map<String, List<PriorityBlockingQueue<Parcel>>> channels = new ConcurrentHashMap<>();

    LyingTransport(LyingConfig config, NanoClock clock) {
        this.config = config;
        this.clock = clock;
    }

    private record Parcel(long atNanos, long order, ByteBuffer message) implements Comparable<Parcel> {
        @Override
        public int compareTo(Parcel other) {
            int byTime = Long.compare(atNanos - other.atNanos, 0);
            return byTime != 0 ? byTime : Long.compare(order, other.order);
        }
    }

    private List<PriorityBlockingQueue<Parcel>> lanes(Channel channel) {
        return channels.computeIfAbsent(channel.name(), name -> {
            List<PriorityBlockingQueue<Parcel>> lanes = new ArrayList<>();
            for (int i = 0; i < config.lanes(); i++) {
                lanes.add(new PriorityBlockingQueue<>());
            }
            return lanes;
        });
    }

    @Override
    public Publisher publisher(Channel channel, Acknowledgements acknowledgements) {
        return new LyingPublisher(
                lanes(channel), channel.hop() == config.hop() ? new Lies(config) : null, acknowledgements);
    }

    private final class LyingPublisher implements Publisher {
        private final List<PriorityBlockingQueue<Parcel>> lanes;
        private final Lies lies;
        private final Acknowledgements acknowledgements;
        private int lane;

        /** @param lies null on the faithful hop */
        LyingPublisher(List<PriorityBlockingQueue<Parcel>> lanes, Lies lies, Acknowledgements acknowledgements) {
            this.lanes = lanes;
            this.lies = lies;
            this.acknowledgements = acknowledgements;
        }

        @Override
        public int lanes() {
            return lanes.size();
        }

        @Override
        public int lane() {
            return lane;
        }

        @Override
        public boolean publish(ByteBuffer message, long correlation) {
            long nowNanos = clock.nanoTime();
            boolean failed = false;
            if (lies == null) {
                deliver(message, nowNanos);
            } else {
                if (lies.isFull(nowNanos)) {
                    return false;
                }
                lies.next(nowNanos);
                if (lies.isRefused()) {
                    throw new IllegalStateException("refused");
                }
                failed = lies.fails();
                lie(message, nowNanos);
            }
            lane = lane + 1 == lanes.size() ? 0 : lane + 1;
            if (failed) {
                acknowledgements.failed(correlation, new IllegalStateException("failed"));
            } else if (config.acknowledged()) {
                acknowledgements.acknowledged(correlation);
            }
            return true;
        }

        private void lie(ByteBuffer message, long nowNanos) {
            OptionalLong arrival = lies.arrival(lane, nowNanos);
            if (arrival.isPresent()) {
                deliver(message, arrival.getAsLong());
                if (lies.isRepeated()) {
                    deliver(message, arrival.getAsLong() + config.repeatAfter().toNanos());
                }
            }
        }

        private void deliver(ByteBuffer message, long atNanos) {
            lanes.get(lane).add(new Parcel(atNanos, order.getAndIncrement(), copy(message)));
        }
    }

    private static ByteBuffer copy(ByteBuffer message) {
        ByteBuffer copy = ByteBuffer.allocateDirect(message.remaining()).order(ByteOrder.nativeOrder());
        return copy.put(message.duplicate()).flip();
    }

    @Override
    public Subscription subscribe(Channel channel, String group) {
        List<PriorityBlockingQueue<Parcel>> lanes = lanes(channel);
        return (handler, maxWaitNanos) -> {
            int count = 0;
            for (PriorityBlockingQueue<Parcel> lane : lanes) {
                count += poll(lane, handler);
            }
            return count;
        };
    }

    private int poll(PriorityBlockingQueue<Parcel> lane, MessageHandler handler) {
        Parcel next = lane.peek();
        if (next == null || next.atNanos() - clock.nanoTime() > 0) {
            return 0;
        }
        handler.onMessage(lane.remove().message());
        return 1;
    }

    @Override
    public Guarantees guarantees() {
        return config.guarantees();
    }

    @Override
    public void close() {
        channels.clear();
    }
}
