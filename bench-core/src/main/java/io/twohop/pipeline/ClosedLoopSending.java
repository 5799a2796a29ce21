package io.twohop.pipeline;

import io.twohop.schedule.DueTimes;
import io.twohop.transport.Publisher;
import io.twohop.workload.Pace;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.NanoClock;

/** Closed loops. Without acknowledgements, a message is in flight until it arrives or no longer can. */
final class ClosedLoopSending extends Sending {
    /** Number of sequences to remember, for a fast transport. */
    private static final int REMEMBERED = 1 << 25;

    private final List<ClosedLoopGenerator<?>> generators = new ArrayList<>();
    private final Pace.Closed loop;
    private final int producers;

    ClosedLoopSending(PipelineSpec<?> spec, Pace.Closed loop) {
        super(spec);
        this.loop = loop;
        producers = spec.topology().producers();
    }

    @Override
    <T> Generator<T> generator(int number, Shared<T> shared, Publisher publisher, AcknowledgementRecorder outcomes) {
        boolean acknowledged = outcomes.isPromised();
        ClosedLoopGenerator<T> generator = new ClosedLoopGenerator<>(
                number,
                shared,
                publisher,
                new ClosedLoopGenerator.InFlight(
                        loop.inFlight(),
                        acknowledged ? Long.MAX_VALUE : Settled.PATIENCE_WITH_WARMUP_NANOS,
                        outcomes.doorbell()),
                countOf(number));
        if (acknowledged) {
            generator.settledBy(() -> outcomes.outcomes() + generator.failed());
        } else {
            generators.add(generator);
        }
        return generator;
    }

    /** Returns a producer's part of the messages that all send together. */
    private long countOf(int number) {
        long all = loop.mostMessages();
        return loop.counts() ? all / producers + (number < all % producers ? 1 : 0) : Long.MAX_VALUE;
    }

    @Override
    void settle(NanoClock clock, Books books) {
        for (int number = 0; number < generators.size(); number++) {
            ClosedLoopGenerator<?> generator = generators.get(number);
            generator.settledBy(new Settled(clock, generator, number, books));
        }
    }

    @Override
    DueTimes due(int number) {
        return DueTimes.NOT_KNOWN;
    }

    @Override
    double highestPerSecond() {
        return Double.POSITIVE_INFINITY;
    }

    @Override
    long dueBetween(long fromNanos, long toNanos) {
        return 0;
    }

    @Override
    double remembered(double seconds) {
        return REMEMBERED;
    }

    @Override
    boolean measuresLatency() {
        return false;
    }
}
