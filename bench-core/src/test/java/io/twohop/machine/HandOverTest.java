package io.twohop.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class HandOverTest {
    @Test
    void shouldKnowNoOtherCoreWhereThereIsOne() {
        assertThat(HandOver.nanos(1)).isNull();
    }

    /** As where the other thread gets no core. */
    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void shouldGiveUpInTheMiddleOfABatch() {
        AtomicLong nanos = new AtomicLong();

        Double handOver = HandOver.nanos((there, back) -> {}, () -> nanos.addAndGet(1_000_000));

        assertThat(handOver).isNull();
        assertThat(nanos.get()).as("after fifty milliseconds").isEqualTo(51_000_000);
    }

    /** On a busy machine there may be no second core to see. */
    @Test
    void shouldTakeSomeNanosecondsAndLeaveNoThreadBehind() throws Exception {
        Double nanos = HandOver.nanos(2);

        assertThat(nanos)
                .satisfiesAnyOf(
                        known -> assertThat(known).isNull(),
                        known -> assertThat(known).isBetween(1.0, 1e6));
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().equals("hand-over")) {
                thread.join(10_000);
                assertThat(thread.isAlive()).isFalse();
            }
        }
    }
}
