package io.twohop.transport.kafka;

import io.twohop.finding.Finding;
import io.twohop.finding.Kind;
import io.twohop.finding.Rule;
import io.twohop.finding.Severity;
import io.twohop.transport.TransportException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.FinalizedVersionRange;
import org.apache.kafka.clients.admin.ShareMemberDescription;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaShareConsumer;
import org.apache.kafka.clients.consumer.ShareConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.GroupIdNotFoundException;

/** The consumers of one channel that share its partitions, in this process. Redeliveries are counted. */
final class ShareGroup {
    /** Time after which a record that its consumer has not acknowledged goes to another; the run sets it for its groups. */
    static final Duration RECORD_LOCK = Duration.ofSeconds(30);

    private static final Rule REDELIVERED = new Rule(
            Kind.TRANSPORT,
            Severity.WARNING,
            "the share group of topic %s redelivered %d messages",
            "see the brokers' log; lower the rate if no consumer died: messages must be acknowledged within 30 s");

    private static final Rule REFUSED = new Rule(
            Kind.TRANSPORT,
            Severity.WARNING,
            "the share group of topic %s did not accept the acknowledgements of %d messages, the first: %s",
            "see the brokers' log; the broker delivers these messages again");

    /** Settings of a group, which a cluster keeps apart from the group. */
    private static final Map<String, String> SETTINGS = Map.of(
            // A new topic is empty, so reading from its beginning misses nothing.
            "share.auto.offset.reset",
            "earliest",
            "share.record.lock.duration.ms",
            Long.toString(RECORD_LOCK.toMillis()));

    private static final String FEATURE = "share.version";
    private static final Duration STEP = Duration.ofMillis(20);

    private final String name;
    private final List<String> topics;
    private final int partitions;
    private final List<ShareConsumer<byte[], ByteBuffer>> consumers = new ArrayList<>();
    private final Set<String> clientIds = new HashSet<>();
    private final AtomicLong redelivered = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();
    private volatile String refusal;
    private boolean settled;

    /**
     * @param name of the group in the cluster
     * @param partitions number per topic
     */
    ShareGroup(String name, List<String> topics, int partitions) {
        this.name = name;
        this.topics = topics;
        this.partitions = topics.size() * partitions;
    }

    /** Rejects clusters without share groups: consumers there would wait for an assignment in vain. */
    static void checkCluster(Admin admin) throws InterruptedException {
        check(Refusals.await(
                        admin.describeFeatures().featureMetadata(), "the cluster's features", AclOperation.DESCRIBE)
                .finalizedFeatures());
    }

    static void check(Map<String, FinalizedVersionRange> features) {
        FinalizedVersionRange version = features.get(FEATURE);
        if (version == null || version.maxVersionLevel() < 1) {
            throw new TransportException("group: share (expected: a cluster whose " + FEATURE + " is at least 1, here "
                    + (version == null ? "absent" : version.maxVersionLevel())
                    + "); use Kafka 4.2 or later, and kafka-features.sh upgrade --feature " + FEATURE + "=1");
        }
    }

    /** Returns the request that sets or deletes the settings of a group. */
    static Map<ConfigResource, Collection<AlterConfigOp>> settings(String group, AlterConfigOp.OpType operation) {
        List<AlterConfigOp> changes = SETTINGS.entrySet().stream()
                .map(setting -> new AlterConfigOp(new ConfigEntry(setting.getKey(), setting.getValue()), operation))
                .toList();
        return Map.of(new ConfigResource(ConfigResource.Type.GROUP, group), changes);
    }

    /** Adds a consumer. Its client id is unique, since the group's description does not name consumers otherwise. */
    ShareConsumer<byte[], ByteBuffer> join(Map<String, Object> settings) {
        String clientId = "twohop-consumer-" + UUID.randomUUID();
        settings.put(ConsumerConfig.CLIENT_ID_CONFIG, clientId);
        try {
            ShareConsumer<byte[], ByteBuffer> consumer = new KafkaShareConsumer<>(settings);
            consumer.setAcknowledgementCommitCallback((offsets, failure) -> {
                if (failure != null) {
                    refusal = failure.toString();
                    offsets.values().forEach(some -> refused.addAndGet(some.size()));
                }
            });
            consumer.subscribe(topics);
            consumers.add(consumer);
            clientIds.add(clientId);
            return consumer;
        } catch (KafkaException e) {
            throw Refusals.refusal("consumer of topic " + topics.get(0), e, AclOperation.READ);
        }
    }

    void redelivered() {
        redelivered.incrementAndGet();
    }

    /** Waits until the group's description assigns partitions to each consumer of this process, and each partition to some consumer. */
    void settle(Admin admin) throws InterruptedException {
        if (settled) {
            return;
        }
        long deadline = System.nanoTime() + Refusals.LIMIT.toNanos();
        while (!isShared(admin)) {
            if (System.nanoTime() > deadline) {
                throw new TransportException("share group of topic " + topics.get(0) + ": its " + consumers.size()
                        + " consumers have not been given partitions within " + Refusals.LIMIT.toSeconds()
                        + " s; check the brokers' log");
            }
            try {
                // No poll can take a message: there is none yet.
                consumers.forEach(consumer -> consumer.poll(STEP));
            } catch (KafkaException e) {
                throw Refusals.refusal("share group of topic " + topics.get(0), e, AclOperation.READ);
            }
        }
        settled = true;
    }

    private boolean isShared(Admin admin) throws InterruptedException {
        Set<String> waiting = new HashSet<>(clientIds);
        Set<TopicPartition> given = new HashSet<>();
        for (ShareMemberDescription member : members(admin)) {
            Set<TopicPartition> its = member.assignment().topicPartitions();
            given.addAll(its);
            if (!its.isEmpty()) {
                waiting.remove(member.clientId());
            }
        }
        return waiting.isEmpty() && given.size() == partitions;
    }

    private Collection<ShareMemberDescription> members(Admin admin) throws InterruptedException {
        try {
            return Refusals.await(
                            admin.describeShareGroups(List.of(name))
                                    .describedGroups()
                                    .get(name),
                            "share group of topic " + topics.get(0),
                            AclOperation.READ)
                    .members();
        } catch (TransportException e) {
            if (e.getCause() instanceof GroupIdNotFoundException) {
                return List.of();
            }
            throw e;
        }
    }

    /** Returns incidents for redeliveries and for acknowledgements that failed. */
    List<Finding> incidents() {
        List<Finding> all = new ArrayList<>();
        if (redelivered.get() > 0) {
            all.add(REDELIVERED.found(topics.get(0), redelivered.get()));
        }
        if (refused.get() > 0) {
            all.add(REFUSED.found(topics.get(0), refused.get(), refusal));
        }
        return all;
    }
}
