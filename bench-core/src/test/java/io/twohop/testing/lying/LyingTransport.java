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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import org.agrona.concurrent.NanoClock;

/** Memory of this process, with a queue for each lane and group that delivers what the lies say, when they say it. */
final class LyingTransport implements Transport {
    private final LyingConfig config;
    private final NanoClock clock;
    private final Map<String, Map<String, List<DelayedMessages>>> channels = new ConcurrentHashMap<>();
    private volatile boolean closed;

    LyingTransport(LyingConfig config, NanoClock clock) {
        this.config = config;
        this.clock = clock;
        for (int i = 0; i < config.spinning(); i++) {
            Thread thread = new Thread(this::spin, "lying-spinner-" + i);
            thread.setDaemon(true);
            thread.start();
        }
    }

    private void spin() {
        while (!closed) {
            Thread.onSpinWait();
        }
    }

    /** The lanes of each group, in the order in which they subscribed. */
    private Map<String, List<DelayedMessages>> groups(Channel channel) {
        return channels.computeIfAbsent(channel.name(), name -> new LinkedHashMap<>());
    }

    private List<DelayedMessages> lanes(Channel channel, String group) {
        return groups(channel).computeIfAbsent(group, name -> {
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
                List.copyOf(groups(channel).values()),
                channel.hop() == config.hop() ? new Lies(config) : null,
                acknowledgements);
    }

    private final class LyingPublisher implements Publisher {
        private final List<List<DelayedMessages>> groups;
        private final Lies lies;
        private final Acknowledgements acknowledgements;
        private int lane;
        private ByteBuffer before;
        private long tampered;
        private boolean byKey;
        private long taken;
        private boolean acknowledgedWhenFull;
        private final List<Long> held = new ArrayList<>();

        /** @param lies null on the faithful hop */
        LyingPublisher(List<List<DelayedMessages>> groups, Lies lies, Acknowledgements acknowledgements) {
            this.groups = groups;
            this.lies = lies;
            this.acknowledgements = acknowledgements;
        }

        @Override
        public void key(int key) {
            byKey = true;
            lane = key % config.lanes();
        }

        @Override
        public int lanes() {
            return config.lanes();
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
                groups.forEach(group -> group.get(lane).add(message, nowNanos));
            } else {
                if (lies.isFull(nowNanos)) {
                    acknowledgeWhenFull(correlation);
                    return false;
                }
                lies.next(nowNanos);
                if (lies.isRefused()) {
                    throw new IllegalStateException("refused");
                }
                failed = lies.fails();
                lie(tamper(message), nowNanos);
            }
            if (!byKey) {
                lane = lane + 1 == config.lanes() ? 0 : lane + 1;
            }
            if (failed) {
                acknowledgements.failed(correlation, new IllegalStateException("failed"));
            } else if (config.acknowledged()) {
                acknowledge(correlation);
            }
            return true;
        }

        private ByteBuffer tamper(ByteBuffer message) {
            if (config.tamper() == null) {
                return message;
            }
            ByteBuffer changed = config.tamper().of(message, before, ++tampered);
            before = ByteBuffer.allocate(message.remaining())
                    .put(message.duplicate())
                    .flip();
            return changed;
        }

        @Override
        public boolean awaitAcknowledged(Duration limit) {
            held.forEach(acknowledgements::acknowledged);
            held.clear();
            return lies == null || !config.acknowledging().awaitedInVain();
        }

        private void acknowledgeWhenFull(long correlation) {
            if (config.acknowledging().whenFull() && !acknowledgedWhenFull) {
                acknowledgedWhenFull = true;
                acknowledgements.acknowledged(correlation);
            }
        }

        private void acknowledge(long correlation) {
            taken++;
            if (lies == null) {
                acknowledgements.acknowledged(correlation);
                return;
            }
            if (config.acknowledging().onceAwaited()) {
                held.add(correlation);
                return;
            }
            long whose = correlation + config.acknowledging().ahead().toNanos();
            if (!config.acknowledging().isSkipped(taken) && !acknowledgedWhenFull) {
                acknowledgements.acknowledged(whose);
            }
            if (config.acknowledging().isRepeated(taken)) {
                acknowledgements.acknowledged(whose);
            }
            acknowledgedWhenFull = false;
        }

        private void lie(ByteBuffer message, long nowNanos) {
            OptionalLong arrival = lies.arrival(lane, nowNanos);
            for (int i = 0; i < groups.size(); i++) {
                DelayedMessages queue = groups.get(i).get(lane);
                if (config.subscriber() != null && config.subscriber() != i + 1) {
                    queue.add(message, nowNanos);
                } else if (arrival.isPresent()) {
                    queue.add(message, arrival.getAsLong());
                    if (lies.isRepeated()) {
                        queue.add(
                                message,
                                arrival.getAsLong() + config.repeatAfter().toNanos());
                    }
                }
            }
        }
    }

    @Override
    public Subscription subscribe(Channel channel, String group) {
        List<DelayedMessages> lanes = lanes(channel, group);
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
        closed = true;
        channels.clear();
    }
}
