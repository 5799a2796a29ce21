package io.twohop.transport.kafka;

import io.twohop.transport.Channel;
import io.twohop.transport.Creation;
import io.twohop.transport.RunContext;
import io.twohop.transport.TransportException;
import io.twohop.transport.kit.RunCreations;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.CreateTopicsResult;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownServerException;

/** Topics and groups of this run; nothing else is ever deleted. The starting thread. */
final class Topics {
    /** Number of topics per request; a controller refuses too many changes at once. */
    private static final int AT_ONCE = 500;

    private static final long POLL_MILLIS = 20;
    private static final long LEADER_LIMIT_SECONDS = 5;

    private final Admin admin;
    private final KafkaConfig config;
    private final RunContext context;
    private final KafkaSweeper sweeper;
    private final Set<String> created = new HashSet<>();
    private final RunCreations creations;
    private volatile String requests;

    /** @param cluster the cluster's id */
    Topics(Admin admin, KafkaConfig config, RunContext context, String cluster) {
        this.admin = admin;
        this.config = config;
        this.context = context;
        this.sweeper = new KafkaSweeper(admin, cluster);
        this.creations = new RunCreations(context, config.brokers().areExternal());
    }

    /** Returns a channel's topics, creating those that are absent with a leader and all replicas. */
    List<String> of(Channel channel) throws InterruptedException {
        List<String> all = new ArrayList<>();
        for (int i = 0; i < channel.topics(); i++) {
            all.add(prefixed(channel.topic(i)));
        }
        requests = channel.hop() == 1 ? all.get(0) : requests;
        for (int from = 0; from < all.size(); from += AT_ONCE) {
            List<String> some = all.subList(from, Math.min(from + AT_ONCE, all.size()));
            if (!context.joins() && !created.containsAll(some)) {
                create(some);
            }
        }
        return all;
    }

    private void create(List<String> names) throws InterruptedException {
        List<NewTopic> wanted = names.stream()
                .map(name -> new NewTopic(
                                name, config.partitions(), config.replication().shortValue())
                        .configs(config.properties().topic()))
                .toList();
        creations.about(names.stream().map(sweeper::topic).toList());
        String what = "topic " + names.get(0)
                + (names.size() == 1 ? "" : " and " + (names.size() - 1) + " more, each")
                + " with " + config.partitions() + " partitions and replication "
                + config.replication();
        CreateTopicsResult answers = admin.createTopics(wanted);
        try {
            Refusals.await(answers.all(), what, AclOperation.CREATE);
        } catch (TransportException e) {
            forgetRefused(answers);
            throw e;
        }
        created.addAll(names);
        awaitReplicas(names);
        awaitLeaders(names, what);
        checkMessageSize(names.get(0));
    }

    /** Removes refused topics from the creation log. A topic whose request has no answer may still be created. */
    private void forgetRefused(CreateTopicsResult answers) throws InterruptedException {
        List<Creation> refused = new ArrayList<>();
        for (Map.Entry<String, KafkaFuture<Void>> answer : answers.values().entrySet()) {
            if (isRefused(answer.getValue())) {
                refused.add(sweeper.topic(answer.getKey()));
            }
        }
        creations.refused(refused);
    }

    /** Whether the cluster said that it did not create a topic. One that exists is of this run: the client repeats a request. */
    private static boolean isRefused(KafkaFuture<Void> answer) throws InterruptedException {
        if (!answer.isDone()) {
            return false;
        }
        try {
            answer.get();
            return false;
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            return cause instanceof ApiException
                    && !(cause instanceof RetriableException
                            || cause instanceof TopicExistsException
                            || cause instanceof UnknownServerException);
        }
    }

    /** Returns the name of a group, whose offsets are deleted after the run. */
    String group(Channel channel, String group) throws InterruptedException {
        String name = prefixed(channel.name()) + "-" + group;
        if (!context.joins()) {
            of(channel);
            if (config.isShared()) {
                makeShareGroup(name);
            } else {
                creations.about(sweeper.group(name));
            }
        }
        return name;
    }

    /** Sets the settings of a share group, which its first consumer creates. */
    private void makeShareGroup(String name) throws InterruptedException {
        List<Creation> group = List.of(sweeper.shareGroup(name));
        creations.about(group);
        try {
            Refusals.await(
                    admin.incrementalAlterConfigs(ShareGroup.settings(name, AlterConfigOp.OpType.SET))
                            .all(),
                    "settings of share group " + name,
                    AclOperation.ALTER_CONFIGS);
        } catch (TransportException e) {
            if (e.getCause() instanceof AuthorizationException) {
                creations.refused(group);
            }
            throw e;
        }
    }

