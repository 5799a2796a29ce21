package io.twohop.agents;

import java.time.Duration;
import java.util.List;

/** How far agents' clocks are from this one's, by the quickest of several round trips. */
final class Clocks {
    private static final int ROUND_TRIPS = 20;
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    /**
     * What to add to a time of this process to get the agent's.
     *
     * @param withinNanos half of the quickest round trip
     */
    record Offset(long nanos, long withinNanos) {}

    private final Control control;

    Clocks(Control control) {
        this.control = control;
    }

    Offset of(Member member) throws InterruptedException {
        String subject = Verb.TIME.subject(member.info().id());
        Offset best = null;
        for (int i = 0; i < ROUND_TRIPS; i++) {
            long beforeNanos = System.nanoTime();
            Answer answer = control.ask(subject, Question.of(null), Answer.class, PATIENCE);
            long afterNanos = System.nanoTime();
            if (answer == null) {
                throw new AgentsException(member.title() + " does not answer");
            }
            long half = (afterNanos - beforeNanos) / 2;
            if (best == null || half < best.withinNanos()) {
                best = new Offset(answer.nanos() - beforeNanos - half, half);
            }
        }
        return best;
    }

    /** By how much two of them may begin apart at most. */
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
