package io.twohop.recording;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** A second of a run, warm-up and draining included. Ties the recording's clock to the run's. */
@Name("io.twohop.Second")
@Label("Second")
@Category("TwoHop")
@StackTrace(false)
final class Second extends Event {
    @Label("System.nanoTime()")
    long nanoTime;

    @Label("Sent")
    long sent;

    @Label("Completed")
    long completed;

    @Label("Median End to End")
    @Timespan(Timespan.NANOSECONDS)
    long medianNanos;

    @Label("Longest End to End")
    @Timespan(Timespan.NANOSECONDS)
    long maxNanos;

    @Label("Heap Used")
    @DataAmount
    long heapUsedBytes;

    @Label("Allocated by All Threads but the Harness's Own, Since Start")
    @DataAmount
    long allocatedBytes;

    @Label("CPU Time Taken by Others than This Machine, Since Start; Negative Where Unknown")
    @Timespan(Timespan.NANOSECONDS)
    long stealNanos;

    @Label("Time That Agents Waited for a CPU, Since Start; Negative Where Unknown")
    @Timespan(Timespan.NANOSECONDS)
    long runQueueNanos;
}
