package io.twohop.schedule;

/**
 * The intended times of one producer's messages: a pure function of a message's number (and a seed), or of a file. A schedule
 * knows no clock, so nothing that happens during a run can change it.
 */
@FunctionalInterface
public interface Schedule {
    /** Returned when no message follows. */
    long END = Long.MAX_VALUE;

    /** Returned while the next time is not known yet: ask again. */
    long NOT_YET = -1;

    /**
     * Returns the next message's intended time in nanoseconds from the start of the run, never less than the one before.
     * Returns {@link #END} from the last message on, and {@link #NOT_YET} while the time has to be read first.
     */
    long nextOffsetNanos();
}
