package io.twohop.schedule;

/**
 * When each message of one producer should be sent: a pure function of the message's index (and a seed). It knows no
 * clock, so nothing that happens during a run can change it.
 */
@FunctionalInterface
public interface Schedule {
    /** The next message's intended time, in nanoseconds from the start of the run; never smaller than the one before. */
    long nextOffsetNanos();
}
