package io.twohop.codec.avro;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twohop.codec.OrderCodecConformance;
import io.twohop.event.OrderEvent;
import io.twohop.testing.Allocation;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.DecoderFactory;
import org.junit.jupiter.api.Test;

class AvroCodecTest extends OrderCodecConformance {
    private static final int MESSAGES = 100_000;

    AvroCodecTest() {
        super(new AvroCodecProvider());
    }

    private static Schema schema() throws Exception {
        try (InputStream in = AvroCodec.class.getResourceAsStream("order.avsc")) {
            return new Schema.Parser().parse(in);
        }
    }

    @Test
    void shouldBeReadableByTheSchemaAlone() throws Exception {
        OrderEvent event = source.next(3, 4);
        event.venue = "Zo\u00eb";
        event.trader = null;
        byte[] bytes = new byte[encode(event).remaining()];
        buffer.get(bytes);
        Schema schema = schema();

        GenericRecord order = new GenericDatumReader<GenericRecord>(schema)
                .read(null, DecoderFactory.get().binaryDecoder(bytes, null));

        assertThat(schema.getFields()).hasSize(OrderEvent.class.getFields().length);
        for (Field field : OrderEvent.class.getFields()) {
            Object value = order.get(field.getName());
            assertThat(value instanceof CharSequence ? value.toString() : value)
                    .as(field.getName())
                    .isEqualTo(field.get(event));
        }
    }

    @Test
    void shouldRefuseBytesBehindTheOrder() {
        int bytes = encode(source.next(1, 1)).limit();
        buffer.limit(bytes + 1);

        assertThatThrownBy(() -> codec.decode(buffer))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("message: " + (bytes + 1) + " bytes (expected: an order by Avro)");
    }

    @Test
    void shouldNotAllocateWhatABrokenLengthNames() {
        // An index of 1, and a length of 1 GiB.
        ByteBuffer broken = ByteBuffer.wrap(new byte[] {2, (byte) 0x80, (byte) 0x80, (byte) 0x80, (byte) 0x80, 8});

        assertThatThrownBy(() -> codec.decode(broken))
                .isInstanceOf(UncheckedIOException.class)
                .hasRootCauseMessage("text of 1073741824 bytes");
    }

    @Test
    void shouldAllocateNothingToEncodeWhenWarm() throws Exception {
        OrderEvent event = source.next(1, 1);

        assertThat(Allocation.perMessage(MESSAGES, 0.01, () -> run(event))).isLessThan(0.01);
    }

    private void run(OrderEvent event) {
        for (int i = 0; i < MESSAGES; i++) {
            encode(event);
        }
    }
}
