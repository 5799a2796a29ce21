package io.twohop.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.account.FlowSum;
import org.junit.jupiter.api.Test;

class FlowTest {
    private static final int MEASURED_FROM = 100;

    private final Flow flow = new Flow(new Window(0, MEASURED_FROM, 200));

    @Test
    void shouldCountWhatPassesInEachPhase() {
        flow.record(50, 1_000, 51, 52);
        flow.record(MEASURED_FROM, 20, 101, 102);
        flow.record(110, 10, 111, 112);
        flow.record(120, 40, 121, 122);
        flow.record(130, 30, 131, 132);

        assertThat(flow.measured()).isEqualTo(new FlowSum(4, 100, 10, 40, 101, 132));
        assertThat(flow.all()).isEqualTo(new FlowSum(5, 1_100, 10, 1_000, 51, 132));
    }

    @Test
    void shouldTakeNothingFromAFlowThatHadNone() {
        FlowSum some = new FlowSum(2, 30, 10, 20, 5, 6);

        assertThat(flow.measured()).isEqualTo(FlowSum.NONE);
        assertThat(flow.measured().plus(some)).isEqualTo(some);
        assertThat(some.plus(flow.measured())).isEqualTo(some);
        assertThat(some.plus(new FlowSum(1, 5, 5, 5, 1, 2))).isEqualTo(new FlowSum(3, 35, 5, 20, 1, 6));
    }
}
