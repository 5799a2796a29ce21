package io.twohop.recording;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** Page faults of a measuring thread between two samples, as Linux counts them. */
@Name("io.twohop.ThreadFaults")
@Label("Page Faults and Switches of a Thread")
@Category("TwoHop")
@StackTrace(false)
final class ThreadFaults extends Event {
    @Label("Name of the Thread")
    String thread;

    @Label("Sample Before, in System.nanoTime()")
    long startNanos;

    @Label("Sample, in System.nanoTime()")
    long endNanos;

    @Label("Page Faults Served from Memory")
    long minorFaults;

    @Label("Page Faults That Found No Page in Memory")
    long majorFaults;

    @Label("Times That It Got a CPU")
    long turns;

    @Label("How Long It Ran, as Counted Up to the Last Tick")
    @Timespan(Timespan.NANOSECONDS)
    long ranNanos;

    @Label("Blocked in the Kernel When Sampled")
    boolean blocked;
}
