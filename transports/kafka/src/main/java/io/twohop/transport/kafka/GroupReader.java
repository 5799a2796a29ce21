package io.twohop.transport.kafka;

import io.twohop.config.Texts;
import io.twohop.transport.kafka.GroupState.Commit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsSpec;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.ListShareGroupOffsetsSpec;
import org.apache.kafka.clients.admin.ListStreamsGroupOffsetsSpec;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.ShareGroupDescription;
import org.apache.kafka.clients.admin.StreamsGroupDescription;
import org.apache.kafka.clients.admin.StreamsGroupMemberAssignment;
import org.apache.kafka.clients.admin.StreamsGroupSubtopologyDescription;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.GroupType;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.GroupIdNotFoundException;

/**
 * Reads the groups whose members have partitions of one topic. Groups are found by the topic, since a listener may replace the configured
 * name of its group. It takes the right to describe the group; groups without it do not appear. One thread at a time.
 */
final class GroupReader {
    private static final Duration LIMIT = Duration.ofSeconds(5);

    /** Groups that are searched, on clusters that have more. */
    private static final int MOST_GROUPS = 1_000;

    /** A group that is known does not end the search: another may join, such as one under a new name after a deployment. */
    private static final int READINGS_PER_SEARCH = 10;

    private static final String GONE = "Dead";

    private final Admin admin;
    private final String topic;
    private final int partitions;
    private final List<TopicPartition> all;
    private Map<String, GroupType> known = Map.of();
    private Optional<String> refusal = Optional.empty();

    /** Readings until the cluster's groups are listed again. */
    private int untilSearch;

    /** Whether readings are to disturb as little as they can. */
    private boolean seldom;

    GroupReader(Admin admin, String topic, int partitions) {
        this.admin = admin;
        this.topic = topic;
        this.partitions = partitions;
        this.all = IntStream.range(0, partitions)
                .mapToObj(number -> new TopicPartition(topic, number))
                .toList();
    }

    int partitions() {
        return partitions;
    }

    /** Returns why a group could not be described; empty if none was refused. */
    Optional<String> refusal() {
        return refusal;
    }

    /** Returns the groups with members on the topic, and those that had some at an earlier reading. */
    List<GroupState> read() throws InterruptedException, ExecutionException, TimeoutException {
        List<GroupState> found = describe(searched()).stream()
                .filter(group -> known.containsKey(group.name()) || group.partitions() > 0)
                .toList();
        return withCommits(found);
    }

    /** From now on, groups are searched at one reading in ten, also while none is known: a cluster may have many. */
    void searchSeldom() {
        seldom = true;
    }

    private Map<String, GroupType> searched() throws InterruptedException, ExecutionException, TimeoutException {
        boolean searches = known.isEmpty() && !seldom || untilSearch <= 1;
        untilSearch = searches ? READINGS_PER_SEARCH : untilSearch - 1;
        if (!searches) {
            return known;
        }
        Map<String, GroupType> both = listed();
        both.putAll(known);
        return both;
    }

    /** Returns the groups as {@link #read} does; without any, those that committed on the topic and have no members now. */
    List<GroupState> readAny() throws InterruptedException, ExecutionException, TimeoutException {
        List<GroupState> found = read();
        return found.isEmpty()
                ? withCommits(describe(listed())).stream()
                        .filter(group -> !group.commits().isEmpty())
                        .toList()
                : found;
    }

    /** Remembers groups, so that later readings describe no others. */
    void remember(Collection<GroupState> groups) {
        Map<String, GroupType> named = new LinkedHashMap<>(known);
        groups.forEach(group -> named.put(group.name(), GroupType.parse(group.kind())));
        known = named;
    }

    private Map<String, GroupType> listed() throws InterruptedException, ExecutionException, TimeoutException {
        Map<String, GroupType> named = new LinkedHashMap<>();
        for (GroupListing group : get(admin.listGroups().valid())) {
            // Connectors and schema registries are classic groups too.
            boolean consumes =
                    group.type().filter(type -> type != GroupType.CLASSIC).isPresent()
                            || group.protocol().equals("consumer")
                            || group.isSimpleConsumerGroup();
            if (consumes && named.size() < MOST_GROUPS) {
                named.put(group.groupId(), group.type().orElse(GroupType.CLASSIC));
            }
        }
        return named;
    }

    private List<GroupState> describe(Map<String, GroupType> groups)
            throws InterruptedException, ExecutionException, TimeoutException {
        refusal = Optional.empty();
        Map<Boolean, List<String>> share = byKind(groups, GroupType.SHARE);
        Map<Boolean, List<String>> streams = byKind(groups, GroupType.STREAMS);
        List<String> consumers = groups.keySet().stream()
                .filter(name ->
                        share.get(false).contains(name) && streams.get(false).contains(name))
                .toList();
        List<GroupState> states = new ArrayList<>();
        if (!consumers.isEmpty()) {
            add(admin.describeConsumerGroups(consumers).describedGroups(), this::ofConsumers, groups, states);
        }
        if (!share.get(true).isEmpty()) {
            add(admin.describeShareGroups(share.get(true)).describedGroups(), this::ofShare, groups, states);
        }
        if (!streams.get(true).isEmpty()) {
            add(admin.describeStreamsGroups(streams.get(true)).describedGroups(), this::ofStreams, groups, states);
        }
        return states;
    }

    private static Map<Boolean, List<String>> byKind(Map<String, GroupType> groups, GroupType kind) {
        return groups.keySet().stream().collect(Collectors.partitioningBy(name -> groups.get(name) == kind));
    }

