package io.twohop.measure;

import io.twohop.workload.Idle;
import io.twohop.workload.Layout;
import java.util.List;
import java.util.stream.Stream;

/**
 * Which agents shared a thread, and what the threads did without work.
 *
 * @param layout dedicated, shared or single, once decided
 * @param idle spin, yield or park, once decided
 * @param threads the role names of each thread's agents
 * @param cores processors this JVM may use
 * @param reason why {@code auto} chose it, where it had a choice; or null
 * @param note what a reader should know about the choice, or null
 */
public record ThreadLayout(
        Layout layout, Idle idle, List<List<String>> threads, int cores, String reason, Warning note) {
    /** The role names of the last hop's consumers begin so. */
    public static final String SINK = "sink-";

    /** Those of services begin so. */
    public static final String SERVICE = "service-";

    public ThreadLayout {
        threads = threads.stream().map(List::copyOf).toList();
    }

    /** How many consumers the last hop has. */
    public int consumers() {
        return (int) agents(SINK).count();
    }

    /** Whether a service is among the agents, and not in another process or missing. */
    public boolean hasService() {
        return agents(SERVICE).findAny().isPresent();
    }

    private Stream<String> agents(String role) {
        return threads.stream().flatMap(List::stream).filter(agent -> agent.startsWith(role));
    }
}
