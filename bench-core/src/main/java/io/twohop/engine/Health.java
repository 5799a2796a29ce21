package io.twohop.engine;

import io.twohop.account.Interval;
import io.twohop.account.Interval.Phase;
import io.twohop.account.Overload;
import io.twohop.config.Quantities;
import io.twohop.config.Texts;
import io.twohop.finding.Rule;
import io.twohop.finding.Rules;
import io.twohop.pipeline.Pipeline;
import io.twohop.workload.Load;
import io.twohop.workload.Pace;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Decides whether a measurement can continue, and keeps the first reason why it cannot. The monitor only. */
final class Health {
    private final Load load;
    private final Pipeline pipeline;
    private final RunParts parts;
    private final long startNanos;
    private final boolean alone;
    private final List<Interval> warmUp = new ArrayList<>();
    private Optional<String> failure = Optional.empty();
    private boolean interrupted;

    /** Messages of a closed loop that were sent or received, and when another one was last seen. */
    private long passed;

    private long passedNanos;

    /**
     * @param alone whether no other process measures a part of the run, or in turns with it
     */
    Health(Load load, Pipeline pipeline, RunParts parts, long startNanos, boolean alone) {
        this.load = load;
        this.pipeline = pipeline;
        this.parts = parts;
        this.startNanos = startNanos;
        this.alone = alone;
        this.passedNanos = startNanos;
    }

    /** Returns the reason why the measurement failed; empty while all is well. */
    Optional<String> failure() {
        return failure;
    }

    boolean isInterrupted() {
        return interrupted;
    }

    boolean hasFailed() {
        if (pipeline.failure().isPresent() && !parts.faults().areWanted()) {
            failure = pipeline.failure();
        } else if (parts.failure().isPresent()) {
            failure = parts.failure();
        } else if (Thread.interrupted()) {
            // The end takes a moment, and must not be interrupted as well.
            interrupted = true;
            failure = Optional.of("interrupted");
        }
        return failure.isPresent();
    }

    /** Returns whether the measurement has failed within the window, in which messages have to arrive. */
    boolean hasFailed(long nowNanos) {
        if (!hasFailed()) {
            failure = nothingArrives(nowNanos);
        }
        if (failure.isEmpty() && load.closedLoop()) {
            failure = standing(nowNanos);
        }
        return failure.isPresent();
    }

    /**
     * Returns whether warm-up has shown that the rate cannot be held. Only the window shows that if the rate changes or a fault
     * is to come. A process with peers cannot end early.
     */
    boolean isOverloaded(Interval next) {
        if (next.phase() != Phase.WARMUP
                || !alone
                || load.closedLoop()
                || load.changes()
                || parts.faults().areWanted()) {
            return false;
        }
        warmUp.add(next);
        return Overload.of(warmUp).isPresent();
    }

    /**
     * Returns whether messages that have not arrived may still do so.
     *
     * @param nanos time since everything was sent
     */
    boolean awaitsMore(long nanos) {
        return parts.others().awaitsMore(nanos);
    }

    private Optional<String> nothingArrives(long nowNanos) {
        long limitNanos = load.drain().toNanos();
        if (pipeline.received() > 0 || parts.others().hasBegun() || nowNanos - startNanos <= limitNanos) {
            return Optional.empty();
        }
        boolean unanswered =
                pipeline.serviceCounts().plus(parts.others().counts()).unanswered() > 0;
        Rule rule = unanswered ? Rules.NOTHING_ANSWERED : Rules.NOTHING_ARRIVED;
        return Optional.of(rule.found(TimeUnit.NANOSECONDS.toMillis(limitNanos)).sentence());
    }

    /** Returns the reason why a closed loop stands still; empty while its messages circulate. */
    private Optional<String> standing(long nowNanos) {
        long limitNanos = load.drain().toNanos();
        long now = pipeline.sent() + pipeline.received();
        if (now != passed) {
            passed = now;
            passedNanos = nowNanos;
        }
        return nowNanos - passedNanos <= limitNanos
                ? Optional.empty()
                : Optional.of(Texts.format(
                        "no message was sent or received for %d ms, with %,d sent and %,d received: those in flight got no"
                                + " acknowledgement",
                        TimeUnit.NANOSECONDS.toMillis(limitNanos), pipeline.sent(), pipeline.received()));
    }

    /** Waits for outstanding acknowledgements once everything is sent, unless the drain limit has cut it off. */
    void awaitAcknowledged() throws InterruptedException {
        if (failure.isEmpty() && !pipeline.awaitAcknowledged(load.drain())) {
            String unanswered = Rules.ACKNOWLEDGEMENTS_OUTSTANDING
                    .found(Quantities.text(load.drain()))
                    .sentence();
            if (parts.faults().areWanted()) {
                parts.faults().notices().add(unanswered);
            } else {
                failure = Optional.of(unanswered);
            }
        }
    }

    /** Checks that as many messages were published as a count asked for. */
    void checkCount() {
        if (!(load.pace() instanceof Pace.Closed loop) || !loop.counts() || failure.isPresent()) {
            return;
        }
        long published = pipeline.published().messages();
        if (published < loop.mostMessages()) {
            failure = Optional.of(Rules.COUNT_MISSED
                    .found(published, loop.mostMessages(), load.duration())
                    .sentence());
        }
    }

    void addFailure(String further) {
        failure = Optional.of(failure.map(known -> known + "; " + further).orElse(further));
    }
}
