package io.twohop.codec.protobuf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.UnknownFieldSet;
import io.twohop.codec.OrderCodecConformance;
import io.twohop.codec.protobuf.generated.Order;
import io.twohop.event.OrderEvent;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.Test;

class ProtobufCodecTest extends OrderCodecConformance {
    ProtobufCodecTest() {
        super(new ProtobufCodecProvider());
    }

    @Test
    void shouldBeReadableByTheGeneratedClassWhenEncodedHere() throws IOException {
        OrderEvent event = source.next(3, 4);

        Order order = Order.parseFrom(encode(event));

        assertThat(order.getTraceSequence()).isEqualTo(3);
        assertThat(order.getTraceNanos()).isEqualTo(4);
        assertThat(order.getCreatedNanos()).isEqualTo(event.createdNanos);
        assertThat(order.getRiskScore()).isEqualTo(event.riskScore);
        assertThat(order.getTrader()).isEqualTo(event.trader);
        assertThat(order.getUnknownFields().asMap()).isEmpty();
    }

    @Test
    void shouldTakeLessThanHalfTheBytesOfJsonWhenEncoding() {
        assertThat(encode(source.next(1, 1)).limit()).isBetween(150, 250);
    }

    @Test
    void shouldPassOverUnknownFieldsWhenALaterSchemaWroteThem() throws IOException {
        OrderEvent event = source.next(5, 6);
        UnknownFieldSet.Field later = UnknownFieldSet.Field.newBuilder()
                .addLengthDelimited(ByteString.copyFromUtf8("later"))
                .build();
        Order order = Order.parseFrom(encode(event)).toBuilder()
                .setUnknownFields(
                        UnknownFieldSet.newBuilder().addField(100, later).build())
                .build();
        CodedOutputStream output = CodedOutputStream.newInstance(buffer.clear());
        order.writeTo(output);
        output.flush();

        assertThat(codec.decode(buffer.flip())).usingRecursiveComparison().isEqualTo(event);
    }

    @Test
    void shouldRefuseWhenAGroupEndsThatNeverBegan() {
        int bytes = encode(source.next(1, 1)).limit();
        buffer.limit(bytes + 1).put(bytes, (byte) (1 << 3 | 4));

        assertThatThrownBy(() -> codec.decode(buffer)).isInstanceOf(UncheckedIOException.class);
    }

    @Test
    void shouldReuseTheObjectWhenDecoding() {
        assertThat(sentThrough(source.next(1, 1))).isSameAs(sentThrough(source.next(2, 2)));
    }
}
