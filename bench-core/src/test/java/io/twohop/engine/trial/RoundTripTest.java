package io.twohop.engine.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twohop.codec.Codec;
import io.twohop.config.ConfigException;
import io.twohop.event.EventSource;
import io.twohop.event.EventType;
import io.twohop.pipeline.Messages;
import io.twohop.testing.Runs;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Codecs that write the same bytes again, whatever they left out. */
class RoundTripTest {
    /** An event whose last field is younger than its codec. */
    static final class Quote {
        static final long VERSION = System.nanoTime();

        double price;
        int size;
        transient int cached;
    }

    private static final class Quotes implements Codec<Quote> {
        @Override
        public void encode(Quote event, ByteBuffer out) {
            out.putDouble(event.price);
        }

        @Override
        public Quote decode(ByteBuffer in) {
            Quote quote = new Quote();
            quote.price = in.getDouble();
            return quote;
        }
    }

    private static final class WholeQuotes implements Codec<Quote> {
        @Override
        public void encode(Quote event, ByteBuffer out) {
            out.putDouble(event.price).putInt(event.size);
        }

        @Override
        public Quote decode(ByteBuffer in) {
            Quote quote = new Quote();
            quote.price = in.getDouble();
            quote.size = in.getInt();
            return quote;
        }
    }

    private record Events<T>(Class<T> eventClass, Supplier<T> supplier) implements EventType<T> {
        @Override
        public String name() {
            return "quote";
        }

        @Override
        public String description() {
            return "for tests";
        }

        @Override
        public int maxBytes() {
            return 64;
        }

        @Override
        public EventSource<T> source(long seed) {
            return (sequence, intendedNanos) -> supplier.get();
        }
    }

    private static Quote quote() {
        Quote quote = new Quote();
        quote.price = 12.5;
        quote.size = 100;
        quote.cached = 7;
        return quote;
    }

    private static <T> void check(Class<T> type, Supplier<T> events, Supplier<Codec<T>> codecs) {
        RoundTrip.check(new Messages<>(Runs.MARK, new Events<>(type, events), codecs, () -> null));
    }

    @Test
    void shouldNoticeAFieldThatTheCodecDoesNotKnow() {
        assertThatThrownBy(() -> check(Quote.class, RoundTripTest::quote, Quotes::new))
                .isInstanceOf(ConfigException.class)
                .hasMessage(
                        "codec: " + Quotes.class.getName() + " (expected: to decode what it encoded: event 0 (quote)"
                                + " came back with size: 0 for 100; let the codec write and read it, or mark a field that does"
                                + " not travel as transient)");
    }

    @Test
    void shouldAcceptWhatComesBackWhole() {
        assertThatCode(() -> check(Quote.class, RoundTripTest::quote, WholeQuotes::new))
                .doesNotThrowAnyException();
    }

    record Leg(double[] prices, List<Quote> quotes) {}

    record Basket(String name, Map<String, Leg> legs) {}

    private static Basket basket(double last, int size) {
        Quote quote = quote();
        quote.size = size;
        return new Basket("b", Map.of("near", new Leg(new double[] {1, last}, List.of(quote))));
    }

    @Test
    void shouldCompareByValueHoweverDeep() {
        assertThat(Values.difference(basket(0.0, 1), basket(0.0, 1))).isEmpty();
        assertThat(Values.difference(basket(0.0, 1), basket(-0.0, 1))).contains("legs[near].prices[1]: -0.0 for 0.0");
        assertThat(Values.difference(basket(Double.NaN, 1), basket(Double.NaN, 1)))
                .isEmpty();
        assertThat(Values.difference(basket(0.0, 1), basket(0.0, 2))).contains("legs[near].quotes[0].size: 2 for 1");
        assertThat(Values.difference(List.of(1, 2), List.of(1))).contains("the event: 1 elements for 2");
        assertThat(Values.difference(new byte[][] {{1}, {2}}, new byte[][] {{1}, {3}}))
                .contains("[1][0]: 3 for 2");
        assertThat(Values.difference(quote(), null)).isPresent();
        assertThat(Values.difference("text", new StringBuilder("text"))).isEmpty();
    }

    /** An id that decides what is the same, as its class says. */
    private static final class Trade {
        private final int id;
        private final long seenNanos = System.nanoTime();

        Trade(int id) {
            this.id = id;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Trade trade && trade.id == id;
        }

        @Override
        public int hashCode() {
            return Objects.hash(id);
        }

        @Override
        public String toString() {
            return id + " seen at " + seenNanos;
        }
    }

    private static final class Node {
        Node next;
        int value;
    }

    private static Node ring(int value) {
        Node node = new Node();
        node.next = node;
        node.value = value;
        return node;
    }

    @Test
    void shouldLetAClassSayItselfWhatIsEqual() {
        assertThat(Values.difference(new Trade(1), new Trade(1))).isEmpty();
        assertThat(Values.difference(new Trade(1), new Trade(2))).isPresent();
    }

    @Test
    void shouldEndWhereObjectsContainThemselves() {
        assertThat(Values.difference(ring(1), ring(1))).isEmpty();
        assertThat(Values.difference(ring(1), ring(2))).contains("value: 2 for 1");
    }
}
