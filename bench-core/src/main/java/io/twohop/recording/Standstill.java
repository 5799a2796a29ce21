package io.twohop.recording;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** A time between two samples in which all measuring threads stood still, although none of them ever sleeps. */
@Name("io.twohop.Standstill")
@Label("Standstill of All Threads")
@Category("TwoHop")
@StackTrace(false)
final class Standstill extends Event {
    @Label("For How Long")
    @Timespan(Timespan.NANOSECONDS)
    long nanos;

    @Label("How Much Too Late the Sampler Was Woken Then")
    @Timespan(Timespan.NANOSECONDS)
    long lateNanos;

    @Label("Time of a Sample Before It, in System.nanoTime()")
    long startNanos;

    @Label("Time of a Sample After It, in System.nanoTime()")
    long endNanos;
}
