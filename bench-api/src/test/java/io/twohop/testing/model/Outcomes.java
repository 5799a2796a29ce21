package io.twohop.testing.model;

import io.twohop.transport.Acknowledgements;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The outcome of each message; one with two outcomes is in here twice.
 *
 * @param acknowledged correlations in the order of their outcomes
 * @param failed correlations in the order of their outcomes
 */
public record Outcomes(Queue<Long> acknowledged, Queue<Long> failed) implements Acknowledgements {
    public Outcomes() {
        this(new ConcurrentLinkedQueue<>(), new ConcurrentLinkedQueue<>());
    }

    @Override
    public void acknowledged(long correlation) {
        acknowledged.add(correlation);
    }

    @Override
    public void failed(long correlation, Throwable cause) {
        failed.add(correlation);
    }
}
