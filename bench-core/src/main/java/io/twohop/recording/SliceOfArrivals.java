package io.twohop.recording;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** A slice of the measured window. Committed when the run is over; the times are in its fields. */
@Name("io.twohop.SliceOfArrivals")
@Label("Slice of Arrivals")
@Category("TwoHop")
@StackTrace(false)
final class SliceOfArrivals extends Event {
    @Label("Sink")
    int sink;

    @Label("Start, in System.nanoTime()")
    long startNanos;

    @Label("Length")
    @Timespan(Timespan.NANOSECONDS)
    long lengthNanos;

    @Label("Messages That Were Due in It and Arrived")
    long messages;

    @Label("Shortest Latency")
    @Timespan(Timespan.NANOSECONDS)
    long shortestNanos;

    @Label("Longest Latency")
    @Timespan(Timespan.NANOSECONDS)
    long longestNanos;
}
