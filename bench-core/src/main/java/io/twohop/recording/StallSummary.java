package io.twohop.recording;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** The total of a run's platform stalls. */
@Name("io.twohop.StallSummary")
@Label("Summary of Platform Stalls")
@Category("TwoHop")
@StackTrace(false)
final class StallSummary extends Event {
    @Label("Time Between Samples")
    @Timespan(Timespan.NANOSECONDS)
    long resolutionNanos;

    @Label("Samples")
    long samples;

    @Label("99th Percentile")
    @Timespan(Timespan.NANOSECONDS)
    long p99Nanos;

    @Label("Longest")
    @Timespan(Timespan.NANOSECONDS)
    long maxNanos;

    @Label("Whether Standstills of All Threads Were Counted as Well")
    boolean standstillsCounted;
}
