package io.twohop.account;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.twohop.config.Texts;
import io.twohop.finding.Finding;
import io.twohop.workload.Idle;
import io.twohop.workload.Layout;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The tasks of each thread, and how the threads wait for work.
 *
 * @param layout dedicated, shared or single
 * @param idle spin, yield or park
 * @param blocks whether consumers do none of these, but wait in the transport until a message comes
 * @param threads the role names of each thread's tasks
 * @param cores processors this JVM may use
 * @param reason the reason of {@code auto} for its choice; {@code null} without a choice
 * @param capacity what a trial before the run found; {@code null} without a trial
 * @param note a warning about the choice; {@code null} without one
 */
public record ThreadLayout(
        Layout layout,
        Idle idle,
        boolean blocks,
        List<List<String>> threads,
        int cores,
        String reason,
        @JsonInclude(JsonInclude.Include.NON_NULL) LayoutCapacity capacity,
        @JsonIgnoreProperties("invalidates") Finding note) {
    public static final String SINK = "sink-";

    public static final String SERVICE = "service-";

    public static final String GENERATOR = "generator-";

    public ThreadLayout {
        threads = threads.stream().map(List::copyOf).toList();
    }

    /** Returns whether a thread of that name runs tasks. */
    public static boolean isOfAgents(String thread) {
        return Stream.of(GENERATOR, SERVICE, SINK).anyMatch(thread::startsWith);
    }

    /** Returns whether consumers sleep for a fixed time between two polls. */
    public boolean parksConsumers() {
        return idle == Idle.PARK && !blocks;
    }

    /** Returns the number of consumers of the last hop. */
    public int consumers() {
        return (int) tasks(SINK).count();
    }

    /** Returns whether a service is among the tasks, rather than in another process or missing. */
    public boolean hasService() {
        return tasks(SERVICE).findAny().isPresent();
    }

    /** Returns the roles that share a thread, such as {@code generator, service and sink share one thread}. */
    public String inWords() {
        return inWords(threads);
    }

    /** Returns the same for the role names of each thread's tasks. */
    public static String inWords(List<List<String>> threads) {
        List<List<String>> groups = threads.stream()
                .map(tasks -> tasks.stream().map(ThreadLayout::role).distinct().toList())
                .distinct()
                .toList();
        if (groups.size() == 1 && groups.get(0).size() > 1) {
            return Texts.listed(groups.get(0)) + (threads.size() == 1 ? " share one thread" : " share a thread");
        }
        List<String> roles = groups.stream().flatMap(List::stream).distinct().toList();
        if (groups.size() == roles.size()) {
            return roles.size() == 1
                    ? roles.get(0) + " has its own thread"
                    : Texts.listed(roles) + " have a thread each";
        }
        return groups.stream()
                .map(group ->
                        group.size() == 1 ? group.get(0) + " has its own" : Texts.listed(group) + " share a thread")
                .collect(Collectors.joining(", "));
    }

    /** Shortens {@code generator-0} to {@code generator}. */
    private static String role(String task) {
        return task.replaceFirst("-\\d+$", "");
    }

    private Stream<String> tasks(String role) {
        return threads.stream().flatMap(List::stream).filter(task -> task.startsWith(role));
    }
}
