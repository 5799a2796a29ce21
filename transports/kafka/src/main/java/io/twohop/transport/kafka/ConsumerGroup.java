package io.twohop.transport.kafka;

import io.twohop.transport.Incident;
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

/** The consumers of one channel's topics. Partitions are given out once, before the first message; a change after that is counted. */
final class ConsumerGroup {
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
     * @param partitions of each topic
     * @param processes how many have consumers in the group, as many each
     */
    ConsumerGroup(List<String> topics, int partitions, int processes) {
        this.topics = new LinkedHashSet<>(topics);
        this.topic = topics.get(0) + (topics.size() == 1 ? "" : " and " + (topics.size() - 1) + " more");
        this.partitions = topics.size() * partitions;
        this.processes = processes;
    }

    void join(Consumer<byte[], ByteBuffer> consumer) {
        consumer.subscribe(topics, new Rebalances(consumer));
        consumers.add(consumer);
    }

    /** For those of its consumers that have to take each message once; of the others nothing is in it. */
    Places places() {
        return places;
    }

    /** Called by the thread that polls the consumer. */
    private final class Rebalances implements ConsumerRebalanceListener {
        private final Consumer<byte[], ByteBuffer> consumer;

        Rebalances(Consumer<byte[], ByteBuffer> consumer) {
            this.consumer = consumer;
        }

        @Override
        public void onPartitionsRevoked(Collection<TopicPartition> revoked) {
            if (settled) {
                rebalances.incrementAndGet();
            }
        }

        /** What is given must have been taken from somebody, who has counted it. */
        @Override
        public void onPartitionsAssigned(Collection<TopicPartition> assigned) {
            places.resume(consumer, assigned);
        }
    }

    /** Returns when each consumer has its share of the partitions and knows where each of them begins. */
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
                // There is no message yet that a poll could take.
                consumers.forEach(consumer -> consumer.poll(STEP));
            }
            for (Consumer<byte[], ByteBuffer> consumer : consumers) {
                for (TopicPartition partition : consumer.assignment()) {
                    consumer.position(partition, Refusals.LIMIT);
                }
            }
        } catch (KafkaException e) {
            throw Refusals.refusal("group of topic " + topic, e);
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

    /** What a reader of the numbers should know. */
    Optional<Incident> incident() {
        long count = rebalances.get();
        return count == 0
                ? Optional.empty()
                : Optional.of(new Incident(
                        "partitions of topic " + topic + " changed hands " + count + " times while messages flowed",
                        "raise consumer: max.poll.interval.ms and session.timeout.ms, or lower the rate",
                        false));
    }
}
