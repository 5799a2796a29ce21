package io.twohop.codec.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twohop.codec.Codec;
import io.twohop.codec.CodecProvider;
import io.twohop.event.EventSource;
import io.twohop.event.OrderEvent;
import io.twohop.event.OrderEventType;
import io.twohop.testing.Allocation;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ServiceLoader;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.wire.WireMarshaller;
import net.openhft.chronicle.wire.WireType;
import org.junit.jupiter.api.Test;

/** The codec without names; what both have in common is tested with the other. */
class WireCodecTest {
    private static final int MESSAGES = 200_000;

    private final Codec<OrderEvent> codec = new WireCodecProvider().codec(OrderEvent.class);
    private final EventSource<OrderEvent> source = new OrderEventType().source(1);
    private final ByteBuffer message = ByteBuffer.allocateDirect(2_048).order(ByteOrder.nativeOrder());

    @Test
    void shouldBeFoundByNameWhenServicesAreLoaded() {
        assertThat(ServiceLoader.load(CodecProvider.class))
                .filteredOn(provider -> provider.name().equals("wire"))
                .hasSize(1);
    }

    @Test
    void shouldReadBackEveryField() {
        for (int i = 0; i < 1_000; i++) {
            OrderEvent sent = source.next(i, -i);
            assertThat(sentThrough(sent)).usingRecursiveComparison().isEqualTo(sent);
        }
    }

    @Test
    void shouldReadBackTextsOfAnyKind() {
        OrderEvent sent = source.next(1, 1);
        sent.symbol = "";
        sent.venue = null;
        sent.account = "a".repeat(500);
        sent.trader = "Zo\u00eb \u20ac";

        assertThat(sentThrough(sent)).usingRecursiveComparison().isEqualTo(sent);
    }

    @Test
    void shouldBeReadableByPlainChronicleWire() {
        OrderEvent sent = source.next(3, 4);
        message.clear();
        codec.encode(sent, message);
        OrderEvent read = new OrderEvent();
        WireMarshaller.of(OrderEvent.class)
                .readMarshallable(read, WireType.FIELDLESS_BINARY.apply(Bytes.wrapForRead(message.flip())), true);

        assertThat(read).usingRecursiveComparison().isEqualTo(sent);
    }

    @Test
    void shouldTakeLessThanHalfTheBytesOfTheNamedForm() {
        message.clear();
        codec.encode(source.next(1, 1), message);

        assertThat(message.position()).isBetween(150, 200);
    }

    @Test
    void shouldRefuseAnEventThatDoesNotFit() {
        message.clear().limit(100);

        assertThatThrownBy(() -> codec.encode(source.next(0, 0), message)).isInstanceOf(BufferOverflowException.class);
    }

    @Test
    void shouldAllocateNothingPerMessage() throws Exception {
        double allocated = Allocation.perMessage(MESSAGES, 0.05, () -> {
            for (int i = 0; i < MESSAGES; i++) {
                sentThrough(source.next(i, i));
            }
        });

        assertThat(allocated).isLessThan(0.05);
    }

    private OrderEvent sentThrough(OrderEvent event) {
        message.clear();
        codec.encode(event, message);
        return codec.decode(message.flip());
    }
}
