package io.twohop.recording;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** Warm-up is over. */
@Name("io.twohop.MeasurementStarted")
@Label("Measurement Started")
@Category("TwoHop")
@StackTrace(false)
final class MeasurementStarted extends Event {
    @Label("System.nanoTime()")
    long nanoTime;

    @Label("Start of the Measured Window, in System.nanoTime()")
    long windowStartNanos;

    @Label("End of the Measured Window, in System.nanoTime()")
    long windowEndNanos;

    @Label("Allocated So Far")
    @DataAmount
    long allocatedBytes;

    @Label("Allocated by the Harness So Far")
    @DataAmount
    long harnessAllocatedBytes;

    @Label("Read-Ahead of the Device That the Transport Writes To, 0 Where There Is None")
    @DataAmount
    long readAheadBytes;

    @Label("Beans of the Collector")
    String collectors;

    @Label("Classes Loaded So Far")
    long classesLoaded;

    @Label("Open Files and Sockets, -1 Where Unknown")
    long openFiles;
}
