package io.twohop.launch;

import io.twohop.config.Quantities;
import io.twohop.engine.protocol.RunPlan;
import io.twohop.result.Fork;
import io.twohop.result.Memory;
import io.twohop.workload.Jfr;
import io.twohop.workload.JvmOptions;
import io.twohop.workload.Load;
import io.twohop.workload.Scenario;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Finds the heap that a run needs which ran out of memory, by repeating it for some seconds with all the memory there is. */
final class HeapProbe {
    private static final Duration LONGEST_WARMUP = Duration.ofSeconds(2);
    private static final Duration LONGEST = Duration.ofSeconds(3);
    private static final long MEGABYTE = 1 << 20;

    /** A small young generation is collected often, so that little garbage remains beside the live objects. */
    private static final JvmOptions ROOMY = new JvmOptions(null, JvmOptions.Gc.SERIAL, List.of("-Xmn16m"));

    private HeapProbe() {}

    /** The plan of the probe; its recording is deleted with its data. */
    static RunPlan of(RunPlan plan) {
        Load load = plan.scenario().load();
        Scenario roomy = plan.scenario()
                .with(load.lasting(
                        Quantities.shorter(load.warmup(), LONGEST_WARMUP),
                        Quantities.shorter(load.duration(), LONGEST)))
                .with(ROOMY, Jfr.DEFAULT);
        return plan.with(roomy, plan.transport()).recordedTo("heap-probe.jfr");
    }

    /**
     * Returns the finding of the probe, to be appended to the reason of the failure; empty if it found nothing.
     *
     * @param tooSmall bytes of the heap that was too small; empty if unknown
     */
    static String need(Fork probe, Optional<Long> tooSmall) {
        return probe.memory()
                .map(Memory::liveBytes)
                .map(live -> need(live, tooSmall))
                .orElse("");
    }

    private static String need(long liveBytes, Optional<Long> tooSmall) {
        long liveMegabytes = Math.max(1, (liveBytes + MEGABYTE - 1) / MEGABYTE);
        long enough = enoughMegabytes(
                liveMegabytes, tooSmall.map(bytes -> bytes / MEGABYTE).orElse(0L));
        return "; with all the heap it wanted, " + liveMegabytes
                + " MB of it were in use after collections: try -Djvm.heap=" + enough + "m";
    }

    /** Returns a power of two that leaves room beside the live objects and exceeds the heap that was too small. */
    static long enoughMegabytes(long live, long tooSmall) {
        long enough = Long.highestOneBit(2 * live - 1) << 1;
        while (enough <= tooSmall) {
            enough <<= 1;
        }
        return enough;
    }
}
