package io.twohop.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.measure.KeyOrder;
import io.twohop.measure.MessageOutcomes;
import io.twohop.measure.SequenceTracker;
import io.twohop.measure.Window;
import io.twohop.pipeline.header.LaneArrivals;
import io.twohop.testing.Runs;
import io.twohop.testing.model.ManualClock;
import io.twohop.transport.MessageHandler;
import io.twohop.transport.Notices;
import io.twohop.transport.Publisher;
import io.twohop.transport.Subscription;
import io.twohop.transport.TransportException;
import io.twohop.workload.Workload;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

class InFlightTest {
    private static final long SECOND = 1_000_000_000;
    private static final long MILLI = 1_000_000;

    private final ManualClock clock = new ManualClock();
    private final Window window = new Window(clock.nanoTime(), clock.nanoTime(), clock.nanoTime() + SECOND);
    private final Deque<ByteBuffer> onTheWay = new ArrayDeque<>();
    private boolean failing;
    private long offsetNanos;

    private final Shared<ByteBuffer> shared = shared();
    private final ScheduledGenerator<ByteBuffer> generator =
            new ScheduledGenerator<>(0, shared, publisher(), () -> offsetNanos += MILLI);
    private final Sink<ByteBuffer> sink = sink();
    private final Tasks tasks = new Tasks(List.of(generator), List.of(), List.of(sink));

    private Shared<ByteBuffer> shared() {
        Workload workload =
                Workload.builder().rate(1).duration(Duration.ofSeconds(1)).build();
        PipelineSpec<ByteBuffer> spec = new PipelineSpec<>("test", workload.scenario(), 1, Runs.messages());
        return new Shared<>(
                clock,
                window,
                MessageOutcomes.NONE,
                new Failures(MessageOutcomes.NONE, new Notices()),
                new Supplies<>(spec, Sending.of(spec), 1, 0, 1));
    }

    private Publisher publisher() {
        return (message, correlation) -> {
            ByteBuffer copy = ByteBuffer.allocateDirect(message.remaining()).order(ByteOrder.nativeOrder());
            onTheWay.add(copy.put(message.duplicate()).flip());
            if (failing) {
                throw new TransportException("no answer in time");
            }
            return true;
        };
    }

    private Sink<ByteBuffer> sink() {
        Subscription subscription = new Subscription() {
            @Override
            public int poll(MessageHandler handler, long maxWaitNanos) {
                if (onTheWay.isEmpty()) {
                    return 0;
                }
                handler.onMessage(onTheWay.poll());
                return 1;
            }

            @Override
            public void close() {}
        };
        Inspector inspector = new Inspector(
                1, 0, 1, 0, ArrivalTimes.UNKNOWN, shared.supplies().seal(), new LaneArrivals(1, 1));
        Intake intake = new Intake(
                subscription,
                0,
                new SequenceTracker[] {new SequenceTracker(64)},
                inspector,
                SenderClocks.of(ServiceClocks.SAME, 1, 1, false));
        return new Sink<>(0, shared, intake, new KeyOrder(1, 0, false), new Doorbell[] {new Doorbell()}, List.of());
    }

    private BooleanSupplier none(int subscribers) {
        return InFlight.none(List.of(generator, sink), tasks, subscribers);
    }

    private void send() {
        clock.advance(MILLI);
        assertThat(generator.doWork()).isEqualTo(1);
    }

    @Test
    void shouldBeNoneOnceEveryMessageHasArrived() {
        BooleanSupplier none = none(1);
        assertThat(none.getAsBoolean()).isTrue();

        send();
        send();
        assertThat(none.getAsBoolean()).isFalse();
        sink.doWork();
        assertThat(none.getAsBoolean()).isFalse();
        sink.doWork();
        assertThat(none.getAsBoolean()).isTrue();
    }

    @Test
    void shouldWaitForEachSubscriber() {
        BooleanSupplier none = none(2);

        send();
        sink.doWork();

        assertThat(none.getAsBoolean()).isFalse();
    }

    @Test
    void shouldNeverBeNoneAgainAfterALoss() {
        BooleanSupplier none = none(1);

        send();
        onTheWay.clear();
        send();
        sink.doWork();

        assertThat(none.getAsBoolean()).isFalse();
    }

    /** Otherwise what arrives although its publish failed would hide one that is in flight. */
    @Test
    void shouldNeverBeNoneAgainAfterAFailure() {
        BooleanSupplier none = none(1);

        failing = true;
        send();
        sink.doWork();
        failing = false;
        send();

        assertThat(sink.received()).isEqualTo(1);
        assertThat(generator.sent()).isEqualTo(1);
        assertThat(none.getAsBoolean()).isFalse();
    }

    @Test
    void shouldNotBeKnownIfAnotherThreadSendsOrReceives() {
        assertThat(InFlight.none(List.of(generator), tasks, 1).getAsBoolean()).isFalse();
        assertThat(InFlight.none(List.of(sink), tasks, 1).getAsBoolean()).isFalse();
        assertThat(none(1).getAsBoolean()).isTrue();
    }
}
