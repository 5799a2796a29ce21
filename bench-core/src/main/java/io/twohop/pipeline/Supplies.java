package io.twohop.pipeline;

import io.twohop.codec.Codec;
import io.twohop.event.EventSource;
import io.twohop.event.Microservice;
import io.twohop.pipeline.key.KeySequence;
import io.twohop.workload.KeyOptions;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * What others' code makes for the agents: event sources, codecs, services. All of it is made before the run's window is
 * fixed: a service that takes seconds to load must not take them from warm-up.
 */
final class Supplies<T> {
    private final Messages<T> messages;
    private final KeyOptions keys;
    private final int firstProducer;
    private final List<EventSource<T>> sources = new ArrayList<>();
    private final Deque<Codec<T>> codecs = new ArrayDeque<>();
    private final Deque<Microservice<T, T>> services = new ArrayDeque<>();

    /** @param keys which messages have; null where they have none */
    Supplies(Messages<T> messages, KeyOptions keys, int firstProducer, int generators, int services, int sinks) {
        this.messages = messages;
        this.keys = keys;
        this.firstProducer = firstProducer;
        for (int i = 0; i < generators; i++) {
            sources.add(messages.type().source(firstProducer + i));
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

    /** Another one at each call; null where messages have no keys. */
    KeySequence keys() {
        return keys == null ? null : new KeySequence(keys);
    }

    EventSource<T> source(int producer) {
        return sources.get(producer - firstProducer);
    }

    /** Another one at each call: a generator and a sink take one, a service stage takes two. */
    Codec<T> codec() {
        return codecs.remove();
    }

    /** Another one at each call. */
    Microservice<T, T> service() {
        return services.remove();
    }
}
