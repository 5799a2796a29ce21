package io.twohop.recording;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** One of the longest calls of the service in a second. Committed when the second is over; the times are in its fields. */
@Name("io.twohop.SlowAnswer")
@Label("Slow Answer of the Service")
@Category("TwoHop")
@StackTrace(false)
final class SlowAnswer extends Event {
    @Label("Service Entry, in System.nanoTime()")
    long entryNanos;

    @Label("Answer, in System.nanoTime()")
    long answerNanos;
}
