package io.twohop.replay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class LongRingTest {
    @Test
    void shouldRefuseWhatHasNoRoomAndSayWhenThereIsNothing() {
        LongRing ring = new LongRing(2);

        assertThat(ring.poll()).isEqualTo(LongRing.EMPTY);
        assertThat(ring.offer(1)).isTrue();
        assertThat(ring.offer(2)).isTrue();
        assertThat(ring.offer(3)).isFalse();
        assertThat(ring.poll()).isEqualTo(1);
        assertThat(ring.offer(3)).isTrue();
        assertThat(ring.poll()).isEqualTo(2);
        assertThat(ring.poll()).isEqualTo(3);
        assertThat(ring.poll()).isEqualTo(LongRing.EMPTY);
    }

    @Test
    @Timeout(60)
    void shouldHandOverEveryNumberInOrder() throws Exception {
        LongRing ring = new LongRing(64);
        long count = 200_000;
        Thread writer = new Thread(() -> {
            for (long i = 0; i < count; ) {
                if (ring.offer(i)) {
                    i++;
                } else {
                    Thread.yield();
                }
            }
        });
        writer.start();

        for (long i = 0; i < count; ) {
            long value = ring.poll();
            if (value == LongRing.EMPTY) {
                Thread.yield();
            } else {
                assertThat(value).isEqualTo(i++);
            }
        }
        writer.join();
        assertThat(ring.poll()).isEqualTo(LongRing.EMPTY);
    }
}
