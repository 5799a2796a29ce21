package io.twohop.codec.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.twohop.codec.Codec;
import io.twohop.codec.CodecProvider;
import io.twohop.codec.EpochNanos;
import io.twohop.event.EventSource;
import io.twohop.event.OrderEvent;
import io.twohop.event.OrderEventType;
import java.io.UncheckedIOException;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Both codecs, of which one is Jackson as it comes: what they write and read must be the same. */
class JsonCodecTest {
    private static final CodecProvider JSON = new JsonCodecProvider();
    private static final CodecProvider PLAIN = new JavaTimeJsonCodecProvider();

    private final ByteBuffer buffer = ByteBuffer.allocateDirect(100_000);

    /** Everything that may be special about a property. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    public static final class Special {
        public int count;
        public Integer boxed = 7;
        public short small = 3;
        public boolean flag = true;
        public float single = 1.1f;
        public double[] many = {1.5, 1e-9, 1e300};
        public Nested nested = new Nested();

        @JsonFormat(shape = JsonFormat.Shape.STRING)
        public double text = 2.5;

        @JsonInclude(JsonInclude.Include.NON_DEFAULT)
        public long absent;

        @JsonInclude(JsonInclude.Include.NON_DEFAULT)
        public long present = 5;

        private long hidden = 11;
        private double price;

        @EpochNanos
        public Long boxedTime = 1_500_000_000L;

        @EpochNanos
        public long time = -1;

        public long getHidden() {
            return hidden;
        }

        public Special setHidden(long value) {
            hidden = value;
            return this;
        }

        public double getPrice() {
            return price;
        }

        public void setPrice(double value) {
            price = value;
        }
    }

    public static class Nested {
        public long id = Long.MIN_VALUE;
    }

    public record Point(int x, double y, String name) {}

    private String encoded(Codec<Object> codec, Object event) {
        codec.encode(event, buffer.clear());
        return text();
    }

    private String text() {
        return UTF_8.decode(buffer.flip()).toString();
    }

    private static <T> T decoded(Codec<T> codec, String text) {
        return codec.decode(ByteBuffer.wrap(text.getBytes(UTF_8)));
    }

    @SuppressWarnings("unchecked")
    private static Codec<Object> codec(CodecProvider provider, Class<?> type) {
        return (Codec<Object>) provider.codec(type);
    }

    private void assertAlike(Object event) {
        Codec<Object> json = codec(JSON, event.getClass());
        Codec<Object> plain = codec(PLAIN, event.getClass());
        for (int i = 0; i < 3; i++) {
            String text = encoded(json, event);
            assertThat(text).isEqualTo(encoded(plain, event));
            assertThat(encoded(plain, decoded(json, text)))
                    .isEqualTo(encoded(json, decoded(plain, text)))
                    .isEqualTo(text);
        }
    }

    @Test
    void shouldWriteAndReadOrders() throws Exception {
        EventSource<OrderEvent> source = new OrderEventType().source(1);
        Codec<OrderEvent> json = JSON.codec(OrderEvent.class);
        Codec<OrderEvent> plain = PLAIN.codec(OrderEvent.class);
        for (int i = 0; i < 1_000; i++) {
            OrderEvent event = source.next(i, System.nanoTime());
            json.encode(event, buffer.clear());
            String text = text();
            plain.encode(event, buffer.clear());
            assertThat(text).isEqualTo(text());

            assertThat(decoded(json, text)).usingRecursiveComparison().isEqualTo(event);
        }
        OrderEvent last = source.next(0, 0);
        json.encode(last, buffer.clear());
        Map<?, ?> read = new ObjectMapper().readValue(text(), Map.class);
        assertThat(read).hasSize(22);
        assertThat((Object) read.get("createdNanos")).isEqualTo("2026-01-05T08:00:00Z");
        assertThat((Object) read.get("price")).isEqualTo(last.price);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -0.0, 1.5, 1.0 / 3, 1e7, 1e-300, Double.MAX_VALUE, Double.NaN, Double.NEGATIVE_INFINITY})
    void shouldWriteAndReadAnyDouble(double value) {
        Special event = new Special();
        event.setPrice(value);
        Codec<Object> json = codec(JSON, Special.class);

        Special read = (Special) decoded(json, encoded(json, event));

        assertThat(read.getPrice()).isEqualTo(Double.valueOf(value));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, -1, 999_999_999, 1_000_000_000, Integer.MIN_VALUE, Long.MAX_VALUE, Long.MIN_VALUE})
    void shouldWriteAndReadAnyLong(long value) {
        Special event = new Special();
        event.setHidden(value);
        event.count = (int) value;
        event.time = value;

        assertAlike(event);
    }

    @Test
    void shouldDoAsAnnotated() {
        assertAlike(new Special());
        assertThat(encoded(codec(JSON, Special.class), new Special()))
                .contains("\"text\":\"2.5\"", "\"present\":5", "\"time\":\"1969-12-31T23:59:59.999999999Z\"")
                .doesNotContain("absent");
    }

    @Test
    void shouldTakeRecordsAndValues() {
        assertAlike(new Point(1, 2.5, "a \"b\" \u20ac"));
        assertAlike("text");
        assertAlike(123);
        assertAlike(true);
        assertAlike(List.of(1, 2).toArray(Integer[]::new));
    }

    @Test
    void shouldTakeMessagesLargerThanItsBuffers() {
        for (int length : new int[] {7_996, 7_997, 7_998, 7_999, 8_000, 8_001, 20_000}) {
            assertAlike("x".repeat(length));
            assertAlike(new Point(1, 2, "x".repeat(length)));
        }
    }

    @Test
    void shouldReadNumbersInAnyForm() {
        Codec<Special> json = JSON.codec(Special.class);

        Special read = decoded(json, """
                { "price" : 3, "count": "4", "hidden": 5.0, "time": "1970-01-01T00:00:01Z", "other": [1, {}] }
                """);

        assertThat(read.getPrice()).isEqualTo(3);
        assertThat(read.count).isEqualTo(4);
        assertThat(read.getHidden()).isEqualTo(5);
        assertThat(read.time).isEqualTo(1_000_000_000);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{\"x\":1,\"y\":2.5",
                "{\"x\":1}{\"x\":2}",
                "{\"x\":1} garbage",
                "{\"x\":1,\"x",
                "{\"x\":12345678901}",
                "{\"x\":\"text\"}",
                "[1]",
                "not JSON"
            })
    void shouldRefuseAndGoOn(String text) {
        Codec<Point> json = JSON.codec(Point.class);
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> decoded(json, text)).isInstanceOf(UncheckedIOException.class);
            assertThat(decoded(json, "{\"x\":1,\"y\":2.5,\"name\":\"a\"}")).isEqualTo(new Point(1, 2.5, "a"));
        }
    }

    @Test
    void shouldRefuseGarbageBehindALargeMessage() {
        Codec<Point> json = JSON.codec(Point.class);
        String large = "{\"name\":\"" + "x".repeat(7_980) + "\"}";

        for (int spaces = 0; spaces < 30; spaces++) {
            String padded = large + " ".repeat(spaces);
            assertThat(decoded(json, padded).name()).hasSize(7_980);
            assertThatThrownBy(() -> decoded(json, padded + "x")).isInstanceOf(UncheckedIOException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {10, 9_000})
    void shouldSayThatAnEventDoesNotFit(int length) {
        Codec<Point> json = JSON.codec(Point.class);
        Point large = new Point(1, 2, "x".repeat(length));
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> json.encode(large, ByteBuffer.allocate(length)))
                    .isInstanceOf(BufferOverflowException.class);
            json.encode(new Point(1, 2, "a"), buffer.clear());
            assertThat(text()).isEqualTo("{\"x\":1,\"y\":2.0,\"name\":\"a\"}");
        }
    }
}
