package io.twohop.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twohop.event.EventSource;
import io.twohop.event.OrderEvent;
import io.twohop.event.OrderEventType;
import io.twohop.testing.model.RandomOrders;
import java.io.UncheckedIOException;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

/** The duties of a codec for the default event; a codec's test extends this class. */
public abstract class OrderCodecConformance {
    private static final int HEADER_BYTES = 32;

    private final CodecProvider provider;
    protected final Codec<OrderEvent> codec;
    protected final EventSource<OrderEvent> source = new OrderEventType().source(7);
    protected final ByteBuffer buffer =
            ByteBuffer.allocateDirect(new OrderEventType().maxBytes()).order(ByteOrder.nativeOrder());

    protected OrderCodecConformance(CodecProvider provider) {
        this.provider = provider;
        this.codec = provider.codec(OrderEvent.class);
    }

    @Test
    void shouldBeFoundByNameWhenServicesAreLoaded() {
        assertThat(ServiceLoader.load(CodecProvider.class))
                .filteredOn(found -> found.name().equals(provider.name()))
                .hasSize(1);
    }

    @Test
    void shouldReturnTheSameValuesWhenOrdersAreTheDefaultOnes() {
        for (int i = 0; i < 1_000; i++) {
            OrderEvent event = source.next(i, -i);
            assertSame(event, sentThrough(event));
        }
    }

    @Test
    void shouldReturnTheSameValuesWhenOrdersAreRandom() {
        RandomOrders orders = new RandomOrders(26);
        for (int i = 0; i < 1_000; i++) {
            OrderEvent event = orders.next();
            assertSame(event, sentThrough(event));
        }
    }

    @Test
    void shouldReturnTheSameValuesWhenTheyAreExtreme() {
        OrderEvent event = extreme();

        for (int i = 0; i < 3; i++) {
            assertSame(event, sentThrough(event));
        }
    }

    @Test
    void shouldReturnTheSameValuesWhenAllAreZeroOrAbsent() {
        sentThrough(source.next(1, 1));

        assertSame(new OrderEvent(), sentThrough(new OrderEvent()));
    }

    @Test
    void shouldLeaveTheBytesBeforeAndAfterWhenEncoding() {
        buffer.clear().putLong(HEADER_BYTES - Long.BYTES, 42L);
        buffer.position(HEADER_BYTES);
        OrderEvent event = source.next(1, 1);

        codec.encode(event, buffer);

        assertThat(buffer.getLong(HEADER_BYTES - Long.BYTES)).isEqualTo(42L);
        assertThat(buffer.limit()).isEqualTo(buffer.capacity());
        buffer.limit(buffer.position()).position(HEADER_BYTES);
        assertSame(event, codec.decode(buffer));
        assertThat(buffer.hasRemaining()).isFalse();
    }

    @Test
    void shouldRefuseWithoutWritingBehindTheLimitWhenTheEventDoesNotFit() {
        OrderEvent event = extreme();
        int bytes = encode(event).limit();
        for (int tooFew = 0; tooFew < bytes; tooFew++) {
            buffer.clear().putLong(tooFew, -1L).limit(tooFew);
            assertThatThrownBy(() -> codec.encode(event, buffer)).isInstanceOf(BufferOverflowException.class);
            assertThat(buffer.position()).isZero();
            assertThat(buffer.clear().getLong(tooFew)).isEqualTo(-1L);
        }
        buffer.clear().limit(bytes);
        codec.encode(event, buffer);
        assertSame(event, codec.decode(buffer.flip()));
    }

    @Test
    void shouldRefuseWhenAMessageIsCutOff() {
        OrderEvent event = source.next(3, 4);
        int bytes = encode(event).limit();
        for (int tooFew = 0; tooFew < bytes; tooFew++) {
            encode(event).limit(tooFew);
            assertThatThrownBy(() -> codec.decode(buffer))
                    .as("%d of %d bytes", tooFew, bytes)
                    .isInstanceOf(UncheckedIOException.class)
                    .hasMessageContaining("message: ")
                    .hasMessageContaining("(expected: ");
        }
        assertSame(event, sentThrough(event));
    }

    @Test
    void shouldRefuseWhenBytesAreNoMessage() {
        Random random = new Random(1);
        byte[] garbage = new byte[200];
        for (int i = 0; i < 10_000; i++) {
            random.nextBytes(garbage);
            buffer.clear().put(garbage).flip();
            assertThatThrownBy(() -> codec.decode(buffer)).isInstanceOf(UncheckedIOException.class);
        }
    }

    @Test
    void shouldRefuseWhenTheEventIsOfAnotherClass() {
        assertThatThrownBy(() -> provider.codec(StringBuilder.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll(
                        "event: java.lang.StringBuilder (expected: io.twohop.event.OrderEvent", "choose");
    }

    private static OrderEvent extreme() {
        OrderEvent event = new OrderEvent();
        event.symbol = "";
        event.account = "a".repeat(500);
        event.trader = "Zo\u00eb \u20ac \ud83d\ude80";
        event.createdNanos = Long.MIN_VALUE;
        event.receivedNanos = Long.MAX_VALUE;
        event.transactNanos = -1;
        event.quantity = Integer.MIN_VALUE;
        event.filled = Integer.MAX_VALUE;
        event.side = -1;
        event.price = Double.NaN;
        event.stopPrice = Double.MAX_VALUE;
        event.fee = Double.MIN_VALUE;
        event.notional = Double.NEGATIVE_INFINITY;
        event.riskScore = -0.0;
        event.traceSequence = Long.MAX_VALUE;
        event.traceNanos = Long.MIN_VALUE;
        return event;
    }

    protected final ByteBuffer encode(OrderEvent event) {
        codec.encode(event, buffer.clear());
        return buffer.flip();
    }

    protected final OrderEvent sentThrough(OrderEvent event) {
        return codec.decode(encode(event));
    }

    private static void assertSame(OrderEvent sent, OrderEvent read) {
        assertThat(read)
                .usingRecursiveComparison()
                .withComparatorForType(Double::compare, Double.class)
                .isEqualTo(sent);
    }
}
