package io.twohop.agents;

import java.time.Duration;
import java.util.List;

/** Reads the offsets of agents' clocks from this process's, by the quickest of several round trips. */
final class Clocks {
    private static final int ROUND_TRIPS = 20;
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    /**
     * The offset of an agent's clock.
     *
     * @param nanos added to a time of this process, gives the agent's
     * @param withinNanos largest error of the offset: half of the quickest round trip
     */
    record Offset(long nanos, long withinNanos) {}

    private final Control control;

    Clocks(Control control) {
        this.control = control;
    }

    Offset of(Member member) throws InterruptedException {
        String subject = Verb.TIME.subject(member.info().id());
        Offset best = new Offset(0, Long.MAX_VALUE);
        for (int i = 0; i < ROUND_TRIPS; i++) {
            long beforeNanos = System.nanoTime();
            Answer answer = control.ask(subject, Question.NONE, PATIENCE)
                    .orElseThrow(() -> new AgentsException(member.title() + " does not answer"));
            long afterNanos = System.nanoTime();
            long half = (afterNanos - beforeNanos) / 2;
            if (half < best.withinNanos()) {
                best = new Offset(answer.nanos() - beforeNanos - half, half);
            }
        }
        return best;
    }

    /** Returns the largest time between the starts of two agents. */
    static long spreadNanos(List<Offset> offsets) {
        long most = 0;
        long second = 0;
        for (Offset offset : offsets) {
            if (offset.withinNanos() > most) {
                second = most;
                most = offset.withinNanos();
            } else {
                second = Math.max(second, offset.withinNanos());
            }
        }
        return most + second;
    }
}
