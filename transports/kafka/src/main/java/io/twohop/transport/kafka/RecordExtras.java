package io.twohop.transport.kafka;

import io.twohop.transport.Envelope;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.kafka.clients.producer.internals.BuiltInPartitioner;
import org.apache.kafka.common.header.internals.RecordHeaders;

/**
 * Keys and headers of a run's records, shared by all publishers. The client copies the list of headers for each record,
 * but neither the headers nor the key's bytes.
 */
final class RecordExtras {
    private final byte[][] keys;
    private final int[] partitions;
    private final RecordHeaders headers;

    /** @param ofTopic number of partitions per topic */
    RecordExtras(Envelope envelope, int ofTopic) {
        keys = new byte[envelope.keys()][];
        Arrays.setAll(keys, number -> envelope.key(number).getBytes(StandardCharsets.US_ASCII));
        // The producer calls the same for a record that has a key and no partition.
        partitions = Arrays.stream(keys)
                .mapToInt(key -> BuiltInPartitioner.partitionForKey(key, ofTopic))
                .toArray();
        headers = envelope.headers().isEmpty() ? null : new RecordHeaders();
        envelope.headers().forEach(header -> headers.add(header.name(), header.bytes()));
    }

    byte[] key(int number) {
        return keys[number];
    }

    /** Returns the partition that the client chooses for a key. */
    int partition(int number) {
        return partitions[number];
    }

    /** Headers of each record; null for none. */
    RecordHeaders headers() {
        return headers;
    }
}
