package io.twohop.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.account.Accounting;
import io.twohop.account.Histograms;
import io.twohop.measure.MessageOutcomes;
import io.twohop.measure.Window;
import io.twohop.schedule.SendingTime;
import io.twohop.testing.Runs;
import io.twohop.transport.Acknowledgements;
import io.twohop.transport.Channel;
import io.twohop.transport.Guarantees;
import io.twohop.transport.Guarantees.Delivery;
import io.twohop.transport.MessageHandler;
import io.twohop.transport.Notices;
import io.twohop.transport.Publisher;
import io.twohop.transport.Subscription;
import io.twohop.transport.Transport;
import io.twohop.workload.Probe;
import io.twohop.workload.Workload;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** A run in parts, each as in a process of its own, that share nothing but a transport. */
class ShareTest {
    private static final long STEP_NANOS = 250_000;
    private static final long WINDOW_NANOS = Duration.ofSeconds(1).toNanos();

    private final Mailboxes transport = new Mailboxes();
    private long nowNanos;

    /** Channels between pipelines of one thread; what is published is there for whichever subscription looks first. */
    private static final class Mailboxes implements Transport {
        private final Map<String, Deque<byte[]>> channels = new HashMap<>();
        private final TreeSet<String> created = new TreeSet<>();

        private Deque<byte[]> channel(Channel channel) {
            return channels.computeIfAbsent(channel.name(), name -> new ArrayDeque<>());
        }

        @Override
        public void create(Channel channel, String group) {
            created.add(channel.name());
        }

        @Override
        public Publisher publisher(Channel channel, Acknowledgements acknowledgements) {
            Deque<byte[]> messages = channel(channel);
            return (message, correlation) -> {
                byte[] bytes = new byte[message.remaining()];
                message.duplicate().get(bytes);
                messages.add(bytes);
                return true;
            };
        }

        @Override
        public Subscription subscribe(Channel channel, String group) {
            Deque<byte[]> messages = channel(channel);
            return (handler, maxWaitNanos) -> deliver(messages.poll(), handler);
        }

        private static int deliver(byte[] message, MessageHandler handler) {
            if (message == null) {
                return 0;
            }
            ByteBuffer buffer = ByteBuffer.allocateDirect(message.length).order(ByteOrder.nativeOrder());
            handler.onMessage(buffer.put(message).flip());
            return 1;
        }

        @Override
        public Guarantees guarantees() {
            return new Guarantees(Delivery.EXACTLY_ONCE, true, false, "none", 1);
        }
    }

    private static Workload workload(int hops) {
        return Workload.builder()
                .rate(2_000)
                .producers(List.of(2))
                .hops(hops)
                .warmup(Duration.ZERO)
                .duration(Duration.ofNanos(WINDOW_NANOS))
                .build();
    }

    /** Services elsewhere, whose clocks are as they are. */
    private record Elsewhere(ServiceClocks clocks) implements RemoteService {
        @Override
        public void open() {}
    }

    private Pipeline pipeline(Workload workload, Role role, Share share) throws Exception {
        return pipeline(workload, role, share, ServiceClocks.UNKNOWN, 0);
    }

    /** @param aheadNanos by how much its clock is ahead of the test's */
    private Pipeline pipeline(Workload workload, Role role, Share share, ServiceClocks services, long aheadNanos)
            throws Exception {
        PipelineSpec<?> spec = new PipelineSpec<>(
                "test",
                workload.scenario(),
                2,
                LayoutTried.NOT_TRIED,
                Runs.messages(),
                MessageOutcomes.NONE,
                ConsumerGate.NONE,
                new Notices(),
                new Part(role, share, new Elsewhere(services)),
                SendingTime.WHOLE);
        return new Pipeline(spec, transport, () -> nowNanos + aheadNanos, () -> new Window(0, 0, WINDOW_NANOS));
    }

