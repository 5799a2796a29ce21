package io.twohop.recording;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** Waits of one thread for a CPU that were counted over a longer time: when they happened in it is not known. */
@Name("io.twohop.PathWait")
@Label("Waits on the Way of the Messages")
@Category("TwoHop")
@StackTrace(false)
final class PathWait extends Event {
    @Label("Name of the Thread, After That of Its Process if It Is Another One")
    String thread;

    @Label("Whether Agents Run on the Thread")
    boolean agent;

    @Label("Start of Counting, in System.nanoTime()")
    long startNanos;

    @Label("Time That the Thread Waited")
    @Timespan(Timespan.NANOSECONDS)
    long waitedNanos;

    @Label("Time That the Thread Ran; 0 of an Agent's")
    @Timespan(Timespan.NANOSECONDS)
    long ranNanos;

    @Label("Times That It Got a CPU")
    long turns;

    @Label("End of Counting, in System.nanoTime()")
    long endNanos;

    /** Records a wait of a thread that runs no task. */
    static void commit(String thread, long ranNanos, long waitedNanos, long turns, long startNanos, long endNanos) {
        PathWait event = of(thread, waitedNanos, turns, startNanos, endNanos);
        event.ranNanos = ranNanos;
        event.commit();
    }

    static void commitOfAgent(String thread, long waitedNanos, long turns, long startNanos, long endNanos) {
        PathWait event = of(thread, waitedNanos, turns, startNanos, endNanos);
        event.agent = true;
        event.commit();
    }

    private static PathWait of(String thread, long waitedNanos, long turns, long startNanos, long endNanos) {
        PathWait event = new PathWait();
        event.thread = thread;
        event.waitedNanos = waitedNanos;
        event.turns = turns;
        event.startNanos = startNanos;
        event.endNanos = endNanos;
        return event;
    }
}
