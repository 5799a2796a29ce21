package io.twohop.pipeline;

import io.twohop.measure.Window;
import io.twohop.schedule.Waiting;
import io.twohop.transport.Publisher;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.NanoClock;

/**
 * Sends while few enough messages are in flight. The system decides the rate, so a closed loop measures capacity and
 * says nothing about latency. Measuring begins with no message of warm-up in flight.
 */
final class ClosedLoopGenerator<T> extends Generator<T> {
    /** The longest sleep: a thread that is to stop has to notice it, and so do changes that ring no doorbell. */
    private static final long LONGEST_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final Window window;
    private final InFlight inFlight;
    private final long count;
    private LongSupplier settled = () -> 0;
    private long settledSoFar;
    private long settledBefore = -1;
    private long quietSinceNanos;
    private long firstMeasured = -1;

    /**
     * The limit of messages in flight.
     *
     * @param patienceNanos after how long of silence what warm-up left in flight is taken for lost
     * @param doorbell rung when a message is no longer in flight
     */
    record InFlight(int most, long patienceNanos, Doorbell doorbell) {}

    /** @param count how many messages are measured; {@link Long#MAX_VALUE} leaves it to the window */
    ClosedLoopGenerator(int number, Shared<T> shared, Publisher publisher, InFlight inFlight, long count) {
        super(number, shared, publisher);
        this.window = shared.window();
        this.inFlight = inFlight;
        this.count = count;
        intended(window.startNanos());
    }

    /**
     * Sets the counter of messages that are no longer in flight; before its thread runs.
     *
     * @param itsSettled called by its thread
     */
    void settledBy(LongSupplier itsSettled) {
        settled = itsSettled;
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
        return inFlight(inFlight.most()) < inFlight.most() && (firstMeasured >= 0 || mayBegin(nowNanos));
    }

    /** Returns whether another warm-up message may be sent, or measuring may begin. */
    private boolean mayBegin(long nowNanos) {
        if (window.warmsUp(nowNanos) == 0) {
            if (inFlight(1) > 0 && !isQuiet(nowNanos)) {
                return false;
            }
            firstMeasured = sequence();
        }
        return true;
    }

    /** Returns whether warm-up has been silent for long enough: nothing reports the loss of a lane's last message. */
    private boolean isQuiet(long nowNanos) {
        if (settledSoFar != settledBefore) {
            settledBefore = settledSoFar;
            quietSinceNanos = nowNanos;
        }
        return nowNanos - quietSinceNanos >= inFlight.patienceNanos();
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

    /** Sleeps while too many messages are in flight. */
    @Override
    public IdleStrategy parked(NanoClock clock) {
        return (Waiting) () ->
                inFlight.doorbell().sleep(() -> inFlight(inFlight.most()) >= inFlight.most(), LONGEST_NANOS);
    }
}
