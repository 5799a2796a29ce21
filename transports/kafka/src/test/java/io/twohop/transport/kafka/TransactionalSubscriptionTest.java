package io.twohop.transport.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

/** What no real broker does on demand: not to answer a commit in time. */
class TransactionalSubscriptionTest {
    private static final TopicPartition PARTITION = new TopicPartition("requests", 0);

    private int commits;
    private int unanswered;
    private Runnable whenCommitting = () -> {};

    private final MockProducer<byte[], byte[]> producer =
            new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer()) {
                @Override
                public void commitTransaction() {
                    whenCommitting.run();
                    commits++;
                    if (commits <= unanswered) {
                        throw new TimeoutException("not answered");
                    }
                    super.commitTransaction();
                }

                /** As the real one does. */
                @Override
                public void abortTransaction() {
                    if (commits > 0) {
                        throw new IllegalStateException("commitTransaction must be retried");
                    }
                    super.abortTransaction();
                }
            };

    private final MockConsumer<byte[], ByteBuffer> consumer = new MockConsumer<>("earliest");

    private int poll() {
        consumer.assign(List.of(PARTITION));
        consumer.updateBeginningOffsets(Map.of(PARTITION, 0L));
        consumer.addRecord(new ConsumerRecord<>("requests", 0, 0, new byte[0], ByteBuffer.wrap(new byte[] {1})));
        producer.initTransactions();
        return new TransactionalSubscription(consumer, 8, producer).poll(message -> {}, 1);
    }

    @Test
    void shouldRepeatACommitThatWasNotAnswered() {
        unanswered = 2;

        assertThat(poll()).isEqualTo(1);
        assertThat(commits).isEqualTo(3);
        assertThat(producer.transactionCommitted()).isTrue();
    }

    /** The client heard of an error, and the broker had committed. */
    @Test
    void shouldGoOnBehindWhatWasCommittedThoughTheClientHeardOtherwise() {
        whenCommitting = () -> {
            consumer.commitSync(Map.of(PARTITION, new OffsetAndMetadata(1)));
            throw new KafkaException("connection lost");
        };

        poll();

        assertThat(consumer.position(PARTITION)).isEqualTo(1);
    }

    @Test
    void shouldConsumeAgainWhatWasNotCommitted() {
        producer.sendOffsetsToTransactionException = new KafkaException("connection lost");

        poll();

        assertThat(consumer.position(PARTITION)).isZero();
        assertThat(producer.transactionAborted()).isTrue();
    }

    @Test
    void shouldGiveUpWhereNoneIsAnswered() {
        unanswered = Integer.MAX_VALUE;

        assertThatThrownBy(this::poll).isInstanceOf(TimeoutException.class).hasMessage("not answered");
    }
}
