package io.twohop.agents;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.finding.Finding;
import io.twohop.pipeline.ServiceClocks;
import io.twohop.result.LatencySummary;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class ServiceTimesTest {
    private static final long READ = 40;

    private final Member load = member(1, AgentRole.LOAD, "a");
    private final Member near = member(2, AgentRole.SERVICE, "a");
    private final Member far = member(3, AgentRole.SERVICE, "b");

    private static Member member(int number, AgentRole role, String machine) {
        return new Member(
                number,
                new AgentInfo("id", "host-" + machine, "b", "17", 2, machine, "tsc", "", Set.of(role), Map.of()),
                role);
    }

    /** Of the load, and of one service. */
    private Map<Member, MachineClocks> clocks(Member service, Long loadBound, long serviceAhead, Long serviceBound) {
        Map<Member, MachineClocks> clocks = new HashMap<>();
        clocks.put(load, new MachineClocks(1_000, READ, loadBound));
        clocks.put(service, new MachineClocks(serviceAhead, READ, serviceBound));
        return clocks;
    }

    private Map<Member, LatencySummary> median(long nanos) {
        Histogram histogram = new Histogram(3);
        histogram.recordValue(nanos);
        return Map.of(load, LatencySummary.of(histogram));
    }

    @Test
    void shouldNeedNoWallClockOnOneMachine() {
        ServiceTimes times = new ServiceTimes(List.of(near), clocks(near, null, 1_000, null));
        times.after(clocks(near, null, 1_000, null));

        assertThat(times.of(load)).isEqualTo(new ServiceClocks(true, List.of(0L)));
        assertThat(times.withinNanos(load)).contains(2 * READ);
        assertThat(times.objection(median(10_000))).isEmpty();
        assertThat(times.exactness(List.of(load))).isEmpty();
    }

    @Test
    void shouldAddTheBoundsOfBothAndWhatTheyMovedMeanwhile() {
        ServiceTimes times = new ServiceTimes(List.of(far), clocks(far, 300L, 501_000, 700L));
        times.after(clocks(far, 500L, 500_800, 600L));

        assertThat(times.of(load)).isEqualTo(new ServiceClocks(true, List.of(500_000L)));
        assertThat(times.withinNanos(load)).contains(500 + 700 + 200 + 2 * READ);
        assertThat(times.objection(median(15_000))).isEmpty();
        assertThat(times.exactness(List.of(load)))
                .map(Finding::text)
                .contains("toService may be off by 1.5 us, by the wall clocks of several machines");
        assertThat(times.objection(median(14_000)))
                .map(Finding::text)
                .contains("toService is absent: it may be off by 1.5 us, with a median of 14.0 us");
    }

    @Test
    void shouldNameAMachineWhoseClockNothingBounds() {
        ServiceTimes times = new ServiceTimes(List.of(near, far), unbounded());
        times.after(unbounded());

        assertThat(times.of(load)).isEqualTo(ServiceClocks.UNKNOWN);
        assertThat(times.objection(Map.of(load, median(1_000).get(load))))
                .map(Finding::text)
                .contains("toService is absent: nothing bounds the wall clock of agent-3 (host-b, service)");
    }

    private Map<Member, MachineClocks> unbounded() {
        Map<Member, MachineClocks> clocks = clocks(far, 300L, 0, null);
        clocks.put(near, new MachineClocks(1_000, READ, 300L));
        return clocks;
    }

    @Test
    void shouldNotRelyOnClocksThatWereReadOnce() {
        ServiceTimes times = new ServiceTimes(List.of(far), clocks(far, 300L, 0, 700L));

        assertThat(times.withinNanos(load)).isEqualTo(Optional.empty());
        assertThat(times.objection(median(1_000_000)))
                .map(Finding::text)
                .contains("toService is absent: clocks were not read again after the run");
    }
}
