package io.twohop.transport.kafka;

import io.twohop.finding.Finding;
import io.twohop.finding.Kind;
import io.twohop.finding.Rule;
import io.twohop.finding.Severity;
import io.twohop.transport.MessageHandler;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemNanoClock;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;

/**
 * A service's consumer whose handler publishes by the given producer. Each poll is one transaction: its messages are
 * consumed and its replies published, or neither.
 */
final class TransactionalSubscription extends KafkaSubscription {
    private static final Rule ABORTED = new Rule(
            Kind.TRANSPORT,
            Severity.WARNING,
            "%d transactions were aborted and repeated",
            "see the brokers' log; raise producer: transaction.timeout.ms if they expired");

    private static final int TRIES = 10;
    private static final Duration HOPELESS = Duration.ofMinutes(2);
    private static final Duration REWIND_LIMIT = Duration.ofSeconds(5);

    private final Producer<byte[], byte[]> producer;
    private final NanoClock clock;
    private final AtomicLong aborted = new AtomicLong();
    private boolean failing;
    private long failingSince;

    TransactionalSubscription(
            Consumer<byte[], ByteBuffer> consumer, int maxMessageBytes, Producer<byte[], byte[]> producer) {
        this(consumer, maxMessageBytes, producer, SystemNanoClock.INSTANCE);
    }

    TransactionalSubscription(
            Consumer<byte[], ByteBuffer> consumer,
            int maxMessageBytes,
            Producer<byte[], byte[]> producer,
            NanoClock clock) {
        super(consumer, maxMessageBytes);
        this.producer = producer;
        this.clock = clock;
    }

    @Override
    public int poll(MessageHandler handler, long maxWaitNanos) {
        ConsumerRecords<byte[], ByteBuffer> records = receive(maxWaitNanos);
        if (records.isEmpty()) {
            return 0;
        }
        try {
            producer.beginTransaction();
            hand(records, handler);
            producer.sendOffsetsToTransaction(
                    Commits.behind(records), consumer().groupMetadata());
            repeatedly(producer::commitTransaction);
            failing = false;
        } catch (KafkaException e) {
            abort(records, e);
        }
        return records.count();
    }

    /** Ends a transaction, repeating the request after a timeout: only the broker's answer tells whether it is done. */
    private static void repeatedly(Runnable ending) {
        for (int tried = 1; ; tried++) {
            try {
                ending.run();
                return;
            } catch (TimeoutException e) {
                if (tried == TRIES) {
                    throw e;
                }
            }
        }
    }

    /** Aborts and consumes again; gives up if even that fails, or has failed for too long. */
    private void abort(ConsumerRecords<byte[], ByteBuffer> records, KafkaException cause) {
        aborted.incrementAndGet();
        if (isHopeless()) {
            throw cause;
        }
        try {
            if (cause instanceof CommitFailedException) {
                // The group continues without this consumer. Until it rejoins, nothing it consumes can be
                // committed; of itself it does so with its next heartbeat.
                consumer().enforceRebalance();
            }
            repeatedly(producer::abortTransaction);
            repeatedly(() -> rewind(records));
        } catch (KafkaException | IllegalStateException e) {
            cause.addSuppressed(e);
            throw cause;
        }
    }

    private boolean isHopeless() {
        long now = clock.nanoTime();
        if (!failing) {
            failing = true;
            failingSince = now;
        }
        return now - failingSince >= HOPELESS.toNanos();
    }

    /** Returns to the committed offset, which is behind these records if the answer to a commit was lost. */
    private void rewind(ConsumerRecords<byte[], ByteBuffer> records) {
        Map<TopicPartition, OffsetAndMetadata> committed = consumer().committed(records.partitions(), REWIND_LIMIT);
        for (TopicPartition partition : records.partitions()) {
            OffsetAndMetadata offset = committed.get(partition);
            consumer()
                    .seek(
                            partition,
                            offset == null ? records.records(partition).get(0).offset() : offset.offset());
        }
    }

    /** Returns an incident if transactions were aborted. */
    Optional<Finding> incident() {
        long count = aborted.get();
        return count == 0 ? Optional.empty() : Optional.of(ABORTED.found(count));
    }
}
