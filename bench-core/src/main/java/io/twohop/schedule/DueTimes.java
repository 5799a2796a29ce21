package io.twohop.schedule;

/** When each message of one producer is due, where that follows from its number without the messages before it. */
@FunctionalInterface
public interface DueTimes {
    /** A time that does not follow from the index. */
    long UNKNOWN = -1;

    /** The due times of arrivals that depend on those before them. */
    DueTimes NOT_KNOWN = sequence -> UNKNOWN;

    /**
     * Nanoseconds from the start of the run, or {@link #UNKNOWN}.
     *
     * @param sequence the message's number within its producer, from 0
     */
    long offsetNanos(long sequence);
}
