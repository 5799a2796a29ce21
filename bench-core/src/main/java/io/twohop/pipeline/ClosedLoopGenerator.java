package io.twohop.pipeline;

import io.twohop.measure.MessageOutcomes;
import io.twohop.measure.Window;
import io.twohop.transport.Publisher;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.NanoClock;

/**
 * Keeps a fixed number of messages in flight: the closed loop. The system decides how fast, so that this
 * measures how much it takes and says nothing of latency. Measuring begins with nothing in flight from warm-up.
 */
final class ClosedLoopGenerator<T> extends Generator<T> {
    /** So that a thread that is to stop notices it, and what nobody rings for is seen. */
    private static final long LONGEST_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final Window window;
    private final int most;
    private final long count;
    private final LongSupplier settled;
    private final long patienceNanos;
    private final Doorbell doorbell;
    private long settledSoFar;
    private long settledBefore = -1;
    private long quietSinceNanos;
    private long firstMeasured = -1;

    /**
     * @param most messages in flight
     * @param count how many are measured; {@link Long#MAX_VALUE} leaves it to the window
     * @param settled how many of this producer's messages are no longer in flight
     * @param patienceNanos after how long of silence what warm-up left in flight is taken for lost
     * @param doorbell rung when that changes
     */
    ClosedLoopGenerator(
            int producer,
            NanoClock clock,
            Window window,
            int most,
            long count,
            LongSupplier settled,
            long patienceNanos,
            Doorbell doorbell,
            Supplies<T> supplies,
            Publisher publisher,
            Failures failures) {
        super(producer, clock, window, supplies, publisher, failures, MessageOutcomes.NONE);
        this.window = window;
        this.most = most;
        this.count = count;
        this.settled = settled;
        this.patienceNanos = patienceNanos;
        this.doorbell = doorbell;
        intended(window.startNanos());
    }

    @Override
    boolean isDue(long nowNanos) {
        if (nowNanos - window.measureEndNanos() >= 0) {
            finish();
        }
        if (nowNanos - window.startNanos() < 0 || finished()) {
            return false;
        }
        intended(nowNanos);
        return inFlight(most) < most && (firstMeasured >= 0 || mayBegin(nowNanos));
    }

    /** Whether another may be sent of what comes before measuring, or measuring may begin. */
    private boolean mayBegin(long nowNanos) {
        if (window.warmsUp(nowNanos) == 0) {
            if (inFlight(1) > 0 && !isQuiet(nowNanos)) {
                return false;
            }
            firstMeasured = sequence();
        }
        return true;
    }

    /** The last message of a lane may be lost, and nothing tells of that. */
    private boolean isQuiet(long nowNanos) {
        if (settledSoFar != settledBefore) {
            settledBefore = settledSoFar;
            quietSinceNanos = nowNanos;
        }
        return nowNanos - quietSinceNanos >= patienceNanos;
    }

    /** Looks at others' counters only when it has to. */
    private long inFlight(int enough) {
        if (sequence() - settledSoFar >= enough) {
            settledSoFar = settled.getAsLong();
        }
        return sequence() - settledSoFar;
    }

    @Override
    void afterSending() {
        if (firstMeasured >= 0 && sequence() - firstMeasured >= count) {
            finish();
        }
    }

    /** Sleeps while too many are in flight; for a thread that has nothing else to do. */
    IdleStrategy whileInFlight() {
        return new IdleStrategy() {
            @Override
            public void idle(int workCount) {
                if (workCount == 0) {
                    idle();
                }
            }

            @Override
            public void idle() {
                doorbell.sleep(() -> inFlight(most) >= most, LONGEST_NANOS);
            }

            @Override
            public void reset() {}
        };
    }
}
