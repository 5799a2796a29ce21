package io.twohop.pipeline;

import io.twohop.codec.Codec;
import io.twohop.event.EventSource;
import io.twohop.event.Microservice;
import io.twohop.event.RandomBytes;
import io.twohop.pipeline.header.PayloadSeal;
import io.twohop.pipeline.key.KeySequence;
import io.twohop.pipeline.key.MessageKeys;
import io.twohop.replay.FileRow;
import io.twohop.replay.ReadAhead;
import io.twohop.workload.Scenario;
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
    /** Up to this rate the checksum of each payload is compared. */
    private static final double SLOW_PER_SECOND = 1_000;

    private final Messages<T> messages;
    private final Scenario scenario;
    private final ReadAhead arrivals;
    private final int firstProducer;
    private final List<EventSource<T>> sources = new ArrayList<>();
    private final Deque<Codec<T>> codecs = new ArrayDeque<>();
    private final Deque<Microservice<T, T>> services = new ArrayDeque<>();

    /** @param arrivals null where they are not those of a file */
    Supplies(
            Messages<T> messages,
            Scenario scenario,
            ReadAhead arrivals,
            int firstProducer,
            int generators,
            int services,
            int sinks) {
        this.messages = messages;
        this.scenario = scenario;
        this.arrivals = arrivals;
        this.firstProducer = firstProducer;
        for (int i = 0; i < generators; i++) {
            sources.add(newSource(firstProducer + i));
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

    /** Another one at each call: both ends of a hop have to sample the same payloads. */
    PayloadSeal seal() {
        boolean isSlow = !scenario.load().closedLoop() && scenario.load().highestPerSecond() <= SLOW_PER_SECOND;
        return new PayloadSeal(isSlow ? 1 : PayloadSeal.SAMPLED);
    }

    @SuppressWarnings("unchecked")
    private EventSource<T> newSource(int producer) {
        // Sizes of a file are those of random bytes, so T is theirs.
        return scenario.load().arrivals().size() != null && messages.type() instanceof RandomBytes bytes
                ? (EventSource<T>) bytes.source(producer, row(producer)::bytes)
                : messages.type().source(producer);
    }

    private FileRow row(int producer) {
        return arrivals.row(producer - firstProducer);
    }

    /** Which topics a producer's messages go to, for its thread; null where topics take turns. */
    FileRow topics(int producer) {
        return scenario.load().arrivals().topic() == null ? null : row(producer);
    }

    /** How many keys messages have; 0 for none. */
    int keyCount() {
        return scenario.payload().keys().count();
    }

    /** Which of them a producer's messages have, for its thread; another one at each call. */
    MessageKeys keys(int producer) {
        if (scenario.load().arrivals().key() != null) {
            FileRow row = row(producer);
            return (anyProducer, sequence) -> row.key();
        }
        return scenario.payload().keys().count() == 0
                ? MessageKeys.NONE
                : new KeySequence(scenario.payload().keys());
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
