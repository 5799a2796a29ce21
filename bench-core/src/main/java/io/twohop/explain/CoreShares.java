package io.twohop.explain;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import jdk.jfr.consumer.RecordedEvent;

/**
 * Finds the part of a wait for a core that the machine caused. The machine is everything that the run did not start, and the harness.
 * The JVM's own threads, the transport's and those of the run's servers are the measured system. Another program makes the threads of
 * a run wait for at most as long as it runs itself, all together, and in a single wait for no longer than the measured system left of
 * the cores. The rest is shared by the threads that had the cores. One thread that calls the transport is part of every application:
 * if it leaves a core, the harness is only responsible for the time of further threads.
 */
final class CoreShares {
    /** Linux counts CPU time in ticks of 10 ms: time missed at the end of one use is counted in the next. */
    private static final long UNCERTAIN_NANOS = 20_000_000;

    private final NavigableMap<Long, Use> uses = new TreeMap<>();
    private final List<Wait> waits = new ArrayList<>();

    /**
     * Use of the cores for about a second.
     *
     * @param agents number of threads that tasks run on
     * @param agentsNanos CPU time of these threads
     * @param samplerNanos CPU time of the thread that samples stalls
     * @param samplerTurns number of times that this thread got a core
     * @param harnessNanos CPU time of the harness's other threads
     * @param measuredNanos CPU time of the measured system
     * @param machineNanos CPU time of all threads on the machine, and of the hypervisor
     */
    record Use(
            long startNanos,
            long endNanos,
            int agents,
            long agentsNanos,
            long samplerNanos,
            long samplerTurns,
            long harnessNanos,
            long measuredNanos,
            long machineNanos,
            int cores) {
        /** Returns the CPU time of all but the tasks, the measured system and the sampler. */
        private double elsewhereNanos() {
            double others = machineNanos - agentsNanos - samplerNanos - harnessNanos - measuredNanos;
            return harnessNanos + Math.max(0, others);
        }

        /** Returns the longest time that the sampler ran at a time: twice the mean. */
        private long samplerTurnNanos() {
            return 2 * samplerNanos / Math.max(1, samplerTurns);
        }

        /** Returns the machine's part of the waiting for one cause that others may have caused, from 0 to 1. */
        private double part(Sum sum, double elsewhereNanos) {
            double elsewhere = Math.min(sum.othersNanos, elsewhereNanos);
            boolean oneIsTheApplications = sum.ofAgent || cores > 1;
            double otherAgents =
                    oneIsTheApplications ? (double) agentsNanos * (agents - 1) / Math.max(1, agents) : agentsNanos;
            double otherMeasured = Math.max(0, measuredNanos - sum.ranNanos);
            double share = otherMeasured == 0 ? 1 : otherAgents / (otherAgents + otherMeasured);
            return sum.othersNanos == 0 ? 0 : (elsewhere + (sum.othersNanos - elsewhere) * share) / sum.othersNanos;
        }
    }

    /**
     * A wait, and the use of the cores around it.
     *
     * @param accountedNanos CPU time in it that others cannot have had; 0 if unknown
     * @param samplerNanos CPU time in it of the sampler; negative if unknown
     */
    private record Wait(
            Trouble trouble, boolean ofAgent, long ranNanos, long aroundNanos, long accountedNanos, long samplerNanos) {
        private static final long UNKNOWN = -1;

        /** Returns the time for which all but the measured system and the sampler may have kept the thread waiting. */
        double othersNanos(int cores) {
            double left = (double) cores * aroundNanos - accountedNanos - Math.max(0, samplerNanos);
            return Math.max(0, Math.min(trouble.nanos(), left));
        }

        boolean isSampled() {
            return samplerNanos != UNKNOWN;
        }

        Waits waits() {
            return new Waits(trouble.cause(), isSampled());
        }

        /** Adds the wait, with the parts of others and of the sampler. */
        void addTo(List<Trouble> troubles, Parts parts, Use use) {
            long ofSamplerNanos = isSampled() ? Math.min(trouble.nanos(), samplerNanos) : use.samplerTurnNanos();
            long ofOthersNanos = isSampled()
                    ? Math.min(trouble.nanos(), ofSamplerNanos + (long) Math.ceil(othersNanos(use.cores)))
                    : Long.MAX_VALUE;
            if (parts.others > 0 || parts.sampler == 0) {
                troubles.add(trouble.of(parts.others).atMost(ofOthersNanos));
            }
            if (parts.sampler > 0) {
                troubles.add(trouble.of(parts.sampler).atMost(ofSamplerNanos));
            }
        }
    }

    /** Parts of a wait that others and the sampler caused, both from 0 to 1. */
    private record Parts(double others, double sampler) {}

    /** Waits of one cause; the sampler's activity in them is known if they were sampled. */
    private record Waits(String cause, boolean sampled) {}

