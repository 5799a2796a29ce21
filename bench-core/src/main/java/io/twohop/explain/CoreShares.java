package io.twohop.explain;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import jdk.jfr.consumer.RecordedEvent;

/**
 * Says for which part of a wait for a core the machine is to blame. The machine is what the run did not start, and the harness;
 * the JVM's own threads, the transport's and those of the run's servers are the measured system. Another program makes the
 * threads of a run wait for at most as long as it runs itself; the rest is shared by those who had the cores.
 */
final class CoreShares {
    /** Linux counts what a machine ran in ticks of 10 ms, at the beginning and at the end. */
    private static final long UNCERTAIN_NANOS = 20_000_000;

    private final List<Use> uses = new ArrayList<>();
    private final List<Wait> waits = new ArrayList<>();

    /**
     * Who had the cores for about a second.
     *
     * @param agents threads that agents run on
     * @param agentsNanos CPU time of these
     * @param harnessNanos of the harness's other threads
     * @param measuredNanos of the measured system
     * @param machineNanos of all threads on the machine, and what a hypervisor took
     */
    record Use(
            long startNanos,
            long endNanos,
            int agents,
            long agentsNanos,
            long harnessNanos,
            long measuredNanos,
            long machineNanos) {
        /** Of a time that one cause of waiting took in it, the part that was the machine's. */
        double part(double waitedNanos, boolean ofAgent, double ranNanos) {
            double others = machineNanos - agentsNanos - harnessNanos - measuredNanos;
            double elsewhere = Math.min(waitedNanos, harnessNanos + Math.max(0, others) + UNCERTAIN_NANOS);
            double otherAgents = ofAgent ? (double) agentsNanos * (agents - 1) / Math.max(1, agents) : agentsNanos;
            double otherMeasured = Math.max(0, measuredNanos - ranNanos);
            double share = otherMeasured == 0 ? 1 : otherAgents / (otherAgents + otherMeasured);
            return (elsewhere + (waitedNanos - elsewhere) * share) / waitedNanos;
        }
    }

    private record Wait(Trouble trouble, boolean ofAgent, long ranNanos) {}

    /** What one cause of waiting took in one use, and what its threads ran. */
    private static final class Sum {
        private double waitedNanos;
        private double ranNanos;
    }

    void addUse(RecordedEvent event) {
        add(new Use(
                event.getLong("startNanos"),
                event.getLong("endNanos"),
                event.getInt("agents"),
                event.getLong("agentsNanos"),
                event.getLong("harnessNanos"),
                event.getLong("measuredNanos"),
                event.getLong("machineNanos")));
    }

    void add(Use use) {
        uses.add(use);
    }

    /**
     * Adds a thread's wait for a core.
     *
     * @param ofAgent whether agents run on it
     * @param ranNanos CPU time of a thread that no agent runs on
     */
    void addWait(Trouble trouble, boolean ofAgent, long ranNanos) {
        waits.add(new Wait(trouble, ofAgent, ranNanos));
    }

    /** The waits, each with the part of it that the machine is to blame for: all where nobody counted. */
    List<Trouble> troubles() {
        // A recording is not in the order of time.
        uses.sort(Comparator.comparingLong(Use::endNanos));
        Map<String, Map<Use, Sum>> sums = new HashMap<>();
        for (Wait wait : waits) {
            Use use = at(wait.trouble.toNanos());
            if (use != null) {
                Sum sum = sums.computeIfAbsent(wait.trouble.cause(), cause -> new HashMap<>())
                        .computeIfAbsent(use, its -> new Sum());
                sum.waitedNanos += wait.trouble.nanos();
                sum.ranNanos += wait.ranNanos;
            }
        }
        List<Trouble> troubles = new ArrayList<>();
        for (Wait wait : waits) {
            Use use = at(wait.trouble.toNanos());
            if (use == null) {
                troubles.add(wait.trouble);
            } else {
                Sum sum = sums.get(wait.trouble.cause()).get(use);
                troubles.add(wait.trouble.of(use.part(sum.waitedNanos, wait.ofAgent, sum.ranNanos)));
            }
        }
        return troubles;
    }

    /** Null where nobody counted. */
    private Use at(long nanos) {
        int low = 0;
        int high = uses.size();
        while (low < high) {
            int middle = low + high >>> 1;
            if (uses.get(middle).endNanos < nanos) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low < uses.size() && uses.get(low).startNanos <= nanos ? uses.get(low) : null;
    }
}
