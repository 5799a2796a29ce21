package io.twohop.recording;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** The slowest message of one of the costliest episodes of a second. Committed when the second is over; the times are in its fields. */
@Name("io.twohop.SlowMessage")
@Label("Slow Message")
@Category("TwoHop")
@StackTrace(false)
final class SlowMessage extends Event {
    @Label("Sink")
    int sink;

    @Label("Producer")
    int producer;

    @Label("Sequence")
    long sequence;

    @Label("Intended Send Time, in System.nanoTime()")
    long intendedNanos;

    @Label("Service Entry, in System.nanoTime(); 0 Without a Service")
    long entryNanos;

    @Label("Arrival at the Sink, in System.nanoTime()")
    long arrivalNanos;

    @Label("Messages of Its Episode")
    long messages;

    @Label("Their Latencies, All Together")
    @Timespan(Timespan.NANOSECONDS)
    long sumNanos;
}
