package io.twohop.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.account.Accounting;
import io.twohop.account.Interval;
import io.twohop.result.Fork;
import io.twohop.result.Subscriber;
import io.twohop.workload.Probe;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a run says that has several subscribers, on a clock of its own; {@code LiesTest} has what is said of one that misses messages. */
@Tag("one-jdk")
class SubscribersTest {
    private static final String THREE = "rate: 1k\nwarmup: 2s\nduration: 10s\ndrain: 5s\nfloor: 0s\nsubscribers: 3\n";
    private static final int MESSAGES = 12_000;
    private static final long MILLI = 1_000_000;

    private static Fork run(String workload, String lies) throws Exception {
        return Simulation.run(Simulation.workload(workload), lies);
    }

    private static List<Long> medians(Fork fork) {
        return fork.subscribers().stream()
                .map(one -> one.endToEnd().percentile(50).toMillis())
                .toList();
    }

    @Test
    void shouldShowTheLatenciesOfTheSlowest() throws Exception {
        Fork fork = run(THREE, "hop: 2\nsubscriber: 2\ndelay: 3ms\n");

        assertThat(medians(fork)).containsExactly(0L, 3L, 0L);
        assertThat(fork.probes().get(Probe.END_TO_END).percentile(50).toMillis())
                .isEqualTo(3);
        assertThat(fork.probes().get(Probe.END_TO_END).count()).isEqualTo(10_000);
        assertThat(Subscriber.fastest(fork.subscribers()).orElseThrow().number())
                .isNotEqualTo(2);
        assertThat(fork.intervals())
                .filteredOn(second -> second.phase() == Interval.Phase.MEASURE)
                .hasSize(10)
                .allSatisfy(
                        second -> assertThat(second.histogram(Probe.END_TO_END).getMinValue())
                                .isGreaterThan(2 * MILLI));
    }

    /** Whose p99 is the highest, though for most messages another took longer. */
    @Test
    void shouldCallOneTheSlowestByItsTail() throws Exception {
        Fork fork = run(THREE.replace("3\n", "2\n"), "hop: 2\nsubscriber: 1\nsilentFrom: 6s\nsilentUntil: 7s\n");

        assertThat(fork.probes().get(Probe.END_TO_END).percentile(99).toMillis())
                .isBetween(850L, 950L);
        assertThat(fork.subscribers().get(1).endToEnd().maxNanos()).isLessThan(MILLI);
    }

    /** A message is one message however many get it, and what goes wrong at any of them shows. */
    @Test
    void shouldCountMessagesAndNotTheirCopies() throws Exception {
        Accounting lossy = run(THREE, "hop: 2\nsubscriber: 3\nloseEvery: 1000\n")
                .accounting()
                .orElseThrow();
        Accounting twice = run(THREE, "hop: 2\nrepeatEvery: 100\n").accounting().orElseThrow();

        assertThat(lossy.scheduled()).isEqualTo(MESSAGES);
        assertThat(lossy.received()).isEqualTo(MESSAGES - 12);
        assertThat(lossy.lost()).isEqualTo(12);
        assertThat(lossy.window().due()).isEqualTo(10_000);
        assertThat(twice.received()).isEqualTo(MESSAGES);
        assertThat(twice.duplicated()).isEqualTo(3 * 120);
    }

    @Test
    void shouldAchieveWhatTheLastOfThemDoes() throws Exception {
        Fork fork = run(THREE, "hop: 2\nsubscriber: 3\nperSecond: 800\n");

        assertThat(fork.rates().duePerSecond()).isEqualTo(1_000);
        assertThat(fork.rates().achievedPerSecond()).isLessThan(850);
        assertThat(fork.subscribers().get(0).rates().achievedPerSecond()).isGreaterThan(990);
    }

    /** Four seconds after the others. */
    @Test
    void shouldWaitUntilEachHasEverything() throws Exception {
        Fork fork = run(THREE, "hop: 2\nsubscriber: 1\ndelay: 4s\n");

        assertThat(fork.subscribers()).allSatisfy(one -> {
            assertThat(one.accounting().received()).isEqualTo(MESSAGES);
            assertThat(one.accounting().missing()).isZero();
            assertThat(one.endToEnd().count()).isEqualTo(10_000);
        });
    }

    @Test
    void shouldHaveNobodyBesideTheOnlyOne() throws Exception {
        Fork fork = run(THREE.replace("subscribers: 3\n", ""), "");

        assertThat(fork.subscribers()).isEmpty();
        assertThat(fork.intervals())
                .allSatisfy(interval -> assertThat(interval.subscribers()).isEmpty());
        assertThat(fork.accounting().orElseThrow().received()).isEqualTo(MESSAGES);
    }
}
