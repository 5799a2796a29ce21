package io.twohop.transport.sqs;

import io.twohop.transport.Acknowledgements;
import io.twohop.transport.Envelope;
import io.twohop.transport.Publisher;
import io.twohop.transport.TransportException;
import io.twohop.transport.kit.InFlight;
import io.twohop.transport.kit.InFlight.Settlement;
import io.twohop.transport.kit.PendingRequest;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.BatchResultErrorEntry;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchResponse;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchResultEntry;

/**
 * Publishes to the topics of a channel in turn, and on FIFO queues to the message groups of each. Threads of its own send what waits, in
 * batches; while they are busy, batches fill. On FIFO queues a message group belongs to one thread, so one of its batches is in flight at
 * most, and order holds.
 */
final class QueuePublisher implements Publisher {
    private static final TransportException UNANSWERED =
            new TransportException("SQS answered the batch without this message");
    private static final int ATTEMPTS = 3;
    private static final long PAUSE_MILLIS = 50;
    private static final long MAX_PAUSE_MILLIS = 1_000;
    private static final long CLOSE_MILLIS = 500;

    /**
     * The queues of a channel.
     *
     * @param urls of each topic
     * @param mostBytes of a message, and of all messages of a batch
     */
    record Target(List<String> urls, long mostBytes) {}

    private final SqsClient client;
    private final Target target;
    private final String id;
    private final boolean isFifo;
    private final int groups;
    private final int maxInFlight;
    private final Envelope envelope;
    private final Map<String, MessageAttributeValue> headers;
    private final long mostMessages;
    private final InFlight<Void> inFlight;
    private final SqsIncidents incidents;
    private final List<Outbox> outboxes;
    private final List<Thread> senders = new ArrayList<>();

    /** Next message group of each topic. */
    private final int[] nextGroup;

    /** Names of the message groups, without keys. */
    private final String[] groupNames;

    private volatile boolean closed;
    private long published;
    private int next;
    private int key = -1;

    /**
     * @param id unique among the run's publishers
     * @param maxMessageBytes that SQS counts of the largest message
     */
    QueuePublisher(
            SqsClient client,
            Target target,
            String id,
            SqsConfig config,
            Envelope envelope,
            long maxMessageBytes,
            SqsIncidents incidents,
            Acknowledgements acknowledgements) {
        this.client = client;
        this.target = target;
        this.id = id;
        this.isFifo = config.isFifo();
        this.groups = isFifo && envelope.keys() == 0 ? config.sending().groups() : 1;
        this.maxInFlight = config.sending().maxInFlight();
        this.envelope = envelope;
        this.headers = Outgoing.headers(envelope);
        this.mostMessages = Math.max(1, target.mostBytes() / maxMessageBytes);
        this.incidents = incidents;
        this.inFlight = new InFlight<>(acknowledgements, outcome -> null);
        int topics = target.urls().size();
        this.nextGroup = new int[topics];
        this.groupNames =
                IntStream.range(0, groups).mapToObj(group -> id + "-g" + group).toArray(String[]::new);
        int threads = config.sending().senders();
        this.outboxes = IntStream.range(0, isFifo ? threads : 1)
                .mapToObj(number -> new Outbox(topics))
                .toList();
        for (int i = 0; i < threads; i++) {
            Outbox outbox = outboxes.get(i % outboxes.size());
            Thread sender = new Thread(() -> send(outbox), "sqs-sender-" + i);
            sender.setDaemon(true);
            senders.add(sender);
            sender.start();
        }
    }

    /** Makes the messages published from now on replies to a request; the publishing thread. */
    void answer(PendingRequest request) {
        inFlight.answer(request);
    }

    @Override
    public void topic(int number) {
        next = number;
    }

    @Override
    public void key(int number) {
        key = number;
    }

    @Override
    public int lanes() {
        return nextGroup.length * groups;
    }

    @Override
    public int lane() {
        return next * groups + nextGroup[next];
    }

