package io.twohop.explain;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import jdk.jfr.consumer.RecordedEvent;

/**
 * Says for which part of a wait for a core the machine is to blame. The machine is what the run did not start, and the harness;
 * the JVM's own threads, the transport's and those of the run's servers are the measured system. Another program makes the
 * threads of a run wait for at most as long as it runs itself, all together, and in a single wait for no longer than the measured
 * system left of the cores; the rest is shared by those who had the cores. One thread that calls the transport is part of every
 * application: where it leaves a core, only what further ones take is the harness's doing.
 */
final class CoreShares {
    /** Linux counts what a machine ran in ticks of 10 ms: what it misses at the end of one use, it counts in the next. */
    private static final long UNCERTAIN_NANOS = 20_000_000;

    private final List<Use> uses = new ArrayList<>();
    private final List<Wait> waits = new ArrayList<>();

    /**
     * Who had the cores for about a second.
     *
     * @param agents threads that agents run on
     * @param agentsNanos CPU time of these
     * @param samplerNanos of the thread that samples stalls
     * @param samplerTurns how often that got a core
     * @param harnessNanos of the harness's other threads
     * @param measuredNanos of the measured system
     * @param machineNanos of all threads on the machine, and what a hypervisor took
     * @param cores that there were
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
        /** How long others than the agents, the measured system and the sampler ran. */
        private double elsewhereNanos() {
            double others = machineNanos - agentsNanos - samplerNanos - harnessNanos - measuredNanos;
            return harnessNanos + Math.max(0, others);
        }

        /** How long the sampler ran at a time, at most: twice the mean. */
        private long samplerTurnNanos() {
            return 2 * samplerNanos / Math.max(1, samplerTurns);
        }

        /** Returns the part that the machine is to blame for of what others may have to do with one cause, from 0 to 1. */
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
     * A wait, and what is known of the time around it.
     *
     * @param aroundNanos this time
     * @param accountedNanos CPU time in it that others cannot have had; 0 where nobody looked
     * @param samplerNanos CPU time in it of the sampler; negative where nobody looked
     */
    private record Wait(
            Trouble trouble, boolean ofAgent, long ranNanos, long aroundNanos, long accountedNanos, long samplerNanos) {
        private static final long UNKNOWN = -1;

        /** How long others than the measured system and the sampler may have kept the thread waiting. */
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

        /** Adds it, with the part of others in it and the sampler's. */
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

    /** The parts of a time of waiting that others and the sampler are to blame for, both from 0 to 1. */
    private record Parts(double others, double sampler) {}

    /** Waits of one cause; of those that were sampled it is known what the sampler did meanwhile. */
    private record Waits(String cause, boolean sampled) {}

    /** The waiting in one use that others may have to do with, and the CPU time of its threads. */
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
        uses.add(use);
    }

    /**
     * Adds a thread's wait for a core.
     *
     * @param ofAgent whether agents run on it
     * @param ranNanos CPU time of a thread that no agent runs on
     */
    void addWait(Trouble trouble, boolean ofAgent, long ranNanos) {
        waits.add(new Wait(trouble, ofAgent, ranNanos, trouble.toNanos() - trouble.fromNanos(), 0, Wait.UNKNOWN));
    }

    /**
     * Adds a wait of an agents' thread that a sample found.
     *
     * @param fromNanos before it
     * @param accountedNanos CPU time of this thread and of the measured system from then to the end of the wait, at least
     * @param samplerNanos CPU time of the sampler in that time
     */
    void addSampled(Trouble trouble, long fromNanos, long accountedNanos, long samplerNanos) {
        waits.add(new Wait(trouble, true, 0, trouble.toNanos() - fromNanos, accountedNanos, samplerNanos));
    }

    /** The waits, each with the part of it that the machine is to blame for: all where nobody counted. */
    List<Trouble> troubles() {
        // A recording is not in the order of time.
        uses.sort(Comparator.comparingLong(Use::endNanos));
        Map<Use, Map<Waits, Sum>> sums = new IdentityHashMap<>();
        for (Wait wait : waits) {
            Use use = at(wait.trouble.toNanos());
            if (use != null) {
                Sum sum = sums.computeIfAbsent(use, its -> new HashMap<>())
                        .computeIfAbsent(wait.waits(), its -> new Sum(wait));
                sum.othersNanos += wait.othersNanos(use.cores);
                sum.samplerNanos += Math.max(0, wait.samplerNanos);
                sum.ranNanos += wait.ranNanos;
            }
        }
        Map<Sum, Parts> parts = new IdentityHashMap<>();
        double uncertainNanos = (double) UNCERTAIN_NANOS / Math.max(1, uses.size());
        sums.forEach((use, its) -> addParts(use, uncertainNanos, its.values(), parts));
        List<Trouble> troubles = new ArrayList<>();
        for (Wait wait : waits) {
            Use use = at(wait.trouble.toNanos());
            if (use == null) {
                troubles.add(wait.trouble);
            } else {
                wait.addTo(troubles, parts.get(sums.get(use).get(wait.waits())), use);
            }
        }
        return troubles;
    }

    /**
     * Adds each cause's part that the machine is to blame for. While it keeps anybody waiting it runs, so that its time is not counted
     * once for each thread that waits: first come the agents, without whom no message moves.
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
