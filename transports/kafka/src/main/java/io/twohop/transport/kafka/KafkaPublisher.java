package io.twohop.transport.kafka;

import io.twohop.transport.Acknowledgements;
import io.twohop.transport.AppendTimes;
import io.twohop.transport.Mark;
import io.twohop.transport.Publisher;
import io.twohop.transport.kit.InFlight;
import io.twohop.transport.kit.PendingRequest;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.internals.BuiltInPartitioner;
import org.apache.kafka.common.header.internals.RecordHeaders;

/**
 * Publishes to the topics in turn, and after each round to the next partition; keyed messages go to the partition of
 * the client's partitioner. If the producer's buffer is full, {@code send} waits up to {@code max.block.ms}; then the
 * message has failed.
 */
final class KafkaPublisher implements Publisher {
    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(2);

    private final Producer<byte[], byte[]> producer;
    private final String[] topics;
    private final int partitions;
    private final InFlight<Receipt> inFlight;
    private final ExactArrays arrays = new ExactArrays();
    private final RecordExtras extras;
    private RecordHeaders headers;
    private boolean hasOwnKey;

    /** The next message's key; null for messages without keys. */
    private byte[] key;

    private AppendTimes times = AppendTimes.NONE;
    private int topic;
    private boolean inTurn = true;
    private int partition;

    /**
     * @param firstPartition the first message's partition, different for each publisher so that they do not run in step
     */
    KafkaPublisher(
            Producer<byte[], byte[]> producer,
            List<String> topics,
            int partitions,
            int firstPartition,
            RecordExtras extras,
            Acknowledgements acknowledgements) {
        this.producer = producer;
        this.topics = topics.toArray(String[]::new);
        this.partitions = partitions;
        this.partition = firstPartition % partitions;
        this.extras = extras;
        this.headers = extras.headers();
        this.inFlight = new InFlight<>(acknowledgements, Receipt::new);
    }

    @Override
    public void topic(int number) {
        topic = number;
        inTurn = false;
    }

    @Override
    public void key(int number) {
        key = extras.key(number);
        partition = extras.partition(number);
    }

    @Override
    public void key(byte[] bytes) {
        key = bytes;
        hasOwnKey = true;
    }

    @Override
    public void appendTimes(AppendTimes asked) {
        times = asked;
    }

    /** The client copies the list of headers for each record, and reads the bytes of key and headers before {@code send} returns. */
    @Override
    public void marks(List<Mark> marks) {
        // The list of the run's headers is all publishers'.
        RecordHeaders own = headers == null ? new RecordHeaders() : new RecordHeaders(headers);
        for (Mark mark : marks) {
            if (mark.part() == Mark.Part.KEY) {
                key(mark.value());
            } else {
                own.add(mark.name(), mark.value());
            }
        }
        headers = own;
    }

    @Override
    public boolean publish(ByteBuffer message, long correlation) {
        byte[] value = arrays.ofLength(message.remaining());
        message.get(message.position(), value);
        InFlight.Settlement<Receipt> outcome = inFlight.begin(correlation);
        try {
            Integer given = key == null ? (Integer) partition : null;
            Receipt receipt = outcome.callback();
            // Without a time of its own the client gives the record the present one.
            Long sentMillis = times == AppendTimes.NONE ? null : receipt.begin(times);
            producer.send(new ProducerRecord<>(topics[topic], given, sentMillis, key, value, headers), receipt);
        } catch (RuntimeException e) {
            outcome.abandon();
            throw e;
        }
        advance();
        return true;
    }

    private void advance() {
        topic++;
        if (topic == topics.length || !inTurn) {
            topic = 0;
            // A key chooses its own.
            partition = partition + 1 == partitions ? 0 : partition + 1;
        }
    }

    @Override
    public int lanes() {
        return topics.length * partitions;
    }

    @Override
    public int lane() {
        // The producer calls the same for a record that has a key and no partition.
        int next = hasOwnKey ? BuiltInPartitioner.partitionForKey(key, partitions) : partition;
        return topic * partitions + next;
    }

    /** Makes the messages published from now on replies to requests; the publishing thread. */
    void answer(PendingRequest requests) {
        inFlight.answer(requests);
    }

    @Override
    public boolean awaitAcknowledged(Duration limit) throws InterruptedException {
        return inFlight.awaitNone(limit);
    }

    Producer<byte[], byte[]> producer() {
        return producer;
    }

    @Override
    public void close() {
        producer.close(CLOSE_LIMIT);
    }
}
