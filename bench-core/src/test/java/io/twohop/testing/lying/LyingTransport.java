package io.twohop.testing.lying;

import io.twohop.testing.DelayedMessages;
import io.twohop.transport.Acknowledgements;
import io.twohop.transport.Channel;
import io.twohop.transport.Guarantees;
import io.twohop.transport.Publisher;
import io.twohop.transport.Subscription;
import io.twohop.transport.Transport;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import org.agrona.concurrent.NanoClock;

/** Memory of this process, with a queue for each lane that delivers what the lies say, when they say it. */
final class LyingTransport implements Transport {
    private final LyingConfig config;
    private final NanoClock clock;
    private final Map<String, List<DelayedMessages>> channels = new ConcurrentHashMap<>();

    LyingTransport(LyingConfig config, NanoClock clock) {
        this.config = config;
        this.clock = clock;
    }

    private List<DelayedMessages> lanes(Channel channel) {
        return channels.computeIfAbsent(channel.name(), name -> {
            List<DelayedMessages> lanes = new ArrayList<>();
            for (int i = 0; i < config.lanes(); i++) {
                lanes.add(new DelayedMessages(clock));
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
        private final List<DelayedMessages> lanes;
        private final Lies lies;
        private final Acknowledgements acknowledgements;
        private int lane;
        private boolean byKey;

        /** @param lies null on the faithful hop */
        LyingPublisher(List<DelayedMessages> lanes, Lies lies, Acknowledgements acknowledgements) {
            this.lanes = lanes;
            this.lies = lies;
            this.acknowledgements = acknowledgements;
        }

        @Override
        public void key(int key) {
            byKey = true;
            lane = key % lanes.size();
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
            if (!byKey) {
                lane = lane + 1 == lanes.size() ? 0 : lane + 1;
            }
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
            lanes.get(lane).add(message, atNanos);
        }
    }

    @Override
    public Subscription subscribe(Channel channel, String group) {
        List<DelayedMessages> lanes = lanes(channel);
        return (handler, maxWaitNanos) -> {
            int count = 0;
            for (DelayedMessages lane : lanes) {
                count += lane.poll(handler);
            }
            return count;
        };
    }

    @Override
    public Guarantees guarantees() {
        return config.guarantees();
    }

    @Override
    public Duration redelivery() {
        return config.redelivery();
    }

    @Override
    public void close() {
        channels.clear();
    }
}
