package io.twohop.transport.sqs;

import io.twohop.transport.MessageHandler;
import io.twohop.transport.Subscription;
import io.twohop.transport.kit.DirectCopy;
import io.twohop.transport.kit.PendingRequest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchResponse;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.ReceiveMessageRequest;

/**
 * A consumer of the queues of a channel. Each receiver, a thread, receives up to ten messages, waits until they are handled and their
 * replies have outcomes, and deletes them, which acknowledges them. So no more wait in the client than receivers hold.
 */
final class QueueSubscription implements Subscription {
    /** Number of messages after which a poll takes no further batch. */
    private static final int ENOUGH = 64;

    private static final int DELETE_ATTEMPTS = 3;
    private static final long PAUSE_MILLIS = 200;
    private static final long CLOSE_MILLIS = 1_000;

    private final SqsClient client;
    private final SqsIncidents incidents;
    private final long visibleNanos;
    private final DirectCopy copy;
    private final Consumer<PendingRequest> replies;

    /** Receivers bound its length. */
    private final BlockingQueue<Batch> arrived = new LinkedBlockingQueue<>();

    private final List<Receiver> receivers = new ArrayList<>();
    private volatile boolean closed;

    /** @param replies what publishes the replies to a request; does nothing for messages without a reply */
    QueueSubscription(
            SqsClient client,
            List<String> urls,
            SqsConfig.Reading keys,
            int maxMessageBytes,
            SqsIncidents incidents,
            Consumer<PendingRequest> replies) {
        this.client = client;
        this.incidents = incidents;
        this.replies = replies;
        this.visibleNanos = keys.visibilityTimeout().toNanos();
        this.copy = new DirectCopy(maxMessageBytes);
        for (String url : urls) {
            for (int i = 0; i < keys.receivers(); i++) {
                Receiver receiver = new Receiver(
                        ReceiveMessageRequest.builder()
                                .queueUrl(url)
                                .maxNumberOfMessages(Outbox.BATCH)
                                .waitTimeSeconds((int) keys.waitTime().toSeconds())
                                .messageAttributeNames("All")
                                .build(),
                        receivers.size());
                receivers.add(receiver);
            }
        }
        receivers.forEach(Thread::start);
    }

    @Override
    public int poll(MessageHandler handler, long maxWaitNanos) {
        int count = 0;
        Batch batch = next(maxWaitNanos);
        while (batch != null) {
            count += batch.handle(handler);
            batch = count < ENOUGH ? arrived.poll() : null;
        }
        return count;
    }

    private Batch next(long maxWaitNanos) {
        try {
            return maxWaitNanos == 0 ? arrived.poll() : arrived.poll(maxWaitNanos, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        List<Thread> deleting = new ArrayList<>();
        for (Receiver receiver : receivers) {
            if (receiver.deletes) {
                deleting.add(receiver);
            } else {
                receiver.interrupt();
            }
        }
        Threads.join(deleting, CLOSE_MILLIS);
        // Some may wait for outcomes that will not come.
        deleting.forEach(Thread::interrupt);
        // It ends the receives that wait at the server.
        client.close();
    }

    /** Messages of one receive, which the consumer's thread handles and the receiver then deletes. */
    private final class Batch {
        private final Receiver receiver;
        private final List<Message> messages;

        /** When SQS delivers them again, at the latest. */
        private final long againNanos;

        private final CountDownLatch done = new CountDownLatch(1);
        private final PendingRequest request = new PendingRequest(done::countDown);
        private int handled;

        Batch(Receiver receiver, List<Message> messages, long askedNanos) {
            this.receiver = receiver;
            this.messages = messages;
            this.againNanos = askedNanos + visibleNanos;
        }

        /** Handles messages that SQS has not delivered again meanwhile. */
        int handle(MessageHandler handler) {
            int started = 0;
            replies.accept(request);
            try {
                while (started < messages.size() && System.nanoTime() - againNanos < 0) {
                    String body = messages.get(started).body();
                    started++;
                    handler.onMessage(copy.of(Base64.getDecoder().decode(body.getBytes(StandardCharsets.ISO_8859_1))));
                    handled++;
                }
                if (started < messages.size()) {
                    incidents.late(messages.size() - started);
                }
                return started;
            } finally {
                // From now on, not only once the receiver hears of it: closing spares those that delete.
                receiver.deletes = handled > 0;
                request.end();
            }
        }

        List<DeleteMessageBatchRequestEntry> handled() throws InterruptedException {
            done.await();
            List<DeleteMessageBatchRequestEntry> entries = new ArrayList<>(handled);
            for (int i = 0; i < handled; i++) {
                entries.add(DeleteMessageBatchRequestEntry.builder()
                        .id(Integer.toString(i))
                        .receiptHandle(messages.get(i).receiptHandle())
                        .build());
            }
            return entries;
        }
    }

    /** Receives, and deletes what is handled. */
    private final class Receiver extends Thread {
        private final ReceiveMessageRequest request;

        /** Whether it has handled messages to delete. */
        private volatile boolean deletes;

        Receiver(ReceiveMessageRequest request, int number) {
            super("sqs-receiver-" + number);
            this.request = request;
            setDaemon(true);
        }

        @Override
        public void run() {
            try {
                while (!closed) {
                    receive();
                }
            } catch (InterruptedException e) {
                // Closed.
            }
        }

        private void receive() throws InterruptedException {
            Batch batch;
            try {
                long askedNanos = System.nanoTime();
                List<Message> messages = client.receiveMessage(request).messages();
                if (messages.isEmpty()) {
                    return;
                }
                batch = new Batch(this, messages, askedNanos);
            } catch (SdkException | IllegalStateException e) {
                complain(e);
                return;
            }
            arrived.add(batch);
            List<DeleteMessageBatchRequestEntry> entries = batch.handled();
            if (!entries.isEmpty()) {
                delete(entries);
                deletes = false;
            }
        }

        /** A client that is closed meanwhile refuses in its own ways. */
        private void complain(RuntimeException failure) throws InterruptedException {
            if (closed) {
                return;
            }
            if (!(failure instanceof SdkException refusal)) {
                incidents.failed(failure.toString());
            } else if (Connector.isThrottled(refusal)) {
                incidents.throttled();
            } else {
                incidents.failed(Connector.words(refusal));
            }
            Thread.sleep(PAUSE_MILLIS);
        }

        private void delete(List<DeleteMessageBatchRequestEntry> entries) throws InterruptedException {
            for (int attempt = 1; ; attempt++) {
                try {
                    DeleteMessageBatchResponse answer = client.deleteMessageBatch(
                            batch -> batch.queueUrl(request.queueUrl()).entries(entries));
                    if (!answer.failed().isEmpty()) {
                        incidents.notDeleted(
                                answer.failed().size(), answer.failed().get(0).code());
                    }
                    return;
                } catch (SdkException | IllegalStateException e) {
                    complain(e);
                    if (closed || attempt == DELETE_ATTEMPTS) {
                        incidents.notDeleted(
                                entries.size(), e instanceof SdkException sdk ? Connector.words(sdk) : e.toString());
                        return;
                    }
                }
            }
        }
    }
}
