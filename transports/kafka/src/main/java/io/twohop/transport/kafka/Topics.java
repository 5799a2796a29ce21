package io.twohop.transport.kafka;

import io.twohop.transport.Channel;
import io.twohop.transport.Creation;
import io.twohop.transport.RunContext;
import io.twohop.transport.TransportException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.CreateTopicsResult;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.RetriableException;

/** The topics and groups of this run: made here, and nothing else is ever deleted. The harness's starting thread. */
final class Topics {
    /** Topics made in one request; a controller refuses too many changes at once. */
    private static final int AT_ONCE = 500;

    private static final long POLL_MILLIS = 20;
    private static final long LEADER_LIMIT_SECONDS = 5;

    private final Admin admin;
    private final KafkaConfig config;
    private final RunContext context;
    private final KafkaSweeper sweeper;
    private final Set<String> created = new HashSet<>();
    private final Set<Creation> creations = new LinkedHashSet<>();
    private volatile String requests;

    /** @param cluster its id */
    Topics(Admin admin, KafkaConfig config, RunContext context, String cluster) {
        this.admin = admin;
        this.config = config;
        this.context = context;
        this.sweeper = new KafkaSweeper(admin, cluster);
    }

    /** The topics of a channel; made, with every partition led and replicated, if they were not there. */
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
        write(names.stream().map(sweeper::topic).toList());
        String what = "topic " + names.get(0)
                + (names.size() == 1 ? "" : " and " + (names.size() - 1) + " more, each")
                + " with " + config.partitions() + " partitions and replication "
                + config.replication();
        CreateTopicsResult answers = admin.createTopics(wanted);
        try {
            Refusals.await(answers.all(), what);
        } catch (TransportException e) {
            forgetRefused(answers);
            throw e;
        }
        created.addAll(names);
        awaitReplicas(names);
        awaitLeaders(names, what);
        checkMessageSize(names.get(0));
    }

    /** What was refused was not made, and who may not make it may not delete it either. */
    private void forgetRefused(CreateTopicsResult answers) {
        List<Creation> refused = answers.values().entrySet().stream()
                .filter(answer -> answer.getValue().isCompletedExceptionally())
                .map(answer -> sweeper.topic(answer.getKey()))
                .toList();
        creations.removeAll(refused);
        context.creations().gone(refused);
    }

    /** A group of this run's own; its offsets are deleted after it. Who may not make its topics has none. */
    String group(Channel channel, String group) throws InterruptedException {
        String name = prefixed(channel.name()) + "-" + group;
        if (!context.joins()) {
            of(channel);
            write(List.of(sweeper.group(name)));
        }
        return name;
    }

    /** An embedded cluster takes everything with it. */
    private void write(List<Creation> about) {
        if (config.brokers().areExternal()) {
            context.creations().about(about);
        }
        creations.addAll(about);
    }

    private String prefixed(String name) {
        return name.startsWith(context.runId()) ? name : context.runId() + "-" + name;
    }

    private void awaitReplicas(List<String> names) throws InterruptedException {
        long deadline = System.nanoTime() + Refusals.LIMIT.toNanos();
        while (!describe(names).stream().allMatch(this::isReplicated)) {
            if (System.nanoTime() > deadline) {
                throw new TransportException("topic " + names.get(0) + (names.size() == 1 ? "" : " or another")
                        + " has no leader and full set of replicas for each"
                        + " partition after " + Refusals.LIMIT.toSeconds() + " s; check the brokers");
            }
            Thread.sleep(POLL_MILLIS);
        }
    }

    /**
     * Metadata names leaders that may still have to make their partition. A first batch that is refused meanwhile can be
     * overtaken by a later one, which the broker takes for the first of its producer; the refused one is then out of order
     * for good. So each leader is asked for an offset, which it answers once it leads. The client repeats the question, but not
     * where the broker that it asked who leads has not heard of the topic.
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
                Refusals.await(admin.listOffsets(ends).all(), what);
                return;
            } catch (TransportException e) {
                if (!(e.getCause() instanceof RetriableException) || System.nanoTime() > deadline) {
                    throw e;
                }
                Thread.sleep(POLL_MILLIS);
            }
        }
    }

    /** One that says nothing of its partitions while the broker that was asked has not heard of all. */
    private Collection<TopicDescription> describe(List<String> names) throws InterruptedException {
        try {
            return admin.describeTopics(names)
                    .allTopicNames()
                    .get(Refusals.LIMIT.toSeconds(), TimeUnit.SECONDS)
                    .values();
        } catch (ExecutionException | TimeoutException e) {
            return List.of(new TopicDescription("unknown", false, List.of()));
        }
    }

    private boolean isReplicated(TopicDescription description) {
        return description.partitions().size() == config.partitions()
                && description.partitions().stream()
                        .allMatch(partition ->
                                partition.leader() != null && partition.isr().size() == config.replication());
    }

    /** The node that leads the first partition of what the generator sends, from 0 on; negative if nobody says. */
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

    /** What the broker would refuse message by message is refused before the first. */
    private void checkMessageSize(String topic) throws InterruptedException {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        Config settings = Refusals.await(
                        admin.describeConfigs(List.of(resource)).all(), "settings of topic " + topic)
                .get(resource);
        long limit = Long.parseLong(
                settings.get(TopicConfig.MAX_MESSAGE_BYTES_CONFIG).value());
        MessageSize.check("topic." + TopicConfig.MAX_MESSAGE_BYTES_CONFIG, limit, context);
    }

    /** Deletes what this run made; what cannot be deleted stands in the run's creation log. */
    void delete() {
        try {
            Map<Creation, String> failed = sweeper.delete(creations);
            creations.removeAll(failed.keySet());
            context.creations().gone(creations);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
