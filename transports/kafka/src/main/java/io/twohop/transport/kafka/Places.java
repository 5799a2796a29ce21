package io.twohop.transport.kafka;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;

/**
 * Read positions of one group's consumers, by partition. A consumer that must take each message once cannot rely on
 * commits, which come later: here the process that counts the messages keeps the position. Any thread.
 */
final class Places {
    private final Map<TopicPartition, Long> next = new HashMap<>();

    /**
     * Takes everything up to an offset.
     *
     * @return the first offset not taken before
     */
    synchronized long take(TopicPartition partition, long upTo) {
        long first = next.getOrDefault(partition, 0L);
        next.put(partition, Math.max(first, upTo));
        return first;
    }

    /** Moves a consumer to where its new partitions were left. */
    synchronized void resume(Consumer<?, ?> consumer, Collection<TopicPartition> given) {
        for (TopicPartition partition : given) {
            if (next.containsKey(partition)) {
                consumer.seek(partition, next.get(partition));
            }
        }
    }
}
