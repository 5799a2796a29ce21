package io.twohop.recording;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** A measuring thread did not run although it had work or looked for it, as the next sample found. */
@Name("io.twohop.ThreadStall")
@Label("Stall of a Thread")
@Category("TwoHop")
@StackTrace(false)
final class ThreadStall extends Event {
    @Label("Name of the Thread")
    String thread;

    @Label("Whether It Waited for a CPU, and Not for Something Else")
    boolean waiting;

    @Label("Start, in System.nanoTime(); Later by up to a Sample")
    long startNanos;

    @Label("Times That It Got a CPU Meanwhile")
    long turns;

    @Label("Time Since the Sample Before, in Which It Happened")
    @Timespan(Timespan.NANOSECONDS)
    long sampleNanos;

    @Label("Start of Accounting, in System.nanoTime(): Before the Thread Was Last Seen to Run or Wait")
    long accountedFromNanos;

    @Label("CPU Time of the Thread and of the Measured System's Busy Threads Since Then, at Least")
    @Timespan(Timespan.NANOSECONDS)
    long accountedNanos;

    @Label("CPU Time of the Thread That Samples Since Then")
    @Timespan(Timespan.NANOSECONDS)
    long samplerNanos;

    @Label("End, in System.nanoTime(); Later by up to a Sample")
    long endNanos;
}
