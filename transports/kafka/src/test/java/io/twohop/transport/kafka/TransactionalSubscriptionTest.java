package io.twohop.transport.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.BeforeEach;
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

    private long now;
    private final TransactionalSubscription subscription =
            new TransactionalSubscription(consumer, 8, producer, () -> now);

    @BeforeEach
    void begin() {
        consumer.assign(List.of(PARTITION));
        consumer.updateBeginningOffsets(Map.of(PARTITION, 0L));
        producer.initTransactions();
    }

    private int poll() {
        consumer.addRecord(new ConsumerRecord<>("requests", 0, 0, new byte[0], ByteBuffer.wrap(new byte[] {1})));
        return subscription.poll(message -> {}, 1);
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
    void shouldJoinAgainTheGroupThatWentOnWithoutIt() {
        producer.sendOffsetsToTransactionException = new CommitFailedException("not aware of this member");

        poll();

        assertThat(consumer.shouldRebalance()).isTrue();
        assertThat(consumer.position(PARTITION)).isZero();
    }

    @Test
    void shouldNotJoinAgainForAnyOtherError() {
        producer.sendOffsetsToTransactionException = new KafkaException("connection lost");

        poll();

        assertThat(consumer.shouldRebalance()).isFalse();
    }

    /** A broker that was away forgot a consumer, which takes seconds to hear of it. */
    @Test
    void shouldGoOnHoweverOftenItFailedInLittleTime() {
        producer.sendOffsetsToTransactionException = new CommitFailedException("not aware of this member");
        for (int i = 0; i < 1_000; i++) {
            poll();
        }
        producer.sendOffsetsToTransactionException = null;
        now = Duration.ofMinutes(1).toNanos();

        assertThat(poll()).isEqualTo(1);
        assertThat(producer.transactionCommitted()).isTrue();
    }

    @Test
    void shouldGiveUpWhenNothingWasCommittedForTwoMinutes() {
        producer.sendOffsetsToTransactionException = new KafkaException("connection lost");
        poll();
        now = Duration.ofMinutes(2).toNanos();

        assertThatThrownBy(this::poll).hasMessage("connection lost");
    }

    @Test
    void shouldCountTheTwoMinutesAnewOnceSomethingWasCommitted() {
        KafkaException failure = new KafkaException("connection lost");
        producer.sendOffsetsToTransactionException = failure;
        poll();
        producer.sendOffsetsToTransactionException = null;
        poll();
        commits = 0;
        consumer.seek(PARTITION, 0);
        now = Duration.ofMinutes(2).toNanos();
        producer.sendOffsetsToTransactionException = failure;

        assertThatCode(this::poll).doesNotThrowAnyException();
    }

    @Test
    void shouldGiveUpWhereNoneIsAnswered() {
        unanswered = Integer.MAX_VALUE;

        assertThatThrownBy(this::poll).isInstanceOf(TimeoutException.class).hasMessage("not answered");
    }
}
