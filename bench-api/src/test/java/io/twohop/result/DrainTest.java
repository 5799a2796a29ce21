package io.twohop.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.account.Reported;
import io.twohop.result.Faults.Aftermath;
import io.twohop.result.Faults.Backlog;
import io.twohop.result.Faults.Latency;
import io.twohop.result.Faults.Outcome;
import io.twohop.result.Faults.Producers;
import io.twohop.result.Faults.Sending;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DrainTest {
    private static final Latency NONE = new Latency(0, Map.of(), 0);
    private static final Sending NOTHING = new Sending(NONE, NONE, 0);
    private static final Aftermath AFTERMATH = new Aftermath(null, null, null, null, null, null, null, null);

    private static Backlog backlog(long messages, double perSecond, Long drainNanos, Long steadyNanos, long left) {
        return new Backlog(
                messages,
                100 * messages,
                1_000,
                drainNanos,
                steadyNanos,
                left,
                perSecond,
                500,
                new Producers(NOTHING, NOTHING, NOTHING));
    }

    private static Faults faults(Backlog... backlogs) {
        List<Outcome> outcomes = Arrays.stream(backlogs)
                .map(backlog -> new Outcome("stop consumer", 0, AFTERMATH, 0, 0, 0, 0, Reported.NONE, backlog))
                .toList();
        return new Faults(outcomes, 0, 0, 0, 0, NONE, NONE, NONE, List.of(), 0);
    }

    @Test
    void shouldTakeTheWorstOfSeveralBacklogs() {
        assertThat(Drain.worst(List.of(
                        faults(backlog(900, 2_000, 70L, 80L, 0), backlog(100, 3_000, 50L, 90L, 0)),
                        faults(backlog(500, 1_000, 60L, 70L, 0)))))
                .contains(new Drain(900, 1_000, 70L, 90L));
    }

    @Test
    void shouldHaveNoTimeIfOneBacklogDidNotDrain() {
        assertThat(Drain.worst(List.of(faults(backlog(900, 2_000, 70L, 80L, 0), backlog(900, 600, null, null, 5)))))
                .contains(new Drain(900, 600, null, null));
    }

    /** The rate of arrivals is then the one that was due, and says nothing of how fast a backlog drains. */
    @Test
    void shouldLeaveOutABacklogThatNeverWas() {
        assertThat(Drain.worst(List.of(faults(backlog(3, 500, null, 10L, 0))))).isEmpty();
        assertThat(Drain.worst(List.of(faults(backlog(3, 500, null, 10L, 0), backlog(900, 2_000, 70L, 80L, 0)))))
                .contains(new Drain(900, 2_000, 70L, 80L));
        assertThat(Drain.worst(List.of(faults((Backlog) null)))).isEmpty();
        assertThat(Drain.worst(List.of())).isEmpty();
    }
}