    private <T> void add(
            Map<String, KafkaFuture<T>> described,
            Function<T, GroupState> state,
            Map<String, GroupType> groups,
            List<GroupState> states)
            throws InterruptedException, ExecutionException, TimeoutException {
        for (Map.Entry<String, KafkaFuture<T>> group : described.entrySet()) {
            try {
                states.add(state.apply(get(group.getValue())));
            } catch (ExecutionException e) {
                // A group is refused as a whole if it reads another topic that this user may not see.
                if (e.getCause() instanceof AuthorizationException) {
                    refusal = Optional.of(Texts.of(e.getCause()));
                } else if (e.getCause() instanceof GroupIdNotFoundException) {
                    states.add(gone(group.getKey(), groups.get(group.getKey())));
                } else {
                    throw e;
                }
            }
        }
    }

    private static GroupState gone(String name, GroupType kind) {
        return new GroupState(name, text(kind), GONE, Map.of(), Optional.empty(), Map.of());
    }

    private static String text(GroupType kind) {
        return kind.toString().toLowerCase(Locale.ROOT);
    }

    private GroupState ofConsumers(ConsumerGroupDescription group) {
        Map<String, Set<Integer>> assigned = new HashMap<>();
        group.members()
                .forEach(member -> assigned.put(
                        member.consumerId(), ofTopic(member.assignment().topicPartitions())));
        return new GroupState(
                group.groupId(),
                text(group.type()),
                group.groupState().toString(),
                assigned,
                group.groupEpoch(),
                Map.of());
    }

    private GroupState ofShare(ShareGroupDescription group) {
        Map<String, Set<Integer>> assigned = new HashMap<>();
        group.members()
                .forEach(member -> assigned.put(
                        member.consumerId(), ofTopic(member.assignment().topicPartitions())));
        return new GroupState(
                group.groupId(),
                text(GroupType.SHARE),
                group.groupState().toString(),
                assigned,
                Optional.of(group.groupEpoch()),
                Map.of());
    }

    private GroupState ofStreams(StreamsGroupDescription group) {
        Set<String> reading = group.subtopologies().stream()
                .filter(part -> part.sourceTopics().contains(topic))
                .map(StreamsGroupSubtopologyDescription::subtopologyId)
                .collect(Collectors.toSet());
        Map<String, Set<Integer>> assigned = new HashMap<>();
        group.members().forEach(member -> {
            Set<Integer> its = new HashSet<>();
            for (StreamsGroupMemberAssignment.TaskIds tasks :
                    member.assignment().activeTasks()) {
                if (reading.contains(tasks.subtopologyId())) {
                    its.addAll(tasks.partitions());
                }
            }
            assigned.put(member.memberId(), its);
        });
        return new GroupState(
                group.groupId(),
                text(GroupType.STREAMS),
                group.groupState().toString(),
                assigned,
                Optional.of(group.groupEpoch()),
                Map.of());
    }

    private Set<Integer> ofTopic(Set<TopicPartition> assigned) {
        return assigned.stream()
                .filter(partition -> partition.topic().equals(topic))
                .map(TopicPartition::partition)
                .collect(Collectors.toSet());
    }

    private List<GroupState> withCommits(List<GroupState> groups)
            throws InterruptedException, ExecutionException, TimeoutException {
        List<GroupState> all = new ArrayList<>();
        for (GroupState group : groups) {
            all.add(group.with(commits(group)));
        }
        return all;
    }

    private Map<Integer, Commit> commits(GroupState group)
            throws InterruptedException, ExecutionException, TimeoutException {
        try {
            return GroupType.parse(group.kind()) == GroupType.SHARE ? ofShare(group.name()) : committed(group);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof AuthorizationException || e.getCause() instanceof GroupIdNotFoundException) {
                return Map.of();
            }
            throw e;
        }
    }

    private Map<Integer, Commit> ofShare(String name)
            throws InterruptedException, ExecutionException, TimeoutException {
        Map<Integer, Commit> commits = new HashMap<>();
        get(admin.listShareGroupOffsets(Map.of(name, new ListShareGroupOffsetsSpec().topicPartitions(all)))
                        .partitionsToOffsetInfo(name))
                .forEach((partition, info) -> Optional.ofNullable(info)
                        .flatMap(known -> known.lag())
                        .ifPresent(lag -> commits.put(partition.partition(), new Commit(info.startOffset(), lag))));
        return commits;
    }

    private Map<Integer, Commit> committed(GroupState group)
            throws InterruptedException, ExecutionException, TimeoutException {
        String name = group.name();
        Map<TopicPartition, OffsetAndMetadata> committed = get(
                GroupType.parse(group.kind()) == GroupType.STREAMS
                        ? admin.listStreamsGroupOffsets(
                                        Map.of(name, new ListStreamsGroupOffsetsSpec().topicPartitions(all)))
                                .partitionsToOffsetAndMetadata(name)
                        : admin.listConsumerGroupOffsets(
                                        Map.of(name, new ListConsumerGroupOffsetsSpec().topicPartitions(all)))
                                .partitionsToOffsetAndMetadata(name));
        // The ends are read after the commits: otherwise a lag could be below zero.
        Map<TopicPartition, ListOffsetsResultInfo> ends = get(admin.listOffsets(
                        all.stream().collect(Collectors.toMap(Function.identity(), each -> OffsetSpec.latest())))
                .all());
        Map<Integer, Commit> commits = new HashMap<>();
        committed.forEach((partition, offset) -> {
            if (offset != null) {
                long lag = Math.max(0, ends.get(partition).offset() - offset.offset());
                commits.put(partition.partition(), new Commit(offset.offset(), lag));
            }
        });
        return commits;
    }

    private static <T> T get(KafkaFuture<T> future) throws InterruptedException, ExecutionException, TimeoutException {
        return future.get(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
    }
}
