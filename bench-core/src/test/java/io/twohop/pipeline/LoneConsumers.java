package io.twohop.pipeline;

import io.twohop.config.Popularity;
import io.twohop.measure.KeyOrder;
import io.twohop.measure.MessageOutcomes;
import io.twohop.measure.SequenceTracker;
import io.twohop.measure.Window;
import io.twohop.pipeline.header.LaneArrivals;
import io.twohop.pipeline.header.PayloadSeal;
import io.twohop.pipeline.header.TraceHeader;
import io.twohop.schedule.DueTimes;
import io.twohop.testing.Runs;
import io.twohop.transport.Notices;
import io.twohop.transport.Publisher;
import io.twohop.workload.KeyOptions;
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
            .keys(KeyOptions.of(100, Popularity.zipf(1.1)))
            .build();

    final Sink<ByteBuffer> sink = new Sink<>(
            0,
            () -> NOW_NANOS,
            WINDOW,
            supplies(),
            null,
            0,
            0,
            trackers(),
            new KeyOrder(2, WORKLOAD.keyCount(), false),
            inspector(2),
            new Doorbell[] {new Doorbell(), new Doorbell()},
            MessageOutcomes.NONE,
            new long[2],
            true);

    final ServiceStage<ByteBuffer> service = new ServiceStage<>(
            0,
            () -> NOW_NANOS,
            WINDOW,
            supplies(),
            null,
            0,
            trackers(),
            inspector(1),
            List.of(new Swallowing()),
            0,
            false,
            new Failures(MessageOutcomes.NONE, new Notices()));

    private static Supplies<ByteBuffer> supplies() {
        return new Supplies<>(Runs.messages(), WORKLOAD.scenario(), null, 0, 0, 1, 1);
    }

    private static Inspector inspector(int hop) {
        DueTimes[] due = {DueTimes.NOT_KNOWN, DueTimes.NOT_KNOWN};
        return new Inspector(
                hop,
                0,
                new ArrivalTimes.Known(WINDOW, due, ArrivalTimes.Known.CLOCKS_AGREE_NANOS),
                new PayloadSeal(1),
                new LaneArrivals(2, 2));
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
