package io.twohop.schedule;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.NanoClock;

/** The part of a run's time in which its messages are due. Times are nanoseconds from the start of warm-up. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
@JsonSubTypes({
    @JsonSubTypes.Type(value = SendingTime.Whole.class, name = "whole"),
    @JsonSubTypes.Type(value = DuetSlices.class, name = "slices")
})
public sealed interface SendingTime permits SendingTime.Whole, DuetSlices {
    record Whole() implements SendingTime {}

    SendingTime WHOLE = new Whole();

    /** Returns a schedule whose time passes only while messages are due. */
    default Schedule of(Schedule whole) {
        return whole;
    }

    /** Returns the same for messages that are known by their number. */
    default DueTimes of(DueTimes whole) {
        return whole;
    }

    /** Returns how much of the time until then messages are due in. */
    default long ownNanos(long nanos) {
        return nanos;
    }

    /** Returns how long it takes until messages were due for at least that long. */
    default long takenNanos(long ownNanos) {
        return ownNanos;
    }

    /** Returns the length of the intervals in which a run is reported. */
    default long stepNanos() {
        return TimeUnit.SECONDS.toNanos(1);
    }

    /**
     * Returns what a thread does when it has nothing to do.
     *
     * @param within what it does while messages are due
     * @param startNanos the start of warm-up by the clock
     */
    default IdleStrategy idle(IdleStrategy within, NanoClock clock, long startNanos) {
        return within;
    }
}
