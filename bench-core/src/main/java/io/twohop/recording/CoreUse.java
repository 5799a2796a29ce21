package io.twohop.recording;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** Who used the CPUs since the event before: whom a thread that waited for one has waited for. */
@Name("io.twohop.CoreUse")
@Label("Use of the CPUs")
@Category("TwoHop")
@StackTrace(false)
final class CoreUse extends Event {
    @Label("Start, in System.nanoTime()")
    long startNanos;

    @Label("Threads That Agents Run On")
    int agents;

    @Label("CPU Time of the Agents' Threads")
    @Timespan(Timespan.NANOSECONDS)
    long agentsNanos;

    @Label("CPU Time of the Thread That Samples Stalls")
    @Timespan(Timespan.NANOSECONDS)
    long samplerNanos;

    @Label("Times That the Thread That Samples Stalls Got a CPU")
    long samplerTurns;

    @Label("CPU Time of the Harness's Other Threads")
    @Timespan(Timespan.NANOSECONDS)
    long harnessNanos;

    @Label("CPU Time of the Measured System: Other Threads of the Run's Processes")
    @Timespan(Timespan.NANOSECONDS)
    long measuredNanos;

    @Label("CPU Time of All Threads on This Machine and Time That a Hypervisor Took, in Ticks of 10 ms")
    @Timespan(Timespan.NANOSECONDS)
    long machineNanos;

    @Label("Cores That the Process Can Use at Once, a Quota Aside")
    int cores;

    @Label("End, in System.nanoTime()")
    long endNanos;
}
