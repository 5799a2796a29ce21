package io.twohop.transport.kafka;

import io.twohop.config.Texts;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A group at one time, as far as it concerns one topic.
 *
 * @param kind in Kafka's words: classic, consumer, share or streams
 * @param state in Kafka's words
 * @param assigned the topic's partitions of each member
 * @param epoch number of changes to the group, which classic groups do not count
 * @param commits the last one on each partition; without partitions that have none
 */
record GroupState(
        String name,
        String kind,
        String state,
        Map<String, Set<Integer>> assigned,
        Optional<Integer> epoch,
        Map<Integer, Commit> commits) {
    private static final String STABLE = "Stable";
    private static final int MOST_PARTITIONS_SHOWN = 3;

    /**
     * A commit on a partition.
     *
     * @param position of the next message
     * @param lag messages from there to the partition's end
     */
    record Commit(long position, long lag) {}

    GroupState with(Map<Integer, Commit> its) {
        return new GroupState(name, kind, state, assigned, epoch, its);
    }

    boolean isStable() {
        return state.equals(STABLE);
    }

    /** Returns whether members and their partitions are the same as before. */
    boolean isAssignedAs(GroupState before) {
        return assigned.equals(before.assigned) && epoch.equals(before.epoch);
    }

    long partitions() {
        return assigned.values().stream().flatMap(Set::stream).distinct().count();
    }

    /** Returns the lag over all partitions; empty if the group has committed nothing. */
    Optional<Long> wholeLag() {
        return commits.isEmpty()
                ? Optional.empty()
                : Optional.of(commits.values().stream().mapToLong(Commit::lag).sum());
    }

    /** Returns how many messages were committed since an earlier reading. */
    long committedSince(GroupState before) {
        return commits.entrySet().stream()
                .filter(partition -> before.commits.containsKey(partition.getKey()))
                .mapToLong(partition -> partition.getValue().position()
                        - before.commits.get(partition.getKey()).position())
                .sum();
    }

    /** Returns members and partitions in words. */
    String membership(int ofPartitions) {
        int members = assigned.size();
        return members == 0
                ? "no members"
                : Texts.format(
                        "%d %s, %d of %d partitions assigned",
                        members, members == 1 ? "member" : "members", partitions(), ofPartitions);
    }

    /** Returns the lag in words, with the partitions that have the most of it. */
    String lagText() {
        Optional<Long> whole = wholeLag();
        if (whole.isEmpty()) {
            return "nothing committed";
        }
        String parts = commits.entrySet().stream()
                .filter(partition -> partition.getValue().lag() > 0)
                .sorted(Comparator.comparing((Map.Entry<Integer, Commit> partition) ->
                                -partition.getValue().lag())
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(MOST_PARTITIONS_SHOWN)
                .map(partition ->
                        Texts.format("%,d on partition %d", partition.getValue().lag(), partition.getKey()))
                .collect(Collectors.joining(", "));
        return Texts.format("committed lag %,d", whole.get()) + (parts.isEmpty() ? "" : " (" + parts + ")");
    }
}
