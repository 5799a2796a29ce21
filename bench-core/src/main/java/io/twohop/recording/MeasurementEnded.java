package io.twohop.recording;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** The measured window is over. */
@Name("io.twohop.MeasurementEnded")
@Label("Measurement Ended")
@Category("TwoHop")
@StackTrace(false)
final class MeasurementEnded extends Event {
    @Label("System.nanoTime()")
    long nanoTime;

    @Label("Messages Completed in the Window")
    long completed;

    @Label("Allocated So Far")
    @DataAmount
    long allocatedBytes;

    @Label("Allocated by the Harness So Far")
    @DataAmount
    long harnessAllocatedBytes;

    @Label("Classes Loaded So Far")
    long classesLoaded;

    @Label("Open Files and Sockets, -1 Where Unknown")
    long openFiles;
}
