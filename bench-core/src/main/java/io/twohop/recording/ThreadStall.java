package io.twohop.recording;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A measuring thread did not run although it had work or looked for it, as the next sample found. */
@Name("io.twohop.ThreadStall")
@Label("Stall of a Thread")
@Category("TwoHop")
@StackTrace(false)
final class ThreadStall extends Event {
    @Label("What Happened")
    String what;

    @Label("Whether It Waited for a CPU, and Not for Something Else")
    boolean waiting;

    @Label("Start, in System.nanoTime(); Later by up to a Sample")
    long startNanos;

    @Label("End, in System.nanoTime(); Later by up to a Sample")
    long endNanos;
}
