package io.twohop.transport.kafka;

import io.twohop.transport.AppendClock;
import io.twohop.transport.Channel;
import io.twohop.transport.TransportException;
import io.twohop.transport.kit.Hosts;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * Topics of a deployed service, which the bench neither creates nor deletes. It needs to write requests and to read replies; nothing of
 * it stays on the cluster, since its consumer is in no group. The starting thread.
 */
final class ExistingTopics {
    private final Admin admin;

    ExistingTopics(Admin admin) {
        this.admin = admin;
    }

    /**
     * Returns the number of a topic's partitions.
     *
     * @throws TransportException if there is no such topic, or without the right to use it
     */
    int partitions(Channel channel) throws InterruptedException {
        AclOperation right = channel.hop() == 1 ? AclOperation.WRITE : AclOperation.READ;
        TopicDescription topic = describe(channel.name(), right);
        Set<AclOperation> granted = topic.authorizedOperations();
        // Some servers do not say.
        if (granted != null && !granted.isEmpty() && !granted.contains(right)) {
            throw noRight(channel.name(), right, null);
        }
        return topic.partitions().size();
    }

    /** Returns the clock of the brokers with replicas of either topic: any of them may come to lead. */
    AppendClock appendClock(Channel requests, Channel replies) throws InterruptedException {
        Set<Node> nodes = Stream.of(
                        describe(requests.name(), AclOperation.WRITE), describe(replies.name(), AclOperation.READ))
                .flatMap(topic -> topic.partitions().stream())
                .flatMap(partition -> partition.replicas().stream())
                .collect(Collectors.toSet());
        if (nodes.stream().map(Node::host).allMatch(ExistingTopics::isHere)) {
            return AppendClock.HERE;
        }
        // One name may stand for several machines behind a load balancer.
        return nodes.size() == 1 ? AppendClock.ELSEWHERE : AppendClock.SEVERAL;
    }

    private static boolean isHere(String host) {
        try {
            // The host of a broker that is down is not known.
            return !host.isEmpty() && Hosts.isHere(InetAddress.getByName(host));
        } catch (UnknownHostException e) {
            return false;
        }
    }

    private TopicDescription describe(String name, AclOperation right) throws InterruptedException {
        try {
            Map<String, TopicDescription> found = Refusals.await(
                    admin.describeTopics(List.of(name), new DescribeTopicsOptions().includeAuthorizedOperations(true))
                            .allTopicNames(),
                    "topic " + name,
                    right);
            return found.get(name);
        } catch (TransportException e) {
            if (e.getCause() instanceof AuthorizationException) {
                throw noRight(name, right, e.getCause());
            }
            if (e.getCause() instanceof UnknownTopicOrPartitionException) {
                throw new TransportException(
                        "topic " + name
                                + " does not exist, or this user may not see it; a deployed service's topics have to"
                                + " exist, since the bench creates none",
                        e.getCause());
            }
            throw e;
        }
    }

    private static TransportException noRight(String name, AclOperation right, Throwable cause) {
        return new TransportException(
                "topic " + name + ": this user may not "
                        + (right == AclOperation.WRITE ? "write requests" : "read replies") + "; grant it "
                        + right.name().toLowerCase(Locale.ROOT) + " on this topic",
                cause);
    }

    /** Returns a consumer of all partitions, from their present ends on. */
    static <V> KafkaConsumer<byte[], V> consumer(Map<String, Object> settings, String topic, int partitions) {
        settings.remove(ConsumerConfig.GROUP_ID_CONFIG);
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
        // A transactional service's replies count once they are committed.
        settings.putIfAbsent(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        KafkaConsumer<byte[], V> consumer = new KafkaConsumer<>(settings);
        try {
            List<TopicPartition> all = IntStream.range(0, partitions)
                    .mapToObj(number -> new TopicPartition(topic, number))
                    .toList();
            consumer.assign(all);
            consumer.seekToEnd(all);
            // Seeking is lazy: only the position fixes where reading begins.
            all.forEach(consumer::position);
            return consumer;
        } catch (KafkaException e) {
            consumer.close(CloseOptions.timeout(Duration.ZERO));
            throw Refusals.refusal("consumer of topic " + topic, e, AclOperation.READ);
        }
    }
}
