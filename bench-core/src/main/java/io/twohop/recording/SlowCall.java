package io.twohop.recording;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** One of the slowest calls of the transport in a second. Committed when the second is over; the times are in its fields. */
@Name("io.twohop.SlowCall")
@Label("Slow Call of the Transport")
@Category("TwoHop")
@StackTrace(false)
final class SlowCall extends Event {
    @Label("Name of the Thread")
    String thread;

    @Label("Call")
    String call;

    @Label("Start, in System.nanoTime()")
    long startNanos;

    @Label("End, in System.nanoTime()")
    long endNanos;
}
