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
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AclOperation;

/**
 * The consumers of one channel's topics. Partitions are assigned once, before the first message; later changes are
 * counted.
 */
final class ConsumerGroup {
    private static final Rule REBALANCED = new Rule(
            Kind.TRANSPORT,
            Severity.WARNING,
            "partitions of topic %s changed hands %d times while messages flowed",
            "raise consumer: max.poll.interval.ms and session.timeout.ms, or lower the rate");

    private static final Duration STEP = Duration.ofMillis(20);

    private final Set<String> topics;
    private final String topic;
    private final int partitions;
    private final int processes;
    private final List<Consumer<byte[], ByteBuffer>> consumers = new ArrayList<>();
    private final Places places = new Places();
    private final AtomicLong rebalances = new AtomicLong();
    private volatile boolean settled;

    /**
     * @param partitions number per topic
     * @param processes number of processes that have equally many consumers in the group
     */
    ConsumerGroup(List<String> topics, int partitions, int processes) {
        this.topics = new LinkedHashSet<>(topics);
        this.topic = topics.get(0) + (topics.size() == 1 ? "" : " and " + (topics.size() - 1) + " more");
        this.partitions = topics.size() * partitions;
        this.processes = processes;
    }

    void join(Consumer<byte[], ByteBuffer> consumer, Commits commits) {
        consumer.subscribe(topics, new Rebalances(consumer, commits));
        consumers.add(consumer);
    }

    /** Read positions of the consumers that must take each message once; others do not use them. */
    Places places() {
        return places;
    }

    /** Counts rebalances, on the thread that polls the consumer. */
    private final class Rebalances implements ConsumerRebalanceListener {
        private final Consumer<byte[], ByteBuffer> consumer;

        private final Commits commits;

        Rebalances(Consumer<byte[], ByteBuffer> consumer, Commits commits) {
            this.consumer = consumer;
            this.commits = commits;
        }

        @Override
        public void onPartitionsRevoked(Collection<TopicPartition> revoked) {
            commits.revoked(consumer, revoked);
            onPartitionsLost(revoked);
        }

        @Override
        public void onPartitionsLost(Collection<TopicPartition> lost) {
            if (settled) {
                rebalances.incrementAndGet();
            }
        }

        /** Restores read positions. The loss of the partition was counted at its former consumer. */
        @Override
        public void onPartitionsAssigned(Collection<TopicPartition> assigned) {
            places.resume(consumer, assigned);
        }
    }

    /** Waits until each consumer has its partitions and knows their start. */
    void settle() {
        if (settled) {
            return;
        }
        try {
            long deadline = System.nanoTime() + Refusals.LIMIT.toNanos();
            while (!isShared()) {
                if (System.nanoTime() > deadline) {
                    throw new TransportException("group of topic " + topic + ": its " + consumers.size()
                            + " consumers have not been given the partitions within " + Refusals.LIMIT.toSeconds()
                            + " s; check the brokers' log");
                }
                // No poll can take a message: there is none yet.
                consumers.forEach(consumer -> consumer.poll(STEP));
            }
            for (Consumer<byte[], ByteBuffer> consumer : consumers) {
                for (TopicPartition partition : consumer.assignment()) {
                    consumer.position(partition, Refusals.LIMIT);
                }
            }
        } catch (KafkaException e) {
            throw Refusals.refusal("group of topic " + topic, e, AclOperation.READ);
        }
        settled = true;
    }

    private boolean isShared() {
        Set<TopicPartition> given = new HashSet<>();
        int count = 0;
        for (Consumer<byte[], ByteBuffer> consumer : consumers) {
            Set<TopicPartition> assignment = consumer.assignment();
            if (assignment.isEmpty()) {
                return false;
            }
            given.addAll(assignment);
            count += assignment.size();
        }
        int least = partitions / processes;
        int most = (partitions + processes - 1) / processes;
        return count >= least && count <= most && given.size() == count;
    }

    /** Returns an incident if partitions changed hands. */
    Optional<Finding> incident() {
        long count = rebalances.get();
        return count == 0 ? Optional.empty() : Optional.of(REBALANCED.found(topic, count));
    }
}
