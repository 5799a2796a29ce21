package io.twohop.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.measure.Slices.Slice;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SlicesTest {
    private static final long START = 5_000_000_000L;
    private static final long SLICE = 1 << 20;

    private static List<Slice> all(Slices slices) {
        List<Slice> all = new ArrayList<>();
        slices.forEach(all::add);
        return all;
    }

    @Test
    void shouldKeepWhenMessagesWereDueAndHowLongTheyTook() {
        Slices slices = new Slices(new Window(0, START, START + TimeUnit.SECONDS.toNanos(1)));
        slices.record(START - 1, START + 500);
        slices.record(START, START + 30);
        slices.record(START + SLICE - 1, START + SLICE + 9);
        slices.record(START + SLICE / 2, START + SLICE / 2 + 20);
        slices.record(START + 3 * SLICE, START + 3 * SLICE + 7);

        assertThat(all(slices))
                .containsExactly(new Slice(START, SLICE, 3, 10, 30), new Slice(START + 3 * SLICE, SLICE, 1, 7, 7));
    }

    @Test
    void shouldCutALongWindowIntoLongerSlices() {
        long hour = TimeUnit.HOURS.toNanos(1);
        Slices slices = new Slices(new Window(0, START, START + hour));
        slices.record(START, START + 1);
        slices.record(START + hour - 1, START + hour + 1);

        List<Slice> all = all(slices);
        assertThat(all).hasSize(2);
        assertThat(all.get(0).lengthNanos()).isBetween(hour >> 16, hour >> 15);
        assertThat(all.get(1).endNanos()).isGreaterThanOrEqualTo(START + hour);
    }

    @Test
    void shouldBearIntendedTimesFarOutsideTheWindow() {
        Slices slices = new Slices(new Window(0, START, START + TimeUnit.SECONDS.toNanos(1)));
        for (int bit = 0; bit < Long.SIZE; bit++) {
            slices.record(START ^ 1L << bit, START);
        }

        assertThat(all(slices).stream().mapToLong(Slice::messages).sum()).isLessThanOrEqualTo(Long.SIZE);
    }
}
