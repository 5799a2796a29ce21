package io.twohop.recording;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** A thread that only sleeps was woken too late: it, and perhaps others, could not run. The times are in its fields. */
@Name("io.twohop.PlatformStall")
@Label("Platform Stall")
@Category("TwoHop")
@StackTrace(false)
final class PlatformStall extends Event {
    @Label("When It Went to Sleep, in System.nanoTime()")
    long asleepNanos;

    @Label("When It Should Have Run, in System.nanoTime()")
    long dueNanos;

    @Label("How Long Measuring and Collecting Threads Ran Meanwhile, All Together")
    @Timespan(Timespan.NANOSECONDS)
    long othersRanNanos;

    @Label("How Long This Process Ran Meanwhile, Counted in Ticks of 10 ms")
    @Timespan(Timespan.NANOSECONDS)
    long processRanNanos;

    @Label("Times That the JVM's Own Thread Got a CPU Meanwhile")
    long jvmTurns;

    @Label("When It Ran, in System.nanoTime()")
    long ranNanos;
}
