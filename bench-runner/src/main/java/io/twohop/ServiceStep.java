package io.twohop;

import io.twohop.codec.Codec;
import io.twohop.event.EventSource;
import io.twohop.event.EventType;
import io.twohop.event.Microservice;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The path of one message without a transport: created, encoded, decoded, served, and the reply encoded and decoded. For your own
 * micro-benchmarks, for example with JMH:
 *
 * <pre>{@code
 * private final ServiceStep<Order> step = new ServiceStep<>(new Orders(), OrderCodec::new, new RiskCheck());
 *
 * @Benchmark
 * public Order step() {
 *     return step.next();
 * }
 * }</pre>
 *
 * <p>Allocates nothing beside codec, event and service. For one thread.
 *
 * @param <T> the class of requests and replies
 */
public final class ServiceStep<T> {
    private final EventSource<T> source;
    private final Codec<T> sender;
    private final Codec<T> receiver;
    private final Codec<T> replier;
    private final Codec<T> sink;
    private final Microservice<T, T> service;
    private final ByteBuffer request;
    private final ByteBuffer reply;
    private final Consumer<T> answer = this::answer;
    private long sequence;
    private int answers;

    /**
     * Creates a step.
     *
     * @param type makes the events
     * @param codecs makes a codec for each end, four in all, as a transport's ends have
     * @param service answers each event once
     */
    public ServiceStep(EventType<T> type, Supplier<? extends Codec<T>> codecs, Microservice<T, T> service) {
        this.source = type.source(0);
        this.sender = codecs.get();
        this.receiver = codecs.get();
        this.replier = codecs.get();
        this.sink = codecs.get();
        this.service = service;
        this.request = ByteBuffer.allocateDirect(type.maxBytes()).order(ByteOrder.nativeOrder());
        this.reply = ByteBuffer.allocateDirect(type.maxBytes()).order(ByteOrder.nativeOrder());
    }

    /**
     * Takes the next event along the path.
     *
     * @return the decoded reply, valid until the next call
     * @throws IllegalStateException unless the service replied exactly once
     */
    public T next() {
        sender.encode(source.next(sequence, sequence), request.clear());
        sequence++;
        answers = 0;
        service.onEvent(receiver.decode(request.flip()), answer);
        if (answers != 1) {
            throw new IllegalStateException(
                    "service: " + answers + " answers to event " + (sequence - 1) + " (expected: one)");
        }
        return sink.decode(reply.flip());
    }

    private void answer(T answer) {
        answers++;
        replier.encode(answer, reply.clear());
    }
}
