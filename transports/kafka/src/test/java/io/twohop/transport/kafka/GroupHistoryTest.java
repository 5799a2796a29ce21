package io.twohop.transport.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.finding.Finding;
import io.twohop.finding.Severity;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class GroupHistoryTest {
    private static final Map<String, Set<Integer>> BOTH = Map.of("a", Set.of(0), "b", Set.of(1));
    private static final Map<String, Set<Integer>> ONE = Map.of("a", Set.of(0, 1));

    /** Returns a group that has committed nothing since another reading. */
    private static GroupState group(String state, Map<String, Set<Integer>> assigned, Map<Integer, Long> lag) {
        return group(state, assigned, 0, lag);
    }

    private static GroupState group(
            String state, Map<String, Set<Integer>> assigned, long position, Map<Integer, Long> lag) {
        Map<Integer, GroupState.Commit> commits = new HashMap<>();
        lag.forEach((partition, behind) -> commits.put(partition, new GroupState.Commit(position, behind)));
        return new GroupState("listener", "classic", state, assigned, Optional.empty(), commits);
    }

    private static long seconds(int seconds) {
        return TimeUnit.SECONDS.toNanos(seconds);
    }

    private static GroupHistory history(Map<Integer, Long> lag) {
        GroupHistory history = new GroupHistory("orders", 2, group("Stable", BOTH, lag), 0);
        history.add(group("Stable", BOTH, lag), 0);
        return history;
    }

    @Test
    void shouldTimeARebalanceFromTheLastReadingBeforeIt() {
        GroupHistory history = history(Map.of());

        assertThat(history.add(group("Stable", BOTH, Map.of()), seconds(1))).isZero();
        assertThat(history.add(group("PreparingRebalance", BOTH, Map.of()), seconds(2)))
                .isZero();
        assertThat(history.add(group("Stable", ONE, Map.of()), seconds(3))).isEqualTo(seconds(2));
        assertThat(history.add(group("Stable", ONE, Map.of()), seconds(4))).isZero();

        assertThat(history.findings(seconds(4)))
                .filteredOn(finding -> finding.severity() == Severity.WARNING)
                .extracting(Finding::text)
                .containsExactly(
                        "group listener of topic orders rebalanced 1 times while messages flowed, for up to 2 s"
                                + " in all: requests waited for it");
    }

    /** Between two readings everything may have happened. */
    @Test
    void shouldSeeARebalanceByWhoHasThePartitions() {
        GroupHistory history = history(Map.of());

        assertThat(history.add(group("Stable", ONE, Map.of()), seconds(1))).isEqualTo(seconds(1));
    }

    @Test
    void shouldCountARebalanceThatDoesNotEnd() {
        GroupHistory history = history(Map.of());

        history.add(group("Empty", Map.of(), Map.of()), seconds(1));

        assertThat(history.findings(seconds(5)))
                .extracting(Finding::text)
                .anyMatch(text -> text.contains("rebalanced 1 times while messages flowed, for up to 5 s"));
    }

    @Test
    void shouldForgetRebalancesBeforeTheRun() {
        GroupHistory history = history(Map.of(0, 70L));
        history.add(group("Stable", ONE, Map.of(0, 90L)), seconds(1));
        history.begin();
        history.add(group("Stable", ONE, Map.of(0, 1_901L, 1, 0L)), seconds(2));
        history.add(group("Stable", ONE, Map.of(0, 12L, 1, 6L)), seconds(3));

        assertThat(history.findings(seconds(3)))
                .singleElement()
                .isEqualTo(new Finding(
                        GroupHistory.SEEN.kind(),
                        Severity.NOTE,
                        "group listener (classic) reads topic orders: 1 member, 2 of 2 partitions assigned; committed lag"
                                + " 18 to 1,901, at the end 18, which follows the service's commits and is no part of the"
                                + " verdict",
                        ""));
    }

    @Test
    void shouldSayThatNothingWasCommitted() {
        assertThat(history(Map.of()).findings(0))
                .extracting(Finding::text)
                .allMatch(text -> text.contains("committed lag unknown, without a commit, which"));
    }

    @Test
    void shouldSayThatTheLagDidNotFall() {
        GroupHistory history = history(Map.of(0, 5L, 1, 7L));
        history.add(group("Stable", BOTH, Map.of(0, 5L, 1, 9L)), seconds(6));

        assertThat(history.text())
                .isEqualTo(
                        "group listener (classic) is Stable with 2 members, 2 of 2 partitions assigned, committed lag"
                                + " 14 (9 on partition 1, 5 on partition 0), which did not fall in 6 s, without a commit");
    }

    @Test
    void shouldSayThatOlderRequestsAreStillTaken() {
        GroupHistory history = history(Map.of(0, 5_000L));
        history.add(group("Stable", BOTH, 4_000, Map.of(0, 1_000L)), seconds(29));

        assertThat(history.text())
                .endsWith(", down from 5,000 in 29 s: it still takes older requests, so start again later");
    }

    /** Between two commits the lag of a service that takes every request grows. */
    @Test
    void shouldSayThatAServiceTakesRequestsWithoutReplying() {
        GroupHistory history = history(Map.of(0, 0L));
        history.add(group("Stable", BOTH, 52, Map.of(0, 7L)), seconds(29));

        assertThat(history.text()).endsWith("committed lag 7 (7 on partition 0), with 52 requests committed in 29 s");
    }

    /** The next commit may be due only then. */
    @Test
    void shouldNotJudgeALagByReadingsWithinACommitInterval() {
        GroupHistory history = history(Map.of(0, 5L));
        history.add(group("Stable", BOTH, Map.of(0, 5L)), seconds(5));

        assertThat(history.text()).endsWith("committed lag 5 (5 on partition 0)");
    }
}
