package io.twohop.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Divisions of five minutes. */
class SearchBudgetTest {
    /** Starting a JVM takes 4 s, and opening and closing a transport 1 s. */
    private static final Duration RESULT = seconds(4 + 20 + 5);

    private static final Duration FLOOR = seconds(4 + 10 + 2);

    private static WorkloadBuilder workload() {
        return Workload.builder()
                .mode(Mode.MAX_RATE)
                .slo(Map.of("endToEnd.p99", "10ms"))
                .rate(1_000)
                .warmup(seconds(20))
                .duration(seconds(5))
                .floor(seconds(2))
                .forks(1);
    }

    private static SearchBudget budget() {
        return SearchBudget.of(workload().build());
    }

    private static Duration seconds(long seconds) {
        return Duration.ofSeconds(seconds);
    }

    @Test
    void shouldSettleForASecondBeforeEachTrial() {
        assertThat(budget().settling()).isEqualTo(seconds(1));
        assertThat(budget().trial()).isEqualTo(seconds(1 + 5 + 1));
        assertThat(SearchBudget.of(workload().warmup(Duration.ofMillis(300)).build())
                        .settling())
                .isEqualTo(Duration.ofMillis(300));
    }

    /** What a trial leaves is waited for no longer than the trial took, unless that is less than a second. */
    @Test
    void shouldDrainForNoLongerThanATrial() {
        assertThat(SearchBudget.of(workload().drain(seconds(30)).build()).drain())
                .isEqualTo(seconds(5));
        assertThat(SearchBudget.of(workload()
                                .drain(seconds(30))
                                .rate(10_000)
                                .duration(Duration.ofMillis(200))
                                .build())
                        .drain())
                .isEqualTo(seconds(1));
        assertThat(SearchBudget.of(workload().drain(seconds(2)).build()).drain())
                .isEqualTo(seconds(2));
    }

    @Test
    void shouldKeepTimeForTheResultTwiceAndForTheFloor() {
        assertThat(budget().result()).isEqualTo(RESULT);
        assertThat(budget().floor()).isEqualTo(FLOOR);
        assertThat(budget().search())
                .isEqualTo(seconds(300).minus(RESULT).minus(RESULT).minus(FLOOR));
    }

    /** Three forks take 87 s. */
    @Test
    void shouldKeepTimeForALongResultOnce() {
        SearchBudget budget = SearchBudget.of(workload().forks(3).build());

        assertThat(budget.result()).isEqualTo(RESULT.multipliedBy(3));
        assertThat(budget.search())
                .isEqualTo(seconds(300).minus(RESULT.multipliedBy(3)).minus(FLOOR));
    }

    @Test
    void shouldMeasureTheResultOnlyIfTheFloorCanFollow() {
        Duration latest = seconds(300).minus(RESULT).minus(FLOOR);

        assertThat(budget().hasTimeForResultAfter(latest)).isTrue();
        assertThat(budget().hasTimeForResultAfter(latest.plusMillis(1))).isFalse();
    }

    @Test
    void shouldKeepNoTimeForAFloorThatIsNotMeasured() {
        assertThat(SearchBudget.of(workload().floor(Duration.ZERO).build()).floor())
                .isEqualTo(Duration.ZERO);
    }

    @Test
    void shouldEstimateTwentyTrialsWithinTheLimit() {
        assertThat(budget().usual())
                .isEqualTo(seconds(20).plus(seconds(20 * 7)).plus(RESULT).plus(FLOOR));
        assertThat(SearchBudget.of(
                                workload().set(Keys.SEARCH_LIMIT, seconds(130)).build())
                        .usual())
                .isEqualTo(seconds(130));
    }

    @Test
    void shouldAskForAsMuchTimeAsEightTrialsTake() {
        assertThat(budget().least())
                .isEqualTo(seconds(4 + 20 + 8 * 7).plus(RESULT).plus(FLOOR).plusSeconds(1));
    }
}
