package io.twohop.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.twohop.config.Size;
import io.twohop.measure.WorkMeter;
import io.twohop.result.ServiceLoad;
import io.twohop.workload.Arrivals;
import io.twohop.workload.ServiceOptions;
import java.util.List;
import org.junit.jupiter.api.Test;

class ServiceLoadsTest {
    private static final ServiceOptions SERVICE = ServiceOptions.of("mine");

    /** Each took 20 us. */
    private static WorkMeter.Sum constant(long messages) {
        return new WorkMeter.Sum(messages, messages * 20_000, messages * 4e8);
    }

    @Test
    void shouldExpectTheWaitOfPoissonArrivals() {
        ServiceLoad load = ServiceLoads.of(SERVICE, List.of(constant(100)), 25_000, Arrivals.Kind.POISSON);

        assertThat(load.utilisation()).isCloseTo(0.5, within(1e-9));
        assertThat(load.meanNanos()).isEqualTo(20_000);
        assertThat(load.expectedWaitNanos()).isCloseTo(10_000, within(1e-6));
        assertThat(load.instances().get(0).variation()).isZero();
    }

    @Test
    void shouldDivideMessagesAmongInstancesAsTheyTookThem() {
        ServiceLoad load =
                ServiceLoads.of(SERVICE, List.of(constant(100), constant(300)), 40_000, Arrivals.Kind.POISSON);

        assertThat(load.instances()).extracting(ServiceLoad.Instance::perSecond).containsExactly(10_000.0, 30_000.0);
        assertThat(load.instances().get(0).utilisation()).isCloseTo(0.2, within(1e-9));
        assertThat(load.instances().get(1).utilisation()).isCloseTo(0.6, within(1e-9));
        assertThat(load.utilisation()).isCloseTo(0.4, within(1e-9));
        // 2.5 us of a quarter of them, and 15 us of the rest.
        assertThat(load.expectedWaitNanos()).isCloseTo(0.25 * 2_500 + 0.75 * 15_000, within(1e-6));
    }

    @Test
    void shouldExpectNothingOfOtherArrivalsOrTooMany() {
        assertThat(ServiceLoads.of(SERVICE, List.of(constant(1)), 25_000, Arrivals.Kind.CONSTANT)
                        .expectedWaitNanos())
                .isNull();
        ServiceLoad asked = ServiceLoads.of(SERVICE, List.of(constant(1)), 60_000, Arrivals.Kind.POISSON);
        assertThat(asked.expectedWaitNanos()).isNull();
        assertThat(asked.utilisation()).isCloseTo(1.2, within(1e-9));
    }

    @Test
    void shouldSayNothingWhereNoServiceIsKnown() {
        assertThat(ServiceLoads.of(SERVICE, List.of(), 1, Arrivals.Kind.POISSON))
                .isNull();
        assertThat(ServiceLoads.of(SERVICE, List.of(constant(0)), 1, Arrivals.Kind.POISSON))
                .isNull();
    }

    @Test
    void shouldSayWhatTheServiceAllocates() {
        assertThat(ServiceLoads.of(SERVICE, List.of(constant(1)), 1, Arrivals.Kind.CONSTANT)
                        .allocatedBytes())
                .isNull();
        assertThat(ServiceLoads.of(
                                ServiceOptions.allocate(new Size(2_048)),
                                List.of(constant(1)),
                                1,
                                Arrivals.Kind.CONSTANT)
                        .allocatedBytes())
                .isEqualTo(2_048);
    }
}
