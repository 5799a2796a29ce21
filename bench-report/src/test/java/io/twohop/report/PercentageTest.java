package io.twohop.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class PercentageTest {
    @Test
    void shouldPlaceANineMoreAtEachWholeNumber() {
        assertThat(Percentage.axis()).isSorted().doesNotHaveDuplicates().contains(1.0, 2.0, 3.0, 4.0, 5.0, 6.0);
        assertThat(Percentage.at(Percentage.axis().get(0))).isEqualTo(50, within(1e-9));
        assertThat(Percentage.at(1)).isEqualTo(90, within(1e-9));
        assertThat(Percentage.at(3)).isEqualTo(99.9, within(1e-9));
        assertThat(Percentage.axis().get(Percentage.axis().size() - 1)).isEqualTo(6);
    }

    @Test
    void shouldEndWhereFewerThanTenSamplesLieBeyond() {
        Histogram histogram = new Histogram(3);
        for (int i = 1; i <= 10_000; i++) {
            histogram.recordValue(i);
        }

        List<Long> curve = Percentage.curve(histogram);

        // Ten of ten thousand lie beyond 99.9 %.
        assertThat(Percentage.axis().get(curve.size() - 1)).isEqualTo(3);
        assertThat(curve.get(Percentage.axis().indexOf(1.0))).isBetween(8_995L, 9_007L);
        assertThat(Percentage.curve(new Histogram(3))).isEmpty();
    }
}
