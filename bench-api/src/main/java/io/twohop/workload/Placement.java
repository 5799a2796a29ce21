package io.twohop.workload;

import java.util.List;

/**
 * The placement of a run's work on threads and CPUs.
 *
 * @param idle what a thread does without work
 * @param affinity CPU numbers that the threads are pinned to, in order; empty pins none
 */
public record Placement(Layout layout, Idle idle, List<Integer> affinity) {
    public Placement {
        affinity = List.copyOf(affinity);
    }

    public Placement with(Layout other) {
        return new Placement(other, idle, affinity);
    }
}
