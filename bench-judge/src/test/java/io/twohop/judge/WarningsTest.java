package io.twohop.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.account.Accounting;
import io.twohop.account.Acknowledged;
import io.twohop.account.Histograms;
import io.twohop.account.Integrity;
import io.twohop.account.Interval;
import io.twohop.account.Interval.Phase;
import io.twohop.account.LayoutCapacity;
import io.twohop.account.Ledger;
import io.twohop.account.Reported;
import io.twohop.account.ThreadLayout;
import io.twohop.finding.Finding;
import io.twohop.finding.Rules;
import io.twohop.result.Costs;
import io.twohop.result.Costs.ProcessCost;
import io.twohop.result.Costs.ThreadCost;
import io.twohop.result.Delays;
import io.twohop.result.Faults;
import io.twohop.result.Floor;
import io.twohop.result.Fork;
import io.twohop.result.LatencySummary;
import io.twohop.result.Memory;
import io.twohop.result.Pauses;
import io.twohop.result.Rates;
import io.twohop.result.Times;
import io.twohop.result.Trust;
import io.twohop.testing.model.ForkBuilder;
import io.twohop.workload.Idle;
import io.twohop.workload.Layout;
import io.twohop.workload.Probe;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class WarningsTest {
    private static final long SECOND = 1_000_000_000L;

    private static final Longer LONGER =
            Longer.than(Duration.ofSeconds(30), Duration.ofMinutes(1), Duration.ofSeconds(2));

    private static List<Finding> warningsOf(List<Fork> forks, Floor floor) {
        return Warnings.of(forks, Optional.ofNullable(floor), LONGER);
    }

    /** A fork that measured ten seconds. */
    private static Fork fork(long compiledNanos, long classesLoaded) {
        Pauses pauses = new Pauses(Map.of(), 0, Times.NONE, 0, new Times(70, compiledNanos, compiledNanos));
        Memory memory = new Memory(
                "G1", 1, 1, 1, null, 1, 1, null, classesLoaded, null, null, pauses, pauses, List.of(), List.of());
        Interval interval = new Interval(Phase.MEASURE, 0, 10 * SECOND, 10 * SECOND, 1, 1, 1, 0, 0, 0, Map.of());
        return new ForkBuilder(1)
                .rates(new Rates(1_000, 1_000, 1_000))
                .memory(memory)
                .intervals(List.of(interval))
                .build();
    }

    @Test
    void shouldWarnWhenTheJvmWasStillWarmingUp() {
        assertThat(warningsOf(List.of(fork(SECOND, 0)), null))
                .extracting(Finding::text)
                .containsExactly("the JVM was still warming up while it was measured: 70 methods compiled in 1.00 s,"
                        + " 0 classes loaded");
        assertThat(warningsOf(List.of(fork(0, 1_000)), null)).hasSize(1);
    }

    @Test
    void shouldNotWarnOfWhatIsOnlyShown() {
        Finding noted = Rules.LEAST_ACHIEVED_CHANGED.found("95 %", "99 %");

        assertThat(warningsOf(List.of(fork(0, 0).disturbed(List.of(noted))), null))
                .isEmpty();
    }

    @Test
    void shouldNameWhoKeptTheDiskBusy() {
        Delays delays = new Delays(List.of(
                new Delays.Delay(5, 200, "the disk was busy for dd (pid 7)"),
                new Delays.Delay(5, 300, "no core left for generator-0"),
                new Delays.Delay(4, 20, "the disk was busy for a short-lived process"),
                new Delays.Delay(3, 200, "the disk was busy for dd (pid 7)")));
        Fork fork = withMedian(100_000);
        Trust trust = new Trust(0, 0, null, Map.of(), delays);

        assertThat(warningsOf(
                        List.of(fork.explained(
                                fork.recorded().memory(), fork.recorded().tail(), trust)),
                        null))
                .extracting(Finding::text)
                .containsExactly(
                        "the disk was busy for dd (pid 7): that delayed 40.0 % of messages",
                        "the disk was busy for a short-lived process: that delayed 2.0 % of messages");
    }

    @Test
    void shouldAdviseMoreThanTheRunHad() {
        assertThat(warningsOf(List.of(fork(SECOND, 0)), null))
                .extracting(Finding::remedy)
                .containsExactly("warm up longer, for example with -Dwarmup=1m");
        assertThat(warningsOf(List.of(laidOut(Layout.SHARED, 900)), null))
                .extracting(Finding::remedy)
                .containsExactly("measure longer, for example with -Dduration=2m, on a quiet machine");
        assertThat(warningsOf(List.of(withMedian(100_000)), Floor.of(Floor.LOOPBACK, withMedian(1_000_000))))
                .extracting(Finding::remedy)
                .containsExactly("ignore the floor, or measure it longer with -Dfloor=10s");
    }

    @Test
    void shouldNotWarnOfStragglers() {
        assertThat(warningsOf(List.of(fork(SECOND / 10, 30)), null)).isEmpty();
        assertThat(warningsOf(List.of(fork(SECOND, 0).explained(null, null, null)), null))
                .isEmpty();
    }

    private static Fork withMedian(long nanos) {
        Histogram latencies = Histograms.newHistogram();
        latencies.recordValueWithCount(nanos, 1_000);
        Fork fork = fork(0, 0);
        return new ForkBuilder(1)
                .rates(fork.rates())
                .probes(Map.of(Probe.END_TO_END, LatencySummary.of(latencies)))
                .build();
    }

    @Test
    void shouldWarnOfAFloorAboveTheRunItself() {
        Floor floor = Floor.of(Floor.LOOPBACK, withMedian(1_000_000));

        assertThat(warningsOf(List.of(withMedian(100_000)), floor))
                .extracting(Finding::text)
                .containsExactly("the floor's median is above the run's own: it had not settled when it was measured");
        assertThat(warningsOf(List.of(withMedian(900_000)), floor)).isEmpty();
        assertThat(warningsOf(List.of(fork(0, 0)), floor)).isEmpty();
    }

    /** @param achieved within the window; the others came later */
    private static Fork laidOut(Layout layout, long achieved, String... agents) {
        return laidOut(layout, Ledger.of(1_000, achieved, 1_000 - achieved, 0, Reported.NONE), agents);
    }

    private static Fork laidOut(Layout layout, Ledger window, String... agents) {
        return laidOut(
                new ThreadLayout(layout, Idle.SPIN, false, List.of(List.of(agents)), 2, null, null, null), window);
    }

    private static Fork laidOut(ThreadLayout layout, Ledger window) {
        return new ForkBuilder(1)
                .rates(new Rates(1_000, 1_000, window.arrived()))
                .accounting(account(window))
                .layout(layout)
                .build();
    }

    @Test
    void shouldForgetAForecastThatDidNotComeTrue() {
        Finding forecast = Rules.RATE_BEYOND_TRIAL.found(1_000.0, "one thread carried 900/s");
        ThreadLayout shared =
                new ThreadLayout(Layout.SHARED, Idle.SPIN, false, List.of(List.of("sink-0")), 2, null, null, forecast);

        assertThat(warningsOf(List.of(laidOut(shared, Ledger.of(1_000, 1_000, 0, 0, Reported.NONE))), null))
                .isEmpty();
        assertThat(warningsOf(List.of(laidOut(shared, Ledger.of(1_000, 900, 100, 0, Reported.NONE))), null))
                .contains(forecast);
    }

    private static Accounting account(Ledger window) {
        return new Accounting(
                window.due(),
                window.due(),
                window.due(),
                window.lost(),
                window.undelivered(),
                0,
                0,
                0,
                null,
                0,
                window.failed(),
                0,
                0,
                window,
                List.of(),
                List.of(),
                window.reported(),
                Integrity.NONE,
                Acknowledged.NONE);
    }

    @Test
    void shouldWarnOfLatenciesBelowZero() {
        Ledger window = Ledger.of(1_000, 1_000, 0, 0, Reported.NONE);
        Fork fork = new ForkBuilder(1)
                .rates(new Rates(1_000, 1_000, 1_000))
                .accounting(account(window).plusService(Reported.NONE, 0, Integrity.belowZero(3), Acknowledged.NONE))
                .build();

        assertThat(warningsOf(List.of(fork), null))
                .extracting(Finding::text)
                .containsExactly("3 latencies were below zero, and count as zero");
    }

    private static List<Finding> warningsOfMissed(int cores, String reason, LayoutCapacity capacity, String... tasks) {
        ThreadLayout single = new ThreadLayout(
                Layout.SINGLE, Idle.SPIN, false, List.of(List.of(tasks)), cores, reason, capacity, null);
        return warningsOf(List.of(laidOut(single, Ledger.of(1_000, 900, 100, 0, Reported.NONE))), null).stream()
                .filter(warning -> warning.text().contains("did not keep up"))
                .toList();
    }

    @Test
    void shouldNameAnotherLayoutOnlyIfATrialFoundItBetter() {
        LayoutCapacity more = new LayoutCapacity(1_000, 0.95, 2_000, 4_000.0);
        LayoutCapacity less = new LayoutCapacity(1_000, 0.95, 900, 1_000.0);
        LayoutCapacity unknown = new LayoutCapacity(1_000, 0.95, 2_000, null);

        assertThat(warningsOfMissed(2, "since", more, "generator-0", "service-0", "sink-0"))
                .containsExactly(Rules.FULL_THREAD_OF_TWO.found("did all the work"));
        assertThat(warningsOfMissed(2, "since", less, "generator-0", "service-0", "sink-0"))
                .containsExactly(Rules.FULL_THREAD.found("did all the work"));
        assertThat(warningsOfMissed(2, "since", unknown, "generator-0", "sink-0"))
                .containsExactly(Rules.FULL_THREAD.found("sent and received"));
        assertThat(warningsOfMissed(1, "since", null, "generator-0", "service-0", "sink-0"))
                .containsExactly(Rules.FULL_THREAD.found("did all the work"));
    }

    @Test
    void shouldLetAutoChooseWhereTheWorkloadAskedForOneThread() {
        assertThat(warningsOfMissed(2, null, null, "generator-0", "service-0", "sink-0"))
                .containsExactly(Rules.FULL_THREAD_AS_ASKED.found("did all the work"));
        assertThat(warningsOfMissed(1, null, null, "generator-0", "service-0", "sink-0"))
                .containsExactly(Rules.FULL_THREAD.found("did all the work"));
        assertThat(warningsOf(List.of(laidOut(Layout.SINGLE, 1_000)), null)).isEmpty();
        assertThat(warningsOf(List.of(laidOut(Layout.SHARED, 900)), null))
                .extracting(Finding::remedy)
                .noneMatch(remedy -> remedy.contains("-Dlayout"));
    }

    @Test
    void shouldNotCallLateWhatFailedOrWasLost() {
        Ledger failed = Ledger.of(1_000, 800, 1, 0, new Reported(199, 0));
        Ledger lost = Ledger.of(1_000, 800, 1, 0, Reported.NONE);

        assertThat(warningsOf(List.of(laidOut(Layout.SINGLE, failed), laidOut(Layout.SINGLE, lost)), null))
                .isEmpty();
    }

    /** What a fault held up, no layout would have brought. */
    @Test
    void shouldNotNameAnotherLayoutAfterAFault() {
        Fork behind = laidOut(Layout.SINGLE, Ledger.of(1_000, 800, 0, 200, Reported.NONE));
        Fork faulty = new ForkBuilder(behind)
                .faults(new Faults(List.of(), 0, 0, 0, 200, null, null, null, List.of(), 0))
                .build();

        assertThat(warningsOf(List.of(behind), null)).hasSize(1);
        assertThat(warningsOf(List.of(faulty), null)).isEmpty();
    }

    private static Costs waiting(String process, double waitedSeconds) {
        ThreadCost thread = new ThreadCost("server", "io", 3, 1, 0, waitedSeconds, 100);
        return new Costs(10, 1, List.of(new ProcessCost(process, 1L, null, null, List.of(thread))), null, null);
    }

    private static List<Finding> warnings(Costs costs) {
        return warningsOf(List.of(new ForkBuilder(fork(0, 0)).costs(costs).build()), null);
    }

    @Test
    void shouldSayThatOtherProgramsTookCores() {
        assertThat(warnings(new Costs(10, 1, List.of(), 5.1, null)))
                .extracting(Finding::text)
                .containsExactly(
                        "everything else on the machine, a shared server included, took 0.51 cores while it was"
                                + " measured");
        assertThat(warnings(new Costs(10, 1, List.of(), 2.0, null))).isEmpty();
    }

    @Test
    void shouldSayThatAServerWaitedForACore() {
        assertThat(warnings(waiting("broker-1", 2.5)))
                .extracting(Finding::text)
                .containsExactly("broker-1's threads waited for a core, all together 0.25 s of each second");
        assertThat(warnings(waiting("broker-1", 0.9))).isEmpty();
        // Of this process, the verdict's trust says more.
        assertThat(warnings(waiting(Costs.MEASURING, 2.5))).isEmpty();
    }

    /** As in older results: it is not shown as one, since they looked for messages every 50 us only. */
    @Test
    void shouldNotWarnOfAFloorOfParkedConsumers() {
        ThreadLayout parked =
                new ThreadLayout(Layout.DEDICATED, Idle.PARK, false, List.of(List.of("sink-0")), 2, null, null, null);
        Floor floor = new Floor(
                null, new Rates(1_000, 1_000, 1_000), withMedian(1_000_000).probes(), parked, null);

        assertThat(warningsOf(List.of(withMedian(100_000)), floor)).isEmpty();
    }
}