    /** Waiting in one use that others may have caused, and the CPU time of its threads. */
    private static final class Sum {
        private final boolean ofAgent;
        private final boolean sampled;
        private double samplerNanos;
        private double othersNanos;
        private double ranNanos;

        Sum(Wait wait) {
            ofAgent = wait.ofAgent;
            sampled = wait.isSampled();
        }
    }

    void addUse(RecordedEvent event) {
        add(new Use(
                event.getLong("startNanos"),
                event.getLong("endNanos"),
                event.getInt("agents"),
                event.getLong("agentsNanos"),
                event.getLong("samplerNanos"),
                event.getLong("samplerTurns"),
                event.getLong("harnessNanos"),
                event.getLong("measuredNanos"),
                event.getLong("machineNanos"),
                event.getInt("cores")));
    }

    void add(Use use) {
        uses.put(use.endNanos, use);
    }

    /**
     * Adds a thread's wait for a core.
     *
     * @param ranNanos CPU time of a thread that no task runs on
     */
    void addWait(Trouble trouble, boolean ofAgent, long ranNanos) {
        waits.add(new Wait(trouble, ofAgent, ranNanos, trouble.toNanos() - trouble.fromNanos(), 0, Wait.UNKNOWN));
    }

    /**
     * Adds a wait of a tasks' thread that a sample found.
     *
     * @param fromNanos time before the wait
     * @param accountedNanos CPU time of this thread and of the measured system from then to the end of the wait, at least
     * @param samplerNanos CPU time of the sampler in that time
     */
    void addSampled(Trouble trouble, long fromNanos, long accountedNanos, long samplerNanos) {
        waits.add(new Wait(trouble, true, 0, trouble.toNanos() - fromNanos, accountedNanos, samplerNanos));
    }

    /** Returns the waits, each with the part that the machine caused: all of it if the kernel did not count. */
    List<Trouble> troubles() {
        Map<Use, Map<Waits, Sum>> sums = new IdentityHashMap<>();
        for (Wait wait : waits) {
            at(wait.trouble.toNanos()).ifPresent(use -> {
                Sum sum = sums.computeIfAbsent(use, its -> new HashMap<>())
                        .computeIfAbsent(wait.waits(), its -> new Sum(wait));
                sum.othersNanos += wait.othersNanos(use.cores);
                sum.samplerNanos += Math.max(0, wait.samplerNanos);
                sum.ranNanos += wait.ranNanos;
            });
        }
        Map<Sum, Parts> parts = new IdentityHashMap<>();
        double uncertainNanos = (double) UNCERTAIN_NANOS / Math.max(1, uses.size());
        sums.forEach((use, its) -> addParts(use, uncertainNanos, its.values(), parts));
        List<Trouble> troubles = new ArrayList<>();
        for (Wait wait : waits) {
            at(wait.trouble.toNanos())
                    .ifPresentOrElse(
                            use -> wait.addTo(troubles, parts.get(sums.get(use).get(wait.waits())), use),
                            () -> troubles.add(wait.trouble));
        }
        return troubles;
    }

    /**
     * Adds the part of each cause that the machine caused. Another program runs while threads wait for it, so its time is not counted
     * once for each waiting thread: the tasks come first, since no message moves without them.
     */
    private static void addParts(Use use, double uncertainNanos, Collection<Sum> all, Map<Sum, Parts> parts) {
        double othersNanos = use.elsewhereNanos() + uncertainNanos;
        double leftOfOthers = othersNanos;
        double leftOfSampler = use.samplerNanos;
        for (Sum sum : all) {
            if (sum.ofAgent) {
                double others = use.part(sum, othersNanos);
                double bySampler = Math.min(Math.max(0, sum.othersNanos - othersNanos), use.samplerNanos);
                parts.put(
                        sum,
                        new Parts(
                                others, sum.sampled ? 1 - others : Math.min(1 - others, bySampler / sum.othersNanos)));
                leftOfOthers -= Math.min(leftOfOthers, sum.othersNanos);
                leftOfSampler -= Math.min(leftOfSampler, sum.samplerNanos);
            }
        }
        double waited = all.stream()
                .filter(sum -> !sum.ofAgent)
                .mapToDouble(sum -> sum.othersNanos)
                .sum();
        for (Sum sum : all) {
            if (!sum.ofAgent) {
                double others = use.part(sum, leftOfOthers * sum.othersNanos / waited);
                parts.put(sum, new Parts(others, Math.min(1 - others, leftOfSampler / waited)));
            }
        }
    }

    /** Returns the use of the cores at a time; empty if the kernel did not count it. */
    private Optional<Use> at(long nanos) {
        return Optional.ofNullable(uses.ceilingEntry(nanos))
                .map(Map.Entry::getValue)
                .filter(use -> use.startNanos <= nanos);
    }
}
