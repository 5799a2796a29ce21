package io.twohop.schedule;

/** The due times of one producer's messages, if they follow from a message's number alone. */
@FunctionalInterface
public interface DueTimes {
    /** A time that does not follow from the index. */
    long UNKNOWN = -1;

    /** The due times of arrivals that depend on those before them. */
    DueTimes NOT_KNOWN = sequence -> UNKNOWN;

    /**
     * Returns nanoseconds from the start of the run, or {@link #UNKNOWN}.
     *
     * @param sequence the message's number within its producer, from 0
     */
    long offsetNanos(long sequence);
}
