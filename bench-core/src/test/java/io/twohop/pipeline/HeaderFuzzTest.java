package io.twohop.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.twohop.config.Popularity;
import io.twohop.measure.KeyOrder;
import io.twohop.measure.MessageOutcomes;
import io.twohop.measure.SequenceTracker;
import io.twohop.measure.Window;
import io.twohop.pipeline.header.LaneArrivals;
import io.twohop.testing.Runs;
import io.twohop.transport.Notices;
import io.twohop.transport.Publisher;
import io.twohop.workload.KeyOptions;
import io.twohop.workload.Workload;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.List;

/** Whatever arrives on a channel: it is a message of the run, or foreign. See {@code YamlFuzzTest} for how it is run. */
class HeaderFuzzTest {
    private static final Window WINDOW = new Window(0, 0, Long.MAX_VALUE);
    private static final Workload WORKLOAD = Workload.builder()
            .rate(1)
            .duration(Duration.ofSeconds(1))
            .keys(KeyOptions.of(100, Popularity.zipf(1.1)))
            .build();

    private final Sink<ByteBuffer> sink = new Sink<>(
            0,
            System::nanoTime,
            WINDOW,
            new Supplies<>(Runs.messages(), WORKLOAD, null, 0, 0, 1, 1),
            null,
            0,
            0,
            trackers(),
            new KeyOrder(2, WORKLOAD.keyCount(), false),
            new LaneArrivals(2, 2),
            new Doorbell[] {new Doorbell(), new Doorbell()},
            MessageOutcomes.NONE,
            new long[2],
            true);

    private final ServiceStage<ByteBuffer> service = new ServiceStage<>(
            0,
            System::nanoTime,
            WINDOW,
            new Supplies<>(Runs.messages(), WORKLOAD, null, 0, 0, 1, 1),
            null,
            0,
            trackers(),
            new LaneArrivals(2, 2),
            List.of(new Swallowing()),
            0,
            false,
            new Failures(MessageOutcomes.NONE, new Notices()));

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

    @FuzzTest(maxDuration = "20s")
    void shouldTakeOrPassOverAnyMessage(byte[] message) {
        if (message.length > Runs.messages().maxMessageBytes()) {
            // What a payload may be is the codec's to say.
            return;
        }
        long before = sink.received() + sink.duplicated() + sink.tooLate() + sink.foreign();
        long foreign = service.foreign();

        sink.onMessage(buffer(message));
        service.onMessage(buffer(message));

        assertThat(sink.received() + sink.duplicated() + sink.tooLate() + sink.foreign())
                .isEqualTo(before + 1);
        assertThat(service.foreign() - foreign).isBetween(0L, 1L);
    }

    private static ByteBuffer buffer(byte[] message) {
        return ByteBuffer.allocateDirect(message.length)
                .order(ByteOrder.nativeOrder())
                .put(message)
                .flip();
    }
}
