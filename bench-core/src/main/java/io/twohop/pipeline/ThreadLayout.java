package io.twohop.pipeline;

import io.twohop.measure.Warning;
import io.twohop.workload.Idle;
import io.twohop.workload.Layout;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.Agent;

/**
 * Which agents share a thread. Spinning more threads than there are cores measures the scheduler instead of the
 * transport, so {@code auto} never does.
 *
 * @param layout dedicated or shared, once decided
 * @param idle spin, yield or park, once decided
 * @param threads the role names of each thread's agents
 * @param cores processors this JVM may use
 * @param note what a reader should know about the choice, or null
 */
public record ThreadLayout(Layout layout, Idle idle, List<List<String>> threads, int cores, Warning note) {
    public ThreadLayout {
        threads = threads.stream().map(List::copyOf).toList();
    }

    /**
     * Decides what {@code auto} leaves open.
     *
     * @param pollBlocks whether a consumer may block its thread, which then can be shared with nobody
     */
    static ThreadLayout choose(
            Layout asked,
            Idle askedIdle,
            int cores,
            boolean pollBlocks,
            List<? extends Agent> generators,
            List<? extends Agent> services,
            List<? extends Agent> sinks) {
        int agents = generators.size() + services.size() + sinks.size();
        Layout layout = asked;
        if (asked == Layout.AUTO) {
            layout = pollBlocks || agents <= cores ? Layout.DEDICATED : Layout.SHARED;
        } else if (asked == Layout.SHARED && pollBlocks) {
            throw new IllegalArgumentException(
                    "layout: shared (expected: dedicated or auto): this transport blocks while it waits for a message,"
                            + " so a consumer cannot share the generator's thread");
        }
        List<List<String>> threads = new ArrayList<>();
        for (List<Agent> group : group(layout, generators, services, sinks)) {
            threads.add(group.stream().map(Agent::roleName).toList());
        }
        Idle idle = askedIdle;
        if (askedIdle == Idle.AUTO) {
            idle = idle(threads.size(), cores, pollBlocks);
        }
        return new ThreadLayout(
                layout, idle, threads, cores, note(layout, idle, threads.size(), agents, cores, pollBlocks));
    }

    /** A transport that blocks has threads of its own that need a core when a message comes. */
    private static Idle idle(int threads, int cores, boolean pollBlocks) {
        if (pollBlocks) {
            return 2 * threads <= cores ? Idle.SPIN : Idle.PARK;
        }
        return threads <= cores ? Idle.SPIN : Idle.YIELD;
    }

    /** How many consumers the last hop has. */
    public int consumers() {
        return (int) threads.stream()
                .flatMap(List::stream)
                .filter(agent -> agent.startsWith(Sink.ROLE))
                .count();
    }

    private static Warning note(Layout layout, Idle idle, int threads, int agents, int cores, boolean pollBlocks) {
        if (layout == Layout.SHARED && agents > cores) {
            return new Warning(
                    (cores == 1 ? "1 core for " : cores + " cores for ") + agents
                            + " busy agents: the sink shares the generator's thread",
                    "a machine with " + agents + " cores gives each its own");
        }
        if (threads > cores && idle == Idle.SPIN && !pollBlocks) {
            return new Warning(
                    threads + " spinning threads on " + cores
                            + " cores: this measures the scheduler as much as the transport",
                    "use layout: auto, or a machine with " + threads + " cores");
        }
        return null;
    }

    static List<List<Agent>> group(
            Layout layout,
            List<? extends Agent> generators,
            List<? extends Agent> services,
            List<? extends Agent> sinks) {
        List<List<Agent>> groups = new ArrayList<>();
        if (layout == Layout.SHARED) {
            List<Agent> ends = new ArrayList<>(generators);
            ends.addAll(sinks);
            groups.add(ends);
            if (!services.isEmpty()) {
                groups.add(new ArrayList<>(services));
            }
        } else {
            for (List<? extends Agent> role : List.of(generators, services, sinks)) {
                role.forEach(agent -> groups.add(List.of(agent)));
            }
        }
        return groups;
    }
}
