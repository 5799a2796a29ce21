package io.twohop.pipeline;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.agrona.concurrent.NanoClock;

/**
 * How many of one producer's messages are no longer in flight where nothing acknowledges them: those that arrived, and those
 * that cannot any more. Lanes overtake one another, so that a message is not known to be lost because a later one came; but
 * its own lane went on without it.
 *
 * <p>Whose message a lane between service and sink lost is not known: each producer is given all of them, though never more
 * than it misses itself. Consumers that compete for one lane may overtake one another for a moment, which looks like a loss.
 * Asked by the generator's thread.
 */
final class Settled implements LongSupplier {
    /** Nothing came for so long: the lanes that lost something go on too late to tell. */
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** Nothing of warm-up came for so long: the last of a lane was lost, which is no reason to mistrust the lanes. */
    static final long PATIENCE_WITH_WARMUP_NANOS = PATIENCE_NANOS / 2;

    private final NanoClock clock;
    private final Generator<?> generator;
    private final int producer;
    private final List<ServiceStage<?>> services;
    private final List<Sink<?>> sinks;
    private final List<Hop> hops;
    private final Books books;
    private long settled = -1;
    private long settledNanos;
    private boolean stuck;

    /** @param hops whose both ends are in this process; none where the service is in another, and then any gap is a loss */
    Settled(
            NanoClock clock,
            Generator<?> generator,
            int producer,
            List<ServiceStage<?>> services,
            List<Sink<?>> sinks,
            List<Hop> hops,
            Books books) {
        this.clock = clock;
        this.generator = generator;
        this.producer = producer;
        this.services = services;
        this.sinks = sinks;
        this.hops = hops;
        this.books = books;
    }

    @Override
    public long getAsLong() {
        long upToNewest = books.newestReceived(producer) + generator.failedInARow();
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

    /** A lane is silent for good, or there are more of them than messages may be in flight: then the newest decides. */
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
