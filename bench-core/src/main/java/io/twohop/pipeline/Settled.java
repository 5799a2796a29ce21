package io.twohop.pipeline;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.agrona.concurrent.NanoClock;

/**
 * Counts one producer's messages that are no longer in flight when nothing acknowledges them: they arrived, or no
 * longer can. A message is known to be lost once a later one of its lane arrived; lanes overtake one another.
 *
 * A lane between service and sink does not tell whose message it lost. Each producer counts all of them, at most as
 * many as it misses. Consumers that compete for a lane may overtake one another briefly, which looks like a loss. The
 * generator's thread.
 */
final class Settled implements LongSupplier {
    /** Silence after which lanes are taken to be stuck, and the newest arrival decides. */
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** Silence after which the rest of warm-up is lost. Lanes stay trusted: only their last messages are missing. */
    static final long PATIENCE_WITH_WARMUP_NANOS = PATIENCE_NANOS / 2;

    private final NanoClock clock;
    private final Generator<?> generator;
    private final int producer;
    private final Books books;
    private final List<ServiceStage<?>> services;
    private final List<Sink<?>> sinks;
    private final List<Hop> hops;
    private long settled = -1;
    private long settledNanos;
    private boolean stuck;

    /**
     * @param producer the generator's number within the process
     * @param books those of the sinks that its messages reach
     */
    Settled(NanoClock clock, Generator<?> generator, int producer, Books books) {
        this.clock = clock;
        this.generator = generator;
        this.producer = producer;
        this.books = books;
        this.services = books.tasks().services();
        this.sinks = books.tasks().sinks();
        this.hops = books.hops();
    }

    @Override
    public long getAsLong() {
        long upToNewest = books.newestReceived(producer) + generator.failedInARow();
        // Without both ends of a hop in this process, any gap is a loss.
        if (hops.isEmpty() || stuck) {
            return upToNewest;
        }
        long ended = generator.failed() + arrived();
        if (ended >= upToNewest) {
            return ended;
        }
        // The lanes are looked at only where something is missing.
        long atLeast = ended + lost();
        return atLeast >= upToNewest || isStuck(atLeast) ? upToNewest : atLeast;
    }

    /** Returns whether lanes have been silent for too long, or are more than the messages that may be in flight. */
    private boolean isStuck(long now) {
        long nowNanos = clock.nanoTime();
        if (now != settled) {
            settled = now;
            settledNanos = nowNanos;
        }
        stuck = nowNanos - settledNanos >= PATIENCE_NANOS;
        return stuck;
    }

    private long arrived() {
        long arrived = 0;
        for (int i = 0; i < sinks.size(); i++) {
            arrived += sinks.get(i).tally().all(producer);
        }
        return arrived;
    }

    private long lost() {
        return hops.size() == 1
                ? Math.max(0, hops.get(0).reached(producer) - arrived())
                : lostBeforeService() + lostByService() + lostBehindService();
    }

    private long lostBeforeService() {
        // What arrived is counted before its lane is seen to have come that far, and is read after it.
        long reached = hops.get(0).reached();
        return Math.max(0, reached - Books.sum(services, ServiceStage::received));
    }

    private long lostByService() {
        return Books.sum(services, ServiceStage::unanswered) + Books.sum(services, ServiceStage::failed);
    }

    private long lostBehindService() {
        long reached = hops.get(1).reached();
        return Math.max(0, reached - books.received());
    }
}
