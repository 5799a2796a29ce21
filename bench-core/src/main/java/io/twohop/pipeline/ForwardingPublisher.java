package io.twohop.pipeline;

import io.twohop.transport.AppendTimes;
import io.twohop.transport.Mark;
import io.twohop.transport.Publisher;
import java.time.Duration;
import java.util.List;

/** Forwards every call but {@code publish} to another publisher. */
public abstract class ForwardingPublisher implements Publisher {
    protected final Publisher publisher;

    protected ForwardingPublisher(Publisher publisher) {
        this.publisher = publisher;
    }

    @Override
    public void marks(List<Mark> marks) {
        publisher.marks(marks);
    }

    @Override
    public void appendTimes(AppendTimes times) {
        publisher.appendTimes(times);
    }

    @Override
    public void key(int key) {
        publisher.key(key);
    }

    @Override
    public void key(byte[] bytes) {
        publisher.key(bytes);
    }

    @Override
    public void topic(int topic) {
        publisher.topic(topic);
    }

    @Override
    public int lanes() {
        return publisher.lanes();
    }

    @Override
    public int lane() {
        return publisher.lane();
    }

    @Override
    public boolean awaitAcknowledged(Duration limit) throws InterruptedException {
        return publisher.awaitAcknowledged(limit);
    }

    @Override
    public void close() {
        publisher.close();
    }
}
