package io.twohop.event.field;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MessageIdsTest {
    @Test
    void shouldNumberTheMessagesOfAllProducersOnce() {
        MessageIds ids = new MessageIds("twohop-1", 3);
        Set<Long> numbers = new HashSet<>();
        for (int producer = 0; producer < 3; producer++) {
            for (long sequence = 0; sequence < 100; sequence++) {
                long n = ids.of(producer, sequence);
                numbers.add(n);
                assertThat(ids.producer(n)).isEqualTo(producer);
                assertThat(ids.sequence(n)).isEqualTo(sequence);
                assertThat(ids.isCanary(n)).isFalse();
            }
        }
        assertThat(numbers).hasSize(300).allMatch(n -> n >= 100_000 && n < 100_300);
    }

    @Test
    void shouldKeepNumbersForCanaries() {
        MessageIds ids = new MessageIds("twohop-1", 2);

        assertThat(ids.ofCanary(0)).isZero();
        assertThat(ids.isCanary(ids.ofCanary(99_999))).isTrue();
        assertThat(ids.isCanary(IdForm.ABSENT)).isFalse();
        assertThatThrownBy(() -> ids.ofCanary(100_000)).hasMessage("canary: 100000");
    }

    /** Three processes of two producers each receive all replies, and each number belongs to one of them. */
    @Test
    void shouldGiveEachProcessItsOwnNumbers() {
        Set<Long> canaries = new HashSet<>();
        for (int load = 0; load < 3; load++) {
            MessageIds ids = new MessageIds("twohop-1", load, 3, 2);
            assertThat(ids.ownProducers()).isEqualTo(2);
            for (int producer = 0; producer < 6; producer++) {
                assertThat(ids.producer(ids.of(producer, 7))).isEqualTo(producer);
                assertThat(ids.ownPlace(producer)).isEqualTo(producer / 2 == load ? producer % 2 : -1);
            }
            for (int i = 0; i < 10; i++) {
                canaries.add(ids.ofCanary(i));
            }
            assertThat(ids.canaries()).isEqualTo(33_333);
            assertThat(ids.isCanary(ids.ofCanary(33_332))).isTrue();
        }
        assertThat(canaries).hasSize(30);
    }

    @Test
    void shouldTellRunsApartInAllBits() {
        int[] differing = new int[Long.SIZE];
        for (int run = 0; run < 1_000; run++) {
            long bits = new MessageIds("twohop-" + run, 1).tag() ^ new MessageIds("twohop-" + (run + 1), 1).tag();
            for (int bit = 0; bit < Long.SIZE; bit++) {
                differing[bit] += (int) (bits >>> bit & 1);
            }
        }
        assertThat(Arrays.stream(differing).boxed())
                .allSatisfy(count -> assertThat(count).isBetween(400, 600));
    }
}
