package io.twohop.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyOrderTest {
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldFindWhatComesBehindALaterMessageOfItsKeyAlone(boolean shared) {
        KeyOrder order = new KeyOrder(2, 3, shared);

        assertThat(order.isBehind(0, 0, 5)).isFalse();
        assertThat(order.isBehind(0, 1, 3)).as("another key").isFalse();
        assertThat(order.isBehind(1, 0, 1)).as("another producer").isFalse();
        assertThat(order.isBehind(0, 0, 4)).as("overtaken").isTrue();
        assertThat(order.isBehind(0, 0, 2)).as("overtaken by two").isTrue();
        assertThat(order.isBehind(0, 0, 6)).as("the next").isFalse();
        assertThat(order.isBehind(0, 2, 0)).as("the first of all").isFalse();
        assertThat(order.isBehind(1, 2, Long.MAX_VALUE - 1)).isFalse();
    }

    /** Two threads take turns with one key: each message is behind those of the other that came before, or it is not. */
    @Test
    void shouldForgetNothingWhereThreadsShareIt() throws Exception {
        int messages = 100_000;
        KeyOrder order = new KeyOrder(1, 1, true);
        AtomicLong ahead = new AtomicLong();
        Runnable arriving = () -> {
            for (long sequence = 0; sequence < messages; sequence++) {
                if (!order.isBehind(0, 0, sequence)) {
                    ahead.incrementAndGet();
                }
            }
        };
        Thread one = new Thread(arriving);
        Thread other = new Thread(arriving);
        one.start();
        other.start();
        one.join();
        other.join();

        assertThat(ahead).as("each sequence is the newest once").hasValueLessThanOrEqualTo(messages);
        assertThat(order.isBehind(0, 0, messages - 1)).isTrue();
        assertThat(order.isBehind(0, 0, messages)).isFalse();
    }
}
