package io.twohop.pipeline;

import io.twohop.codec.Codec;
import io.twohop.event.EventSource;
import io.twohop.event.Microservice;
import io.twohop.pipeline.header.LaneNumbers;
import io.twohop.pipeline.header.PayloadSeal;
import io.twohop.pipeline.key.MessageKeys;
import io.twohop.transport.Publisher;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The event sources, codecs and services of the tasks, which are others' code. All of it is made before the run's
 * window is fixed: a service that takes seconds to load must not take them from warm-up.
 */
final class Supplies<T> {
    /** Highest rate at which every payload's checksum is compared, in messages per second. */
    private static final double SLOW_PER_SECOND = 1_000;

    private final Messages<T> messages;
    private final Sending sending;
    private final int keyCount;
    private final boolean repliesDiffer;
    private final List<EventSource<T>> sources = new ArrayList<>();
    private final Deque<Codec<T>> codecs = new ArrayDeque<>();
    private final Deque<Microservice<T, T>> services = new ArrayDeque<>();

    Supplies(PipelineSpec<T> spec, Sending sending, int generators, int services, int sinks) {
        this.messages = spec.messages();
        this.sending = sending;
        this.keyCount = spec.payload().keys().count();
        this.repliesDiffer = spec.part().service().repliesDiffer();
        for (int number = 0; number < generators; number++) {
            sources.add(sending.source(messages.type(), number));
            codecs.add(messages.codecs().get());
        }
        for (int i = 0; i < services; i++) {
            this.services.add(messages.services().get());
            codecs.add(messages.codecs().get());
            codecs.add(messages.codecs().get());
        }
        for (int i = 0; i < sinks; i++) {
            codecs.add(messages.codecs().get());
        }
    }

    int mark() {
        return messages.mark();
    }

    ByteBuffer newBuffer() {
        return messages.newBuffer();
    }

    /** Returns another seal at each call. All are alike: both ends of a hop have to sample the same payloads. */
    PayloadSeal seal() {
        if (repliesDiffer) {
            return new PayloadSeal(PayloadSeal.NONE);
        }
        return new PayloadSeal(sending.highestPerSecond() <= SLOW_PER_SECOND ? 1 : PayloadSeal.SAMPLED);
    }

    /** Returns the number of a producer among those of all processes. */
    int producer(int number) {
        return sending.runWide(number);
    }

    LaneNumbers lanes(int sender, Publisher publisher, long firstNumber) {
        return new LaneNumbers(sender, publisher, keyCount > 0, firstNumber);
    }

    /** Returns how many keys messages have; 0 for messages without keys. */
    int keyCount() {
        return keyCount;
    }

    /** Returns another view of a producer's keys at each call; for its thread. */
    MessageKeys keys(int number) {
        return sending.keys(number);
    }

    /** Returns a producer's topics; for its thread. */
    MessageTopics topics(int number) {
        return sending.topics(number);
    }

    EventSource<T> source(int number) {
        return sources.get(number);
    }

    /** Returns another codec at each call: a generator and a sink take one, a service stage takes two. */
    Codec<T> codec() {
        return codecs.remove();
    }

    Microservice<T, T> service() {
        return services.remove();
    }
}
