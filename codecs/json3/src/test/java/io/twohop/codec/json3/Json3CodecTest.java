package io.twohop.codec.json3;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.twohop.codec.Codec;
import io.twohop.codec.CodecProvider;
import io.twohop.codec.json.JsonCodecProvider;
import io.twohop.event.EventSource;
import io.twohop.event.OrderEvent;
import io.twohop.event.OrderEventType;
import java.io.UncheckedIOException;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Beside the {@code json} codec, whose text has the same values. */
class Json3CodecTest {
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(4_096);
    private final Codec<OrderEvent> codec = new Json3CodecProvider().codec(OrderEvent.class);
    private final Codec<OrderEvent> json = new JsonCodecProvider().codec(OrderEvent.class);
    private final EventSource<OrderEvent> source = new OrderEventType().source(1);

    private static String text(ByteBuffer written) {
        return UTF_8.decode(written.flip()).toString();
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(UTF_8));
    }

    @Test
    void shouldBeFoundByName() {
        assertThat(ServiceLoader.load(CodecProvider.class))
                .filteredOn(found -> found.name().equals("json3"))
                .hasSize(1);
    }

    @Test
    void shouldWriteTheValuesOfTheJsonCodecAndReadItsText() throws Exception {
        ObjectMapper jackson2 = new ObjectMapper();
        for (int i = 0; i < 1_000; i++) {
            OrderEvent event = source.next(i, -i);
            codec.encode(event, buffer.clear());
            String text = text(buffer);
            json.encode(event, buffer.clear());
            String ofJson = text(buffer);

            assertThat(jackson2.readTree(text)).isEqualTo(jackson2.readTree(ofJson));
            assertThat(codec.decode(bytes(ofJson))).usingRecursiveComparison().isEqualTo(event);
            assertThat(json.decode(bytes(text))).usingRecursiveComparison().isEqualTo(event);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MIN_VALUE, -1, 0, 1, Long.MAX_VALUE})
    void shouldReturnAnyDateTime(long nanos) {
        OrderEvent event = new OrderEvent();
        event.createdNanos = nanos;
        codec.encode(event, buffer.clear());

        assertThat(codec.decode(buffer.flip()).createdNanos).isEqualTo(nanos);
        assertThat(buffer.hasRemaining()).isFalse();
    }

    @Test
    void shouldThrowWhatTheHarnessExpectsWhenAnEventDoesNotFit() {
        assertThatThrownBy(() -> codec.encode(source.next(1, 1), ByteBuffer.allocateDirect(100)))
                .isInstanceOf(BufferOverflowException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{\"quantity\":", "{\"createdNanos\":\"soon\"}", "{\"quantity\":\"many\"}", "{} {}"})
    void shouldRefuseWhatIsNoEvent(String text) {
        assertThatThrownBy(() -> codec.decode(bytes(text))).isInstanceOf(UncheckedIOException.class);
    }
}
