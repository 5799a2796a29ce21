package io.twohop.transport.sqs;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.stream.IntStream;

/** Messages that wait for a sender, which takes those of one queue at a time. Any number of senders. */
final class Outbox {
    /** Most messages of a batch. */
    static final int BATCH = 10;

    private final List<Queue<Outgoing>> byTopic;
    private int waiting;
    private int next;
    private boolean closed;

    Outbox(int topics) {
        byTopic = IntStream.range(0, topics)
                .<Queue<Outgoing>>mapToObj(topic -> new ArrayDeque<>())
                .toList();
    }

    /**
     * A batch of one topic.
     *
     * @param messages empty once the outbox is closed
     */
    record Batch(int topic, List<Outgoing> messages) {}

    synchronized void add(int topic, Outgoing message) {
        byTopic.get(topic).add(message);
        waiting++;
        notify();
    }

    /** Waits for messages, and takes a batch of those that are there: up to ten, and as many as its size allows. */
    synchronized Batch take(long mostMessages) throws InterruptedException {
        while (waiting == 0 && !closed) {
            wait();
        }
        if (closed) {
            return new Batch(0, List.of());
        }
        while (byTopic.get(next).isEmpty()) {
            advance();
        }
        int topic = next;
        Queue<Outgoing> messages = byTopic.get(topic);
        List<Outgoing> batch = new ArrayList<>(BATCH);
        while (batch.size() < Math.min(BATCH, mostMessages) && !messages.isEmpty()) {
            batch.add(messages.remove());
        }
        waiting -= batch.size();
        advance();
        return new Batch(topic, batch);
    }

    private void advance() {
        next = next + 1 == byTopic.size() ? 0 : next + 1;
    }

    /** Ends the waits of senders. */
    synchronized void close() {
        closed = true;
        notifyAll();
    }
}
