package io.twohop.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.result.Delays;
import io.twohop.result.Trust;
import io.twohop.workload.Probe;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DoubtsTest {
    private static Doubts doubts(double upTo, String... untrusted) {
        Trust.Extent extent = new Trust.Extent(upTo, 1L, List.of(untrusted), Map.of());
        return Doubts.of(
                Optional.of(new Trust(0.1, 1, "", Map.of(Probe.END_TO_END, extent), Delays.NONE)), Probe.END_TO_END);
    }

    @Test
    void shouldDoubtNothingWhereNothingIsKnown() {
        Doubts none = Doubts.of(Optional.empty(), Probe.END_TO_END);

        assertThat(none.names()).isEmpty();
        assertThat(none.isAt(99.9999)).isFalse();
    }

    @Test
    void shouldDoubtWhatLiesBetweenTheTrustedPercentileAndADoubtfulFigure() {
        Doubts doubts = doubts(97.5, "p99", "p99.9", "max");

        assertThat(doubts.isAt(97.5)).isFalse();
        assertThat(doubts.isAt(97.6)).as("before p99").isTrue();
        assertThat(doubts.isAt(99)).isTrue();
        assertThat(doubts.isAt(99.95)).as("behind p99.9").isTrue();
    }

    /** Far above anything that the machine did, a latency is trusted again. */
    @Test
    void shouldTrustATailBeyondADoubtfulFigure() {
        Doubts doubts = doubts(97.5, "p99");

        assertThat(doubts.isAt(99.5)).as("behind p99").isTrue();
        assertThat(doubts.isAt(99.95)).isFalse();
    }
}
