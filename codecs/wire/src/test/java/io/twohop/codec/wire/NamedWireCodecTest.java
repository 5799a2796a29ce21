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
import java.time.LocalDate;
import java.util.List;
import java.util.ServiceLoader;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.wire.BinaryWire;
import net.openhft.chronicle.wire.WireMarshaller;
import net.openhft.chronicle.wire.WireType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NamedWireCodecTest {
    private static final int MESSAGES = 200_000;
    private static final int HEADER_BYTES = 32;

    private final Codec<OrderEvent> codec = new NamedWireCodecProvider().codec(OrderEvent.class);
    private final EventSource<OrderEvent> source = new OrderEventType().source(7);
    private final ByteBuffer buffer = newBuffer(2_048);

    @Test
    void shouldBeFoundByNameWhenServicesAreLoaded() {
        assertThat(ServiceLoader.load(CodecProvider.class))
                .filteredOn(provider -> provider.name().equals("wire-named"))
                .hasSize(1);
    }

    @Test
    void shouldReturnTheSameValuesWhenEventsVary() {
        for (int i = 0; i < 1_000; i++) {
            OrderEvent event = source.next(i, i * 10_000L);
            assertThat(sentThrough(codec, event)).usingRecursiveComparison().isEqualTo(event);
        }
    }

    @Test
    void shouldReturnTheSameValuesWhenTheyAreExtreme() {
        OrderEvent event = new OrderEvent();
        event.symbol = "";
        event.venue = null;
        event.account = "a".repeat(500);
        event.trader = "Zo\u00eb \u20ac \ud83d\ude80";
        event.createdNanos = Long.MIN_VALUE;
        event.receivedNanos = Long.MAX_VALUE;
        event.quantity = Integer.MIN_VALUE;
        event.price = Double.NaN;
        event.fee = Double.MIN_VALUE;
        event.notional = Double.NEGATIVE_INFINITY;
        event.riskScore = -0.0;

        for (int i = 0; i < 3; i++) {
            assertEqual(sentThrough(codec, event), event);
        }
    }

    @Test
    void shouldLeaveTheBytesBeforeAndAfterWhenEncoding() {
        buffer.clear().putLong(HEADER_BYTES - Long.BYTES, 42L);
        buffer.position(HEADER_BYTES);

        codec.encode(source.next(1, 1), buffer);

        assertThat(buffer.getLong(HEADER_BYTES - Long.BYTES)).isEqualTo(42L);
        assertThat(buffer.limit()).isEqualTo(buffer.capacity());
        assertThat(buffer.position() - HEADER_BYTES).isBetween(350, 450);
    }

    @Test
    void shouldReuseObjectAndTextsWhenDecoding() {
        OrderEvent first = sentThrough(codec, source.next(1, 1));
        String symbol = first.symbol;
        OrderEvent second = sentThrough(codec, new OrderEventType().source(7).next(1, 1));

        assertThat(second).isSameAs(first);
        assertThat(second.symbol).isSameAs(symbol);
    }

    @Test
    void shouldBeReadableByPlainChronicleWireWhenEncodedHere() {
        OrderEvent event = source.next(3, 4);
        buffer.clear();
        codec.encode(event, buffer);
        Bytes<?> bytes = Bytes.wrapForRead(buffer.flip());

        OrderEvent read = new OrderEvent();
        WireMarshaller.of(OrderEvent.class).readMarshallable(read, WireType.BINARY_LIGHT.apply(bytes), true);

        assertThat(read).usingRecursiveComparison().isEqualTo(event);
    }

    @ParameterizedTest
    @ValueSource(strings = {"wire", "wire-named"})
    void shouldWriteTheBytesThatChroniclesMarshallerWrites(String name) {
        boolean named = name.equals("wire-named");
        Codec<Quote> quotes = (named ? new NamedWireCodecProvider() : new WireCodecProvider()).codec(Quote.class);
        Bytes<?> expected = Bytes.allocateElasticDirect();
        var wire = new BinaryWire(expected, true, false, !named, Integer.MAX_VALUE, "binary");

        for (Quote quote : QUOTES) {
            WireMarshaller.of(Quote.class).writeMarshallable(quote, wire);
            buffer.clear();
            quotes.encode(quote, buffer);

            assertThat(Bytes.wrapForRead(buffer.flip()).toHexString()).isEqualTo(expected.toHexString());
            assertEqual(quotes.decode(buffer.rewind()), quote);
            expected.clear();
        }
        expected.releaseLast();
    }

    @Test
    void shouldReadNumbersInTheShortFormsOfChronicleWire() {
        Codec<Quote> quotes = new NamedWireCodecProvider().codec(Quote.class);
        for (Quote quote : QUOTES) {
            Bytes<?> bytes = Bytes.allocateElasticDirect();
            WireMarshaller.of(Quote.class).writeMarshallable(quote, WireType.BINARY_LIGHT.apply(bytes));
            buffer.clear();
            for (long i = 0; i < bytes.writePosition(); i++) {
                buffer.put(bytes.readByte(i));
            }
            bytes.releaseLast();

            assertEqual(quotes.decode(buffer.flip()), quote);
        }
    }

    @Test
    void shouldReadWhatPlainChronicleWireWroteWhenFieldsComeInAnotherOrder() {
        Bytes<?> bytes = Bytes.elasticByteBuffer();
        var wire = WireType.BINARY_LIGHT.apply(bytes);
        wire.write("traceSequence").int64(77);
        wire.write("addedLater").text("unknown here");
        wire.write("symbol").text("EURUSD");
        buffer.clear();
        for (long i = 0; i < bytes.writePosition(); i++) {
            buffer.put(bytes.readByte(i));
        }
        bytes.releaseLast();

        OrderEvent read = codec.decode(buffer.flip());

        assertThat(read.symbol).isEqualTo("EURUSD");
        assertThat(read.traceSequence).isEqualTo(77);
        assertThat(sentThrough(codec, source.next(5, 6)).traceSequence).isEqualTo(5);
    }

    @Test
    void shouldRefuseWithoutWritingBehindTheLimitWhenTheEventDoesNotFit() {
        OrderEvent event = source.next(0, 0);
        buffer.clear();
        codec.encode(event, buffer);
        int bytes = buffer.position();
        for (int tooFew = 0; tooFew < bytes; tooFew++) {
            buffer.clear().putLong(tooFew, -1L).limit(tooFew);
            assertThatThrownBy(() -> codec.encode(event, buffer)).isInstanceOf(BufferOverflowException.class);
            assertThat(buffer.clear().getLong(tooFew)).isEqualTo(-1L);
        }
        buffer.clear().limit(bytes);
        codec.encode(event, buffer);
        assertThat(codec.decode(buffer.flip())).usingRecursiveComparison().isEqualTo(event);
    }

    @Test
    void shouldAllocateNothingPerMessageWhenWarm() throws Exception {
        assertThat(Allocation.perMessage(MESSAGES, 0.01, () -> run(MESSAGES))).isLessThan(0.01);
    }

    @Test
    void shouldServeOtherClassesWhenTheirFieldsNeedChroniclesMarshaller() {
        Trade trade = new Trade();
        trade.day = LocalDate.of(2026, 11, 21);
        trade.tags = List.of("a", "b");
        trade.amount = 3;

        Trade read = sentThrough(new NamedWireCodecProvider().codec(Trade.class), trade);

        assertThat(read).usingRecursiveComparison().isEqualTo(trade);
    }

    @Test
    void shouldSayWhyWhenAClassCannotBeServed() {
        assertThatThrownBy(() -> new NamedWireCodecProvider().codec(Runnable.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("event: java.lang.Runnable (expected: a class of mutable fields);"
                        + " change the class or choose codec: json");
        assertThatThrownBy(() -> new NamedWireCodecProvider().codec(Integer.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("constructor without parameters");
    }

    /** To the bit of every number. */
    private static void assertEqual(Object actual, Object expected) {
        assertThat(actual)
                .usingRecursiveComparison()
                .withComparatorForType(Double::compare, Double.class)
                .isEqualTo(expected);
    }

    private void run(int messages) {
        for (int i = 0; i < messages; i++) {
            sentThrough(codec, source.next(i, i));
        }
    }

    private <T> T sentThrough(Codec<T> through, T event) {
        buffer.clear().position(HEADER_BYTES);
        through.encode(event, buffer);
        return through.decode(buffer.flip().position(HEADER_BYTES));
    }

    private static ByteBuffer newBuffer(int bytes) {
        return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
    }

    private static final List<Quote> QUOTES = List.of(
            new Quote("EURUSD", true, 7, 1_000_000_007L, 1.5),
            new Quote("", false, -1, -1, -2.0),
            new Quote(null, true, Integer.MIN_VALUE, Long.MIN_VALUE, Double.NaN),
            new Quote("a".repeat(31), false, Integer.MAX_VALUE, Long.MAX_VALUE, Double.MIN_VALUE),
            new Quote("a".repeat(32), false, 128, 300, Double.NEGATIVE_INFINITY),
            new Quote("Zo\u00eb", true, 70_000, 5_000_000_000L, 0.1));

    static final class Quote {
        String symbol;
        boolean firm;
        int size;
        long nanos;
        double price;

        Quote() {}

        Quote(String symbol, boolean firm, int size, long nanos, double price) {
            this.symbol = symbol;
            this.firm = firm;
            this.size = size;
            this.nanos = nanos;
            this.price = price;
        }
    }

    static final class Trade {
        LocalDate day;
        List<String> tags;
        long amount;
    }
}
