package io.twohop.transport.kafka;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;

/**
 * How far each partition has been taken by the consumers of one group. Who has to take each message once keeps that
 * together with what it took, since what it commits comes later: here that is the memory of the process that counts the
 * messages. Any thread.
 */
final class Places {
    private final Map<TopicPartition, Long> next = new HashMap<>();

    /**
     * Takes all up to an offset.
     *
     * @return the first offset that had not been taken before
     */
    synchronized long take(TopicPartition partition, long upTo) {
        long first = next.getOrDefault(partition, 0L);
        next.put(partition, Math.max(first, upTo));
        return first;
    }

    /** Has a consumer that was given partitions go on where they were left. */
    synchronized void resume(Consumer<?, ?> consumer, Collection<TopicPartition> given) {
        for (TopicPartition partition : given) {
            Long offset = next.get(partition);
            if (offset != null) {
                consumer.seek(partition, offset);
            }
        }
    }
}