    private void run(List<Pipeline> parts) throws Exception {
        for (nowNanos = 0; nowNanos < 2 * WINDOW_NANOS; nowNanos += STEP_NANOS) {
            for (Pipeline part : parts) {
                part.runOnce();
            }
        }
    }

    @Test
    void shouldSendAndAccountTogetherForWhatOneProcessWould() throws Exception {
        Workload workload = workload(2);
        List<Pipeline> loads = new ArrayList<>();
        List<Pipeline> services = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            loads.add(pipeline(workload, Role.ENDS, new Share(i, 3, 0, 2)));
        }
        for (int i = 0; i < 2; i++) {
            services.add(pipeline(workload, Role.SERVICE, new Share(0, 3, i, 2)));
        }
        List<Pipeline> parts = new ArrayList<>(loads);
        parts.addAll(services);

        run(parts);

        assertThat(transport.created).containsExactly("test-1", "test-2-1", "test-2-2", "test-2-3");
        long scheduled = 0;
        for (Pipeline load : loads) {
            Accounting account = load.accounting(List.of(), WINDOW_NANOS).get(0);
            assertThat(account.received()).isEqualTo(account.scheduled()).isBetween(660L, 670L);
            assertThat(account.foreign()).isZero();
            assertThat(account.outOfOrder()).isZero();
            assertThat(account.producers()).hasSize(2);
            assertThat(load.recorders()).doesNotContainKey(Probe.TO_SERVICE);
            scheduled += account.scheduled();
        }
        assertThat(scheduled).isEqualTo(2_000);
        assertThat(services).allSatisfy(service -> {
            assertThat(service.serviceCounts().foreign()).isZero();
            assertThat(service.serviceCounts().failed()).isZero();
        });
    }

    @Test
    void shouldReadServicesTimesByTheirClocksWhereThoseAreKnown() throws Exception {
        Histogram sameClock = toService(ServiceClocks.SAME, 0, 0);
        long hour = Duration.ofHours(1).toNanos();

        Histogram clocksApart = toService(new ServiceClocks(true, List.of(hour, -2 * hour)), hour, -2 * hour);

        assertThat(sameClock.getTotalCount()).isEqualTo(2_000);
        assertThat(sameClock.getMaxValue()).isBetween(STEP_NANOS, WINDOW_NANOS);
        assertThat(clocksApart).isEqualTo(sameClock);
    }

    private Histogram toService(ServiceClocks services, long firstAheadNanos, long secondAheadNanos) throws Exception {
        transport.channels.clear();
        Workload workload = workload(2);
        Pipeline load = pipeline(workload, Role.ENDS, new Share(0, 1, 0, 2), services, 0);
        run(List.of(
                pipeline(workload, Role.SERVICE, new Share(0, 1, 0, 2), ServiceClocks.UNKNOWN, firstAheadNanos),
                pipeline(workload, Role.SERVICE, new Share(0, 1, 1, 2), ServiceClocks.UNKNOWN, secondAheadNanos),
                load));
        Histogram sum = Histograms.newHistogram();
        load.recorders().get(Probe.TO_SERVICE).forEach(recorder -> recorder.drainMeasuredInto(sum));
        return sum;
    }

    @Test
    void shouldGiveEachLoadAChannelOfItsOwnWhereThereIsNoService() throws Exception {
        Workload workload = workload(1);
        List<Pipeline> loads = List.of(
                pipeline(workload, Role.ENDS, new Share(0, 2, 0, 0)),
                pipeline(workload, Role.ENDS, new Share(1, 2, 0, 0)));

        run(loads);

        assertThat(transport.channels).containsOnlyKeys("test-1-1", "test-1-2");
        assertThat(loads).allSatisfy(load -> {
            Accounting account = load.accounting(List.of(), WINDOW_NANOS).get(0);
            assertThat(account.received()).isEqualTo(1_000);
            assertThat(account.foreign()).isZero();
        });
    }
}
