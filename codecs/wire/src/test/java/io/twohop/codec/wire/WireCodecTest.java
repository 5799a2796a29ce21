package io.twohop.codec.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.twohop.codec.Codec;
import io.twohop.codec.CodecProvider;
import io.twohop.event.EventSource;
import io.twohop.event.OrderEvent;
import io.twohop.event.OrderEventType;
import java.lang.management.ManagementFactory;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class WireCodecTest {
    private static final int MESSAGES = 1_000_000;
    private static final int WARMUP = 100_000;

    private final EventSource<OrderEvent> source = new OrderEventType().source(1);
    private final ByteBuffer message = ByteBuffer.allocateDirect(2_048).order(ByteOrder.nativeOrder());

    static Stream<CodecProvider> providers() {
        return Stream.of(new WireCodecProvider(), new NamedWireCodecProvider());
    }

    @ParameterizedTest
    @MethodSource("providers")
    void shouldReadBackEveryField(CodecProvider provider) {
        Codec<OrderEvent> codec = provider.codec(OrderEvent.class);
        for (int i = 0; i < 1_000; i++) {
            OrderEvent sent = source.next(i, -i);
            message.clear().position(32);
            codec.encode(sent, message);
            message.flip().position(32);
            assertThat(codec.decode(message)).usingRecursiveComparison().isEqualTo(sent);
        }
    }

    @ParameterizedTest
    @MethodSource("providers")
    void shouldAllocateNothingPerMessage(CodecProvider provider) {
        Codec<OrderEvent> codec = provider.codec(OrderEvent.class);
        roundTrips(codec, WARMUP);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
        roundTrips(codec, MESSAGES);
        long allocated = threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;

        assertThat(allocated / (double) MESSAGES).isLessThan(0.05);
    }

    @Test
    void shouldRefuseAnEventThatDoesNotFit() {
        Codec<OrderEvent> codec = new WireCodecProvider().codec(OrderEvent.class);
        ByteBuffer tooSmall = ByteBuffer.allocateDirect(40).order(ByteOrder.nativeOrder());

        assertThatThrownBy(() -> codec.encode(source.next(0, 0), tooSmall))
                .isInstanceOfAny(BufferOverflowException.class, IndexOutOfBoundsException.class);
    }

    @Test
    void shouldBeFoundByName() {
        List<String> names = ServiceLoader.load(CodecProvider.class).stream()
                .map(provider -> provider.get().name())
                .toList();

        assertThat(names).contains("json", "wire", "wire-named");
    }

    private void roundTrips(Codec<OrderEvent> codec, int count) {
        for (int i = 0; i < count; i++) {
            message.clear();
            codec.encode(source.next(i, i), message);
            message.flip();
            codec.decode(message);
        }
    }
}
