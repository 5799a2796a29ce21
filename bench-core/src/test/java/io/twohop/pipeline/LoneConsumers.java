package io.twohop.pipeline;

import io.twohop.config.Popularity;
import io.twohop.measure.KeyOrder;
import io.twohop.measure.LatencyRecorder;
import io.twohop.measure.MessageOutcomes;
import io.twohop.measure.SequenceTracker;
import io.twohop.measure.Window;
import io.twohop.pipeline.header.LaneArrivals;
import io.twohop.pipeline.header.LaneNumbers;
import io.twohop.pipeline.header.PayloadSeal;
import io.twohop.pipeline.header.TraceHeader;
import io.twohop.schedule.DueTimes;
import io.twohop.testing.Runs;
import io.twohop.transport.MessageHandler;
import io.twohop.transport.Notices;
import io.twohop.transport.Publisher;
import io.twohop.transport.Subscription;
import io.twohop.workload.KeyOptions;
import io.twohop.workload.Keys;
import io.twohop.workload.Workload;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.List;
import java.util.Random;

/** A service and a sink of two producers, two lanes and 100 keys, which a test hands messages to. */
final class LoneConsumers {
    static final long NOW_NANOS = 1_000_000_000;
    private static final Window WINDOW = new Window(0, 0, 2 * NOW_NANOS);
    private static final Workload WORKLOAD = Workload.builder()
            .rate(1)
            .duration(Duration.ofSeconds(1))
            .set(Keys.KEYS, KeyOptions.of(100, Popularity.zipf(1.1)))
            .build();

    private static final PipelineSpec<ByteBuffer> SPEC =
            new PipelineSpec<>("test", WORKLOAD.scenario(), 1, Runs.messages());

    final Sink<ByteBuffer> sink = new Sink<>(
            0,
            shared(),
            intake(2),
            new KeyOrder(2, WORKLOAD.keyCount(), false),
            new Doorbell[] {new Doorbell(), new Doorbell()},
            List.of(new LatencyRecorder(WINDOW)));

    final ServiceStage<ByteBuffer> service =
            new ServiceStage<>(0, shared(), intake(1), List.of(new LaneNumbers(0, new Swallowing(), true)), false);

    private static Shared<ByteBuffer> shared() {
        return new Shared<>(
                () -> NOW_NANOS,
                WINDOW,
                MessageOutcomes.NONE,
                new Failures(MessageOutcomes.NONE, new Notices()),
                new Supplies<>(SPEC, Sending.of(SPEC), 0, 1, 1));
    }

    private static Intake intake(int hop) {
        DueTimes[] due = {DueTimes.NOT_KNOWN, DueTimes.NOT_KNOWN};
        Inspector inspector = new Inspector(
                hop,
                0,
                2,
                WORKLOAD.keyCount(),
                new ArrivalTimes.Known(WINDOW, due, ArrivalTimes.Known.CLOCKS_AGREE_NANOS, hop == 2),
                new PayloadSeal(1),
                new LaneArrivals(2, 2));
        return new Intake(
                new NoMessages(), 0, trackers(), inspector, SenderClocks.of(ServiceClocks.SAME, 2, 1, hop == 2));
    }

    private record NoMessages() implements Subscription {
        @Override
        public int poll(MessageHandler handler, long maxWaitNanos) {
            return 0;
        }

        @Override
        public void close() {}
    }

    private static SequenceTracker[] trackers() {
        return new SequenceTracker[] {new SequenceTracker(64), new SequenceTracker(64)};
    }

    private static final class Swallowing implements Publisher {
        @Override
        public boolean publish(ByteBuffer message, long correlation) {
            return true;
        }

        @Override
        public boolean awaitAcknowledged(Duration limit) {
            return true;
        }

        @Override
        public void close() {}
    }

    /** A message that all is right with. */
    static ByteBuffer message(long sequence) {
        ByteBuffer message =
                ByteBuffer.allocateDirect(Runs.messages().maxMessageBytes()).order(ByteOrder.nativeOrder());
        long sum = TraceHeader.start(message, Runs.MARK, 1, sequence, NOW_NANOS - 2_000, NOW_NANOS - 1_000, 7);
        byte[] payload = new byte[Runs.PAYLOAD_BYTES];
        new Random(sequence).nextBytes(payload);
        message.put(payload).flip();
        sum = new PayloadSeal(1).stamp(message, sequence, sum);
        TraceHeader.onLane(message, 1, 0, sequence, sum);
        return message;
    }

    void take(ByteBuffer message) {
        sink.onMessage(message.duplicate().order(ByteOrder.nativeOrder()));
        service.onMessage(message.duplicate().order(ByteOrder.nativeOrder()));
    }

    /** Messages that the sink had, in whatever way. */
    long taken() {
        return sink.received()
                + sink.duplicated()
                + sink.tooLate()
                + sink.foreign()
                + sink.inspector().findings(true).corrupt();
    }
}