    private String prefixed(String name) {
        return name.startsWith(context.runId()) ? name : context.runId() + "-" + name;
    }

    private void awaitReplicas(List<String> names) throws InterruptedException {
        long deadline = System.nanoTime() + Refusals.LIMIT.toNanos();
        while (!areReplicated(names)) {
            if (System.nanoTime() > deadline) {
                throw new TransportException("topic " + names.get(0) + (names.size() == 1 ? "" : " or another")
                        + " has no leader and full set of replicas for each"
                        + " partition after " + Refusals.LIMIT.toSeconds() + " s; check the brokers");
            }
            Thread.sleep(POLL_MILLIS);
        }
    }

    /**
     * Waits until every leader answers. Metadata names leaders that may not have created their partition yet. A first
     * batch refused by such a leader can be overtaken by the second, which the broker then takes for the first: the
     * refused one stays out of order. A leader answers a request for offsets once it leads. The client repeats that
     * request, except at a broker that has not heard of the topic.
     */
    private void awaitLeaders(List<String> names, String what) throws InterruptedException {
        Map<TopicPartition, OffsetSpec> ends = new HashMap<>();
        for (String name : names) {
            for (int partition = 0; partition < config.partitions(); partition++) {
                ends.put(new TopicPartition(name, partition), OffsetSpec.latest());
            }
        }
        long deadline = System.nanoTime() + Refusals.LIMIT.toNanos();
        while (true) {
            try {
                Refusals.await(admin.listOffsets(ends).all(), what, AclOperation.DESCRIBE);
                return;
            } catch (TransportException e) {
                if (!(e.getCause() instanceof RetriableException) || System.nanoTime() > deadline) {
                    throw e;
                }
                Thread.sleep(POLL_MILLIS);
            }
        }
    }

    /** Returns whether the broker has heard of all topics, with a leader and all replicas of each partition. */
    private boolean areReplicated(List<String> names) throws InterruptedException {
        try {
            Collection<TopicDescription> all = admin.describeTopics(
                            names, new DescribeTopicsOptions().includeAuthorizedOperations(true))
                    .allTopicNames()
                    .get(Refusals.LIMIT.toSeconds(), TimeUnit.SECONDS)
                    .values();
            all.forEach(Refusals::check);
            return all.stream().allMatch(this::isReplicated);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof AuthorizationException) {
                throw Refusals.refusal("topic " + names.get(0), e.getCause(), AclOperation.DESCRIBE);
            }
            return false;
        } catch (TimeoutException e) {
            return false;
        }
    }

    private boolean isReplicated(TopicDescription description) {
        return description.partitions().size() == config.partitions()
                && description.partitions().stream()
                        .allMatch(partition ->
                                partition.leader() != null && partition.isr().size() == config.replication());
    }

    /** Returns the node that leads the first partition of the generator's topic, from 0; negative if unknown. */
    int leader() throws InterruptedException {
        try {
            Node leader = admin.describeTopics(List.of(requests))
                    .topicNameValues()
                    .get(requests)
                    .get(LEADER_LIMIT_SECONDS, TimeUnit.SECONDS)
                    .partitions()
                    .get(0)
                    .leader();
            return leader == null ? -1 : leader.id() - 1;
        } catch (ExecutionException | TimeoutException e) {
            return -1;
        }
    }

    /** Rejects messages that the broker would refuse one by one. A user who may not see the limit learns of it from a refusal. */
    private void checkMessageSize(String topic) throws InterruptedException {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        try {
            Config settings = Refusals.await(
                            admin.describeConfigs(List.of(resource)).all(),
                            "settings of topic " + topic,
                            AclOperation.DESCRIBE_CONFIGS)
                    .get(resource);
            long limit = Long.parseLong(
                    settings.get(TopicConfig.MAX_MESSAGE_BYTES_CONFIG).value());
            MessageSize.check("topic." + TopicConfig.MAX_MESSAGE_BYTES_CONFIG, limit, context);
        } catch (TransportException e) {
            if (!(e.getCause() instanceof AuthorizationException)) {
                throw e;
            }
        }
    }

    /** Deletes the run's topics and groups; the creation log keeps what cannot be deleted. */
    void delete() {
        creations.delete(sweeper);
    }
}
