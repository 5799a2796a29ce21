package io.twohop.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.account.Interval;
import io.twohop.account.Interval.Phase;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OwnSlicesTest {
    private static final long SECOND = 1_000_000_000;

    private static Interval second(Phase phase, int number, long due) {
        return new Interval(phase, number * SECOND, (number + 1) * SECOND, SECOND, due, due, due, 0, 0, 0, Map.of());
    }

    @Test
    void shouldCountItsOwnAndNameThoseThatTheMachineStalled() {
        List<Interval> intervals = new ArrayList<>(List.of(second(Phase.WARMUP, -1, 900)));
        for (int number = 0; number < 8; number++) {
            intervals.add(second(Phase.MEASURE, number, number % 4 == 0 || number % 4 == 3 ? 900 : 0));
        }
        intervals.add(second(Phase.DRAIN, 8, 1));

        OwnSlices slices = OwnSlices.of(
                intervals,
                slice -> slice.startNanos() == 3 * SECOND
                        ? 0.01 * SECOND
                        : slice.startNanos() == 4 * SECOND ? 0.0099 * SECOND : slice.due() == 0 ? SECOND : 0);

        assertThat(slices.measured()).isEqualTo(4);
        assertThat(slices.stalledAtSeconds()).containsExactly(3.0);
    }
}
