package io.twohop.engine.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.twohop.codec.BytesCodec;
import io.twohop.codec.Codec;
import io.twohop.event.EventSource;
import io.twohop.event.EventType;
import io.twohop.event.RandomBytes;
import io.twohop.pipeline.Messages;
import io.twohop.result.CodecCost;
import io.twohop.testing.Runs;
import io.twohop.workload.Payload.RandomContent;
import io.twohop.workload.PayloadSize;
import java.nio.ByteBuffer;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CodecTrialTest {
    private static final int SLOW_NANOS = 200_000;
    private static final int BYTES = 100;

    /** Allocated, and looked at by nobody. */
    static volatile Object garbage;

    /** What is known of it: the time at least, the garbage exactly. */
    private static final class Costly implements Codec<byte[]> {
        @Override
        public void encode(byte[] event, ByteBuffer out) {
            spin(SLOW_NANOS);
            garbage = new byte[1_000];
            out.put(event);
        }

        @Override
        public byte[] decode(ByteBuffer in) {
            spin(2 * SLOW_NANOS);
            garbage = new byte[3_000];
            byte[] event = new byte[in.remaining()];
            in.get(event);
            return event;
        }
    }

    private static final class Arrays implements EventType<byte[]> {
        @Override
        public String name() {
            return "arrays";
        }

        @Override
        public String description() {
            return "for tests";
        }

        @Override
        public Class<byte[]> eventClass() {
            return byte[].class;
        }

        @Override
        public int maxBytes() {
            return 2 * BYTES;
        }

        @Override
        public EventSource<byte[]> source(long seed) {
            return (sequence, intendedNanos) -> {
                garbage = new byte[5_000];
                return new byte[BYTES];
            };
        }
    }

    private static void spin(long nanos) {
        long end = System.nanoTime() + nanos;
        while (System.nanoTime() - end < 0) {
            // Takes its time.
        }
    }

    @Test
    void shouldFindWhatIsKnown() {
        Messages<byte[]> messages = new Messages<>(Runs.MARK, new Arrays(), Costly::new, () -> null);

        CodecCost cost = CodecTrial.of("costly", 2, messages);

        assertThat(cost.name()).isEqualTo("costly");
        assertThat(cost.times()).isEqualTo(2);
        assertThat(cost.messageBytes()).isEqualTo(BYTES);
        // What making an event takes is subtracted, which is next to nothing here.
        assertThat(cost.encode().nanos()).isGreaterThan(SLOW_NANOS / 2.0);
        assertThat(cost.decode().nanos()).isGreaterThanOrEqualTo(2 * SLOW_NANOS);
        // Arrays have headers; what making an event allocates is not the codec's.
        assertThat(cost.encode().allocatedBytes()).isCloseTo(1_000, within(100.0));
        assertThat(cost.decode().allocatedBytes()).isCloseTo(3_000 + BYTES, within(100.0));
        assertThat(cost.nanosPerMessage())
                .isEqualTo(2 * (cost.encode().nanos() + cost.decode().nanos()));
        assertThat(cost.allocatedBytesPerMessage()).isCloseTo(2 * (4_000 + BYTES), within(400.0));
    }

    /** The run that it belongs to has been measured, and must not be lost. */
    @Test
    void shouldSayNothingOfACodecThatFails() {
        Messages<byte[]> messages = new Messages<>(
                Runs.MARK,
                new Arrays(),
                () -> {
                    throw new IllegalStateException("no more");
                },
                () -> null);

        assertThat(CodecTrial.of("failing", 2, messages)).isNull();
    }

    @Test
    void shouldKnowTheMeanOfSizesThatDiffer() {
        PayloadSize size = new PayloadSize(null, null, Map.of("10", "90 %", "1000", "10 %"), null);
        Messages<ByteBuffer> messages =
                new Messages<>(Runs.MARK, new RandomBytes(RandomContent.of(size)), BytesCodec::new, () -> null);

        // Of 16 messages, it would often be 10, or more than twice as much.
        assertThat(CodecTrial.of("bytes", 1, messages).messageBytes()).isCloseTo(109, within(30.0));
    }

    @Test
    void shouldTakeEventsThatAreLarge() {
        Messages<ByteBuffer> messages =
                new Messages<>(Runs.MARK, new RandomBytes(16 << 20), BytesCodec::new, () -> null);

        assertThat(CodecTrial.of("bytes", 1, messages).messageBytes()).isEqualTo(16 << 20);
    }
}