    @Override
    public boolean publish(ByteBuffer message, long correlation) {
        if (closed || inFlight.count() >= maxInFlight) {
            return false;
        }
        Optional<String> group =
                isFifo ? Optional.of(key < 0 ? groupNames[nextGroup[next]] : envelope.key(key)) : Optional.empty();
        Optional<String> number = isFifo ? Optional.of(id + "-" + published++) : Optional.empty();
        // A group's messages are all in one outbox.
        Outbox outbox = outboxes.get((key < 0 ? lane() : key) % outboxes.size());
        outbox.add(next, new Outgoing(bytes(message), group, number, key, inFlight.begin(correlation)));
        nextGroup[next] = nextGroup[next] + 1 == groups ? 0 : nextGroup[next] + 1;
        next = next + 1 == nextGroup.length ? 0 : next + 1;
        return true;
    }

    /** The buffer may hold the next message when a thread sends this one. */
    private static byte[] bytes(ByteBuffer message) {
        byte[] data = new byte[message.remaining()];
        message.get(message.position(), data);
        return data;
    }

    private void send(Outbox outbox) {
        try {
            while (!closed) {
                Outbox.Batch batch = outbox.take(mostMessages);
                if (!batch.messages().isEmpty()) {
                    send(batch);
                }
            }
        } catch (InterruptedException e) {
            // Closed.
        }
    }

    private void send(Outbox.Batch batch) throws InterruptedException {
        List<Settlement<Void>> pending = new ArrayList<>(batch.messages().size());
        batch.messages().forEach(message -> pending.add(message.outcome()));
        try {
            settle(answer(batch), pending);
        } catch (SdkException e) {
            TransportException failure = new TransportException("not acknowledged: " + Connector.words(e), e);
            fail(pending, failure);
        }
    }

    /**
     * Sends a batch. SQS has taken nothing of what it throttles, so that is sent again. Otherwise a message may be there although no
     * answer came: only FIFO queues recognise it when it comes again.
     */
    private SendMessageBatchResponse answer(Outbox.Batch batch) throws InterruptedException {
        var entries = Outgoing.entries(batch.messages(), headers, envelope);
        String url = target.urls().get(batch.topic());
        long pause = PAUSE_MILLIS;
        int failures = 0;
        while (true) {
            try {
                return client.sendMessageBatch(request -> request.queueUrl(url).entries(entries));
            } catch (SdkException e) {
                boolean isThrottled = Connector.isThrottled(e);
                if (isThrottled) {
                    incidents.throttled();
                }
                boolean again = isThrottled || isFifo && Connector.mayPass(e) && ++failures < ATTEMPTS;
                if (closed || !again) {
                    throw e;
                }
            }
            Thread.sleep(pause);
            pause = Math.min(2 * pause, MAX_PAUSE_MILLIS);
        }
    }

    /** Senders report one after the other. */
    private void settle(SendMessageBatchResponse answer, List<Settlement<Void>> pending) {
        synchronized (inFlight) {
            for (SendMessageBatchResultEntry entry : answer.successful()) {
                take(pending, entry.id()).ifPresent(outcome -> complete(outcome, null));
            }
            for (BatchResultErrorEntry entry : answer.failed()) {
                take(pending, entry.id())
                        .ifPresent(outcome -> complete(
                                outcome,
                                new TransportException("SQS refused the message: " + entry.code() + " "
                                        + Optional.ofNullable(entry.message()).orElse(""))));
            }
            fail(pending, UNANSWERED);
        }
    }

    /** Takes the outcome of an entry; empty for one that was not sent or has its outcome already. */
    private static Optional<Settlement<Void>> take(List<Settlement<Void>> pending, String id) {
        try {
            return Optional.ofNullable(pending.set(Integer.parseInt(id), null));
        } catch (NumberFormatException | IndexOutOfBoundsException e) {
            return Optional.empty();
        }
    }

    private void fail(List<Settlement<Void>> pending, TransportException failure) {
        synchronized (inFlight) {
            for (Settlement<Void> outcome : pending) {
                if (outcome != null) {
                    complete(outcome, failure);
                }
            }
        }
    }

    private void complete(Settlement<Void> outcome, TransportException failure) {
        if (failure != null && closed) {
            // The run has waited long enough for it, and counts it as unacknowledged.
            outcome.abandon();
        } else {
            outcome.complete(failure);
        }
    }

    @Override
    public boolean awaitAcknowledged(Duration limit) throws InterruptedException {
        return inFlight.awaitNone(limit);
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        outboxes.forEach(Outbox::close);
        Threads.end(senders, CLOSE_MILLIS);
        client.close();
    }
}
