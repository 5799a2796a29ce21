package io.twohop.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twohop.account.LayoutCapacity;
import io.twohop.account.ThreadLayout;
import io.twohop.finding.Finding;
import io.twohop.finding.Rules;
import io.twohop.pipeline.LayoutChoice.Conditions;
import io.twohop.workload.Idle;
import io.twohop.workload.Layout;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LayoutChoiceTest {
    private static final int SPARE = 1;
    private static final LayoutTried NOT_TRIED = LayoutTried.NOT_TRIED;

    private static ThreadLayout choose(Layout layout, Conditions given, int consumers) {
        return LayoutChoice.choose(
                layout, Idle.AUTO, given, tasks("generator", 1), tasks("service", consumers), tasks("sink", consumers));
    }

    private static List<String> tasks(String role, int count) {
        return IntStream.range(0, count).mapToObj(number -> role + "-" + number).toList();
    }

    private static Conditions cores(int cores) {
        return new Conditions(cores, SPARE, 0, false, NOT_TRIED);
    }

    private static Conditions blocking(int cores) {
        return new Conditions(cores, SPARE, 0, true, NOT_TRIED);
    }

    private static LayoutTried carried(double single, Double shared) {
        return LayoutTried.carried(new LayoutCapacity(950, 0.95, single, shared));
    }

    private static Conditions tried(int cores, double single, Double shared) {
        return new Conditions(cores, SPARE, 0, false, carried(single, shared));
    }

    @ParameterizedTest
    @CsvSource({"1, SINGLE, YIELD", "2, SHARED, SPIN", "3, SHARED, SPIN", "4, DEDICATED, SPIN", "64, DEDICATED, SPIN"})
    void shouldLeaveACoreFreeWhereItCan(int cores, Layout layout, Idle idle) {
        ThreadLayout chosen = choose(Layout.AUTO, cores(cores), 1);

        assertThat(chosen.layout()).isEqualTo(layout);
        assertThat(chosen.idle()).isEqualTo(idle);
        assertThat(chosen.reason()).isNotEmpty();
    }

    @Test
    void shouldPutAllOnOneThreadWhereItHoldsTheRate() {
        ThreadLayout chosen = choose(Layout.AUTO, tried(2, 1_000, 2_000.0), 1);

        assertThat(chosen.layout()).isEqualTo(Layout.SINGLE);
        assertThat(chosen.threads()).containsExactly(List.of("generator-0", "service-0", "sink-0"));
        assertThat(chosen.idle()).isEqualTo(Idle.SPIN);
        assertThat(chosen.reason()).contains("a core stays free: in a trial one thread carried 1,000/s, two 2,000/s");
        assertThat(chosen.capacity()).isEqualTo(new LayoutCapacity(950, 0.95, 1_000, 2_000.0));
        assertThat(chosen.note()).isNull();
    }

    @Test
    void shouldShareTheGeneratorsThreadWithTheSinkWhereOneThreadLeavesNoReserve() {
        ThreadLayout chosen = choose(Layout.AUTO, tried(2, 999, 2_000.0), 1);

        assertThat(chosen.layout()).isEqualTo(Layout.SHARED);
        assertThat(chosen.threads()).containsExactly(List.of("generator-0", "sink-0"), List.of("service-0"));
        assertThat(chosen.idle()).isEqualTo(Idle.SPIN);
        assertThat(chosen.reason()).contains("in a trial one thread carried 999/s, two 2,000/s");
        assertThat(chosen.note()).isEqualTo(Rules.TASKS_SHARE_CORES.found("2 cores", 3));
    }

    /** No trial decides what the workload does. */
    @Test
    void shouldNameAutoOnlyWhereItDidNotChoose() {
        assertThat(choose(Layout.SHARED, cores(2), 1).note())
                .isEqualTo(Rules.TASKS_SHARE_CORES_AS_ASKED.found("2 cores", 3));
        for (double single : new double[] {1, 900, 999, 1_000, 5_000}) {
            for (Double shared : new Double[] {null, 1.0, 950.0, 1_200.0, 9_000.0}) {
                assertThat(Optional.ofNullable(choose(Layout.AUTO, tried(2, single, shared), 1)
                                        .note())
                                .map(Finding::remedy)
                                .orElse(""))
                        .doesNotContain("-Dlayout");
            }
        }
    }

    /** A second thread that helps nothing still takes the core that would be free. */
    @Test
    void shouldPutAllOnOneThreadWhereTwoCarryNoMore() {
        assertThat(choose(Layout.AUTO, tried(2, 500, 593.0), 1).layout()).isEqualTo(Layout.SINGLE);
        assertThat(choose(Layout.AUTO, tried(2, 500, 594.0), 1).layout()).isEqualTo(Layout.SHARED);
        assertThat(choose(Layout.AUTO, tried(2, 500, null), 1).layout()).isEqualTo(Layout.SHARED);
    }

    @Test
    void shouldWarnOfARateThatIsOutOfReachBeforeAllElse() {
        Finding warning = Rules.RATE_BEYOND_TRIAL.found(950.0, "one thread carried 9/s");
        Conditions given = new Conditions(2, SPARE, 0, false, carried(9, 10.0).with(Optional.of(warning)));

        assertThat(choose(Layout.AUTO, given, 1).note()).isEqualTo(warning);
    }

    @Test
    void shouldSayNothingOfACoreThatIsThere() {
        assertThat(choose(Layout.AUTO, cores(3), 1).note()).isNull();
        assertThat(choose(Layout.AUTO, cores(4), 1).note()).isNull();
    }

    @Test
    void shouldLeaveCoresToTheTransportsOwnThreads() {
        Conditions drained = new Conditions(4, SPARE, 1, false, NOT_TRIED);

        assertThat(choose(Layout.AUTO, drained, 1).layout()).isEqualTo(Layout.SHARED);
        assertThat(choose(Layout.AUTO, cores(4), 1).layout()).isEqualTo(Layout.DEDICATED);
    }

    /** A server without a core delays each message: no rate makes that worth a second thread. */
    @ParameterizedTest
    @CsvSource({"2, 1, SINGLE", "3, 1, SHARED", "3, 2, SINGLE", "4, 2, SHARED", "4, 3, SINGLE", "5, 1, DEDICATED"})
    void shouldNeverTakeTheCoresOfTheTransportsOwnThreads(int cores, int threads, Layout layout) {
        for (LayoutTried single :
                List.of(NOT_TRIED, carried(10, 20.0), LayoutTried.failed("no"), LayoutTried.blocked("no"))) {
            ThreadLayout chosen = choose(Layout.AUTO, new Conditions(cores, SPARE, threads, false, single), 1);

            assertThat(chosen.layout()).isEqualTo(layout);
            assertThat(chosen.reason()).isNotEmpty();
        }
        assertThat(choose(Layout.AUTO, new Conditions(2, SPARE, 1, false, NOT_TRIED), 1)
                        .reason())
                .contains("a core stays free for the transport's own threads");
    }

    @Test
    void shouldLeaveACoreFreeAndWarnWhereATrialFailed() {
        ThreadLayout chosen =
                choose(Layout.AUTO, new Conditions(2, SPARE, 0, false, LayoutTried.failed("nothing arrived")), 1);

        assertThat(chosen.layout()).isEqualTo(Layout.SINGLE);
        assertThat(chosen.reason()).contains("a trial of the layouts failed");
        assertThat(chosen.note().text()).contains("a trial of the layouts failed: nothing arrived");
    }

    @Test
    void shouldUseTwoThreadsAndWarnWhereOneWasBlocked() {
        ThreadLayout chosen =
                choose(Layout.AUTO, new Conditions(2, SPARE, 0, false, LayoutTried.blocked("no return")), 1);

        assertThat(chosen.layout()).isEqualTo(Layout.SHARED);
        assertThat(chosen.reason()).contains("blocked in a trial");
        assertThat(chosen.note().text()).contains("failed: no return");
    }

    /** The cores are halved for two processes, and each half is one's own. */
    @Test
    void shouldTakeAllCoresOfAHalf() {
        Conditions half = new Conditions(2, 0, 0, false, NOT_TRIED);
        ThreadLayout ends =
                LayoutChoice.choose(Layout.AUTO, Idle.AUTO, half, tasks("generator", 1), List.of(), tasks("sink", 1));

        assertThat(ends.layout()).isEqualTo(Layout.DEDICATED);
    }

    /** Neither of two processes has all tasks. */
    @Test
    void shouldHaveNoThreadForTasksThatAreElsewhere() {
        Conditions half = new Conditions(2, 0, 0, false, NOT_TRIED);
        ThreadLayout ends =
                LayoutChoice.choose(Layout.SHARED, Idle.AUTO, half, tasks("generator", 1), List.of(), tasks("sink", 1));
        ThreadLayout service =
                LayoutChoice.choose(Layout.SHARED, Idle.AUTO, half, List.of(), tasks("service", 1), List.of());

        assertThat(ends.threads()).containsExactly(List.of("generator-0", "sink-0"));
        assertThat(service.threads()).containsExactly(List.of("service-0"));
        assertThat(List.of(ends.hasService(), service.hasService())).containsExactly(false, true);
    }

    @Test
    void shouldDoAsItIsAsked() {
        assertThat(choose(Layout.SINGLE, cores(8), 2).threads())
                .containsExactly(List.of("generator-0", "service-0", "service-1", "sink-0", "sink-1"));
        assertThat(choose(Layout.SHARED, tried(2, 9_500, 9_500.0), 1).layout()).isEqualTo(Layout.SHARED);
        assertThat(choose(Layout.SINGLE, tried(2, 9_500, 9_500.0), 1).reason()).isNull();
    }

    @Test
    void shouldGiveEachConsumerAThreadWhenReceivingBlocks() {
        ThreadLayout chosen = choose(Layout.AUTO, blocking(2), 4);

        assertThat(chosen.layout()).isEqualTo(Layout.DEDICATED);
        assertThat(chosen.threads()).hasSize(9).allMatch(tasks -> tasks.size() == 1);
        assertThat(chosen.idle()).isEqualTo(Idle.PARK);
        assertThat(choose(Layout.AUTO, blocking(18), 4).idle()).isEqualTo(Idle.SPIN);
    }

    @ParameterizedTest
    @CsvSource({"SHARED, shared", "SINGLE, single"})
    void shouldRefuseToShareAThreadWithAConsumerThatBlocks(Layout layout, String name) {
        assertThatThrownBy(() -> choose(layout, blocking(2), 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("layout: " + name + " (expected: dedicated or auto)");
    }

    @Test
    void shouldWarnWhenMoreThreadsSpinThanThereAreCores() {
        ThreadLayout chosen = LayoutChoice.choose(
                Layout.DEDICATED, Idle.SPIN, cores(2), tasks("generator", 1), tasks("service", 1), tasks("sink", 1));

        assertThat(chosen.note().text()).contains("3 spinning threads on 2 cores");
    }

    @ParameterizedTest
    @CsvSource({"AUTO, 4, 3", "AUTO, 2, 1", "DEDICATED, 2, 3", "SHARED, 4, 1", "SINGLE, 4, 1"})
    void shouldKnowHowManyThreadsTheOtherProcessHas(Layout layout, int cores, int expected) {
        Conditions given = new Conditions(cores, 0, 0, false, NOT_TRIED);

        assertThat(LayoutChoice.threadsOfEnds(layout, given, 1, 2)).isEqualTo(expected);
        assertThat(LayoutChoice.choose(layout, Idle.AUTO, given, tasks("generator", 1), List.of(), tasks("sink", 2))
                        .threads())
                .as("as that one chooses")
                .hasSize(expected);
    }
}
