package io.twohop.pipeline;

import io.twohop.event.EventSource;
import io.twohop.event.EventType;
import io.twohop.finding.Finding;
import io.twohop.pipeline.key.KeySequence;
import io.twohop.pipeline.key.MessageKeys;
import io.twohop.schedule.DueTimes;
import io.twohop.transport.Publisher;
import io.twohop.workload.Load;
import io.twohop.workload.Pace;
import io.twohop.workload.Payload;
import java.util.List;
import org.agrona.concurrent.NanoClock;

/**
 * The times and contents of the messages that a pipeline's producers send: at a rate, by a file, or in a closed loop.
 * Producers are numbered within the process, from 0. The monitor's thread calls it, except where a method says
 * otherwise.
 */
abstract class Sending implements AutoCloseable {
    private static final int MAX_REMEMBERED = 1 << 27;

    private final Load load;
    private final Payload.KeySpace keys;
    private final int firstProducer;

    Sending(PipelineSpec<?> spec) {
        load = spec.load();
        keys = spec.payload().keys();
        firstProducer = spec.share().firstProducer(spec.topology().producers());
    }

    /** Returns the way of sending that the workload asks for. */
    static Sending of(PipelineSpec<?> spec) {
        if (spec.load().pace() instanceof Pace.Closed loop) {
            return new ClosedLoopSending(spec, loop);
        }
        return spec.load().arrivals().isReplay() && spec.role().hasEnds()
                ? new ReplayedSending(spec)
                : new RatedSending(spec);
    }

    /** Returns the number of a producer among those of all processes. */
    final int runWide(int number) {
        return firstProducer + number;
    }

    abstract <T> Generator<T> generator(
            int number, Shared<T> shared, Publisher publisher, AcknowledgementRecorder outcomes);

    /** Returns when a producer's messages are due, by their number. */
    abstract DueTimes due(int number);

    /** Returns the highest rate of all producers of the run together, in messages per second. */
    double highestPerSecond() {
        return load.highestPerSecond();
    }

    /** Returns how many messages are due from one time to another, from the start of warm-up; of random arrivals on average. */
    abstract long dueBetween(long fromNanos, long toNanos);

    /** Returns for how many of the newest messages to remember whether they arrived, if that many seconds have to be. */
    double remembered(double seconds) {
        return Math.min(
                load.arrivals().isReplay() ? load.arrivals().file().contents().due() : highestPerSecond() * seconds,
                MAX_REMEMBERED);
    }

    /** Returns whether latency is measured. A closed loop measures none: it slows down with the system. */
    boolean measuresLatency() {
        return true;
    }

    /** Returns a producer's events; for its thread. */
    <T> EventSource<T> source(EventType<T> type, int number) {
        return type.source(runWide(number));
    }

    /** Returns another view of a producer's keys; for its thread. */
    MessageKeys keys(int number) {
        return keys.count() == 0 ? MessageKeys.NONE : new KeySequence(keys);
    }

    /** Returns a producer's topics; for its thread. */
    MessageTopics topics(int number) {
        return MessageTopics.IN_TURN;
    }

    /** Waits until the first times are known. */
    void awaitReady() throws InterruptedException {}

    /** Tells generators which messages have settled, if they wait for that; before threads run. */
    void settle(NanoClock clock, Books books) {}

    /** Returns what happened to the times of sending; once the threads have ended. */
    List<Finding> incidents(Tasks tasks) {
        return List.of();
    }

    /** Reads no further times. */
    @Override
    public void close() {}
}
