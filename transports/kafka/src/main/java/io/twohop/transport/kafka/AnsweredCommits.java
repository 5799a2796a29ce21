package io.twohop.transport.kafka;

import io.twohop.transport.kit.AwaitedReplies;
import io.twohop.transport.kit.PendingRequest;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemNanoClock;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetCommitCallback;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/**
 * Commits the requests of a service once their replies have outcomes, as often as the client would. The client itself commits what a poll
 * has handed out, and a service that dies before the producer has sent the replies would lose those messages.
 */
final class AnsweredCommits implements Commits {
    /** How long a rebalance waits for outcomes, and for its commit. Without them another consumer answers the requests again. */
    private static final Duration REVOCATION = Duration.ofSeconds(1);

    /** A later commit makes up for one that failed. */
    private static final OffsetCommitCallback IGNORED = (offsets, failure) -> {};

    private final KafkaPublisher publisher;
    private final AwaitedReplies replies;
    private final long intervalNanos;
    private final NanoClock clock;
    private Span handling;
    private Span committing = new Span();
    private long beganNanos;

    /** The requests between two commits: the positions behind them, and whether their replies have outcomes. */
    private static final class Span {
        private final Map<TopicPartition, OffsetAndMetadata> positions = new HashMap<>();
        private final PendingRequest requests = new PendingRequest(() -> answered = true);
        private volatile boolean answered;
    }

    /** @param publisher of the replies, on the thread that polls the consumer */
    AnsweredCommits(KafkaPublisher publisher, Duration interval) {
        this(publisher, interval, SystemNanoClock.INSTANCE);
    }

    AnsweredCommits(KafkaPublisher publisher, Duration interval, NanoClock clock) {
        this.publisher = publisher;
        this.replies = new AwaitedReplies(publisher);
        this.intervalNanos = interval.toNanos();
        this.clock = clock;
        begin();
    }

    private void begin() {
        handling = new Span();
        publisher.answer(handling.requests);
        beganNanos = clock.nanoTime();
    }

    @Override
    public void handled(ConsumerRecords<byte[], ByteBuffer> records) {
        if (!records.isEmpty()) {
            handling.positions.putAll(Commits.behind(records));
        }
    }

    @Override
    public void beforePoll(Consumer<byte[], ByteBuffer> consumer) {
        if (committing.positions.isEmpty()
                && !handling.positions.isEmpty()
                && clock.nanoTime() - beganNanos >= intervalNanos) {
            committing = handling;
            begin();
            committing.requests.end();
        }
        if (committing.answered) {
            committing.positions.keySet().retainAll(consumer.assignment());
            consumer.commitAsync(committing.positions, IGNORED);
            committing = new Span();
        }
    }

    @Override
    public void revoked(Consumer<byte[], ByteBuffer> consumer, Collection<TopicPartition> partitions) {
        Map<TopicPartition, OffsetAndMetadata> positions = new HashMap<>(committing.positions);
        positions.putAll(handling.positions);
        positions.keySet().retainAll(partitions);
        if (positions.isEmpty() || !replies.haveOutcomes(REVOCATION.toNanos())) {
            return;
        }
        try {
            consumer.commitSync(positions, REVOCATION);
        } catch (KafkaException e) {
            // Another consumer answers the requests again.
        }
        committing.positions.keySet().removeAll(partitions);
        handling.positions.keySet().removeAll(partitions);
    }
}
