package io.twohop.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.account.Integrity;
import io.twohop.pipeline.header.Trace;
import io.twohop.pipeline.header.TraceHeader;
import io.twohop.testing.Runs;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Messages that were changed on their way, and messages that nobody would send. */
class HostileMessagesTest {

    private final LoneConsumers consumers = new LoneConsumers();

    /** A message of the run that ends up nowhere else, whatever its other fields are. */
    static ByteBuffer signed(ByteBuffer message) {
        message.putInt(0, Runs.MARK);
        Trace trace = new Trace();
        trace.read(message, 0);
        int limit = message.limit();
        long sum = TraceHeader.start(
                message,
                Runs.MARK,
                trace.producer() % 2,
                trace.sequence(),
                trace.intendedNanos(),
                trace.stageNanos(),
                trace.key() & 0x3F);
        sum = TraceHeader.payload(message, trace.payloadBytes(), trace.payloadDigest(), sum);
        TraceHeader.onLane(message, trace.sender() % 2, trace.lane() & 1, trace.number(), sum);
        message.limit(limit).position(0);
        return message;
    }

    @Test
    void shouldTakeWhatIsAsItWasSent() {
        for (long sequence = 0; sequence < 100; sequence++) {
            consumers.take(LoneConsumers.message(sequence));
        }

        assertThat(consumers.sink.received()).isEqualTo(100);
        assertThat(consumers.service.received()).isEqualTo(100);
        assertThat(consumers.sink.inspector().findings(true))
                .isEqualTo(new Integrity(100, 0, 0, 0L, 0, null, null))
                .isEqualTo(consumers.service.inspector().findings(true));
    }

    @Test
    void shouldNoticeEveryFlippedBitOfTheHeader() {
        for (int bit = 0; bit < TraceHeader.BYTES * Byte.SIZE; bit++) {
            ByteBuffer message = LoneConsumers.message(1);
            int at = bit / Byte.SIZE;
            message.put(at, (byte) (message.get(at) ^ 1 << bit % Byte.SIZE));
            consumers.take(message);
        }

        assertThat(consumers.sink.received()).isZero();
        assertThat(consumers.service.received()).isZero();
        assertThat(consumers.sink.foreign()).as("of another run").isEqualTo(Integer.SIZE);
        assertThat(consumers.taken()).isEqualTo(TraceHeader.BYTES * Byte.SIZE);
    }

    @Test
    void shouldNoticeEveryFlippedBitOfThePayload() {
        for (int bit = 0; bit < Runs.PAYLOAD_BYTES * Byte.SIZE; bit++) {
            ByteBuffer message = LoneConsumers.message(bit);
            int at = TraceHeader.BYTES + bit / Byte.SIZE;
            message.put(at, (byte) (message.get(at) ^ 1 << bit % Byte.SIZE));
            consumers.take(message);
        }

        assertThat(consumers.sink.inspector().findings(true).damaged()).isEqualTo(Runs.PAYLOAD_BYTES * Byte.SIZE);
        assertThat(consumers.service.inspector().findings(true).damaged()).isEqualTo(Runs.PAYLOAD_BYTES * Byte.SIZE);
        assertThat(consumers.sink.inspector().findings(true).firstDamage())
                .isEqualTo("hop 2, producer 1, sequence 0: the payload differs from offset 0 to 15");
    }

    @Test
    void shouldBearAnyFieldsThatItsSenderMightHaveWritten() {
        Random random = new Random(1);
        byte[] bytes = new byte[Runs.messages().maxMessageBytes()];
        int count = 20_000;
        for (int i = 0; i < count; i++) {
            random.nextBytes(bytes);
            ByteBuffer message = ByteBuffer.allocateDirect(bytes.length)
                    .order(ByteOrder.nativeOrder())
                    .put(bytes)
                    .flip();
            if (i % 2 == 0) {
                // Times that can be, so that the rest is looked at.
                message.putLong(16, LoneConsumers.NOW_NANOS - 2).putLong(24, LoneConsumers.NOW_NANOS - 1);
            }
            consumers.take(signed(message));
        }

        assertThat(consumers.taken()).isEqualTo(count);
        assertThat(consumers.sink.inspector().findings(true).corrupt()).isGreaterThan(count / 2);
        assertThat(consumers.sink.received()).isLessThan(100);
    }
}
