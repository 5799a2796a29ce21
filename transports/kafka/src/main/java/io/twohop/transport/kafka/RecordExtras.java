package io.twohop.transport.kafka;

import io.twohop.transport.Envelope;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.kafka.clients.producer.internals.BuiltInPartitioner;
import org.apache.kafka.common.header.internals.RecordHeaders;

/**
 * The keys and headers of a run's records, made once for all its publishers. The client copies the list of headers for each record,
 * and neither the headers nor a key's bytes.
 */
final class RecordExtras {
    private final byte[][] keys;
    private final int[] partitions;
    private final RecordHeaders headers;

    /** @param ofTopic how many partitions each topic has */
    RecordExtras(Envelope envelope, int ofTopic) {
        keys = new byte[envelope.keys()][];
        Arrays.setAll(keys, number -> envelope.key(number).getBytes(StandardCharsets.US_ASCII));
        // What the producer calls for a record that has a key and no partition.
        partitions = Arrays.stream(keys)
                .mapToInt(key -> BuiltInPartitioner.partitionForKey(key, ofTopic))
                .toArray();
        headers = envelope.headers().isEmpty() ? null : new RecordHeaders();
        envelope.headers().forEach(header -> headers.add(header.name(), header.bytes()));
    }

    byte[] key(int number) {
        return keys[number];
    }

    /** Where the client sends records with a key. */
    int partition(int number) {
        return partitions[number];
    }

    /** Null where there are none. */
    RecordHeaders headers() {
        return headers;
    }
}
