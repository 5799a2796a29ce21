package io.twohop.schedule;

/**
 * When each message of one producer should be sent: a pure function of the message's index (and a seed), or of a file. It knows no
 * clock, so nothing that happens during a run can change it.
 */
@FunctionalInterface
public interface Schedule {
    /** No message follows. */
    long END = Long.MAX_VALUE;

    /** The next time is not known yet: ask again. */
    long NOT_YET = -1;

    /**
     * The next message's intended time, in nanoseconds from the start of the run; never smaller than the one before. {@link #END}
     * where there is none, and from then on; {@link #NOT_YET} where it has to be read first.
     */
    long nextOffsetNanos();
}
