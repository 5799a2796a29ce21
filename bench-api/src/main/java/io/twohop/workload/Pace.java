package io.twohop.workload;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.time.Duration;

/** The rule by which generators decide when to send. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
@JsonSubTypes({
    @JsonSubTypes.Type(value = Pace.Constant.class, name = "constant"),
    @JsonSubTypes.Type(value = Pace.Changing.class, name = "changing"),
    @JsonSubTypes.Type(value = Pace.Closed.class, name = "closed"),
    @JsonSubTypes.Type(value = Pace.Search.class, name = "search")
})
public sealed interface Pace {
    /** Returns the mean offered rate in messages per second; 0 in a closed loop. */
    double perSecond();

    /** Returns the highest offered rate in messages per second; 0 in a closed loop. */
    default double highestPerSecond() {
        return perSecond();
    }

    default Mode mode() {
        return Mode.LATENCY;
    }

    /** Returns the pace of a window of this length. */
    default Pace over(Duration window) {
        return this;
    }

    /**
     * One offered rate for the whole run.
     *
     * @param perSecond messages per second, positive
     */
    record Constant(double perSecond) implements Pace {}

    /**
     * An offered rate that follows a profile.
     *
     * @param perSecond mean of the profile over the measured window, in messages per second
     */
    record Changing(Profile profile, double perSecond) implements Pace {
        @Override
        public double highestPerSecond() {
            return profile.highestPerSecond();
        }

        @Override
        public Pace over(Duration window) {
            return new Changing(profile, ModeChecks.mean(profile, window).perSecond());
        }
    }

    /**
     * A closed loop: each producer sends while few enough of its messages are in flight.
     *
     * @param inFlight messages of each producer that may be without acknowledgement
     * @param mostMessages number of messages to measure; {@link Long#MAX_VALUE} if only the duration ends the run
     */
    record Closed(int inFlight, long mostMessages) implements Pace {
        @Override
        public double perSecond() {
            return 0;
        }

        @Override
        public Mode mode() {
            return Mode.THROUGHPUT;
        }

        /** Returns whether a number of messages ends the run. */
        public boolean counts() {
            return mostMessages < Long.MAX_VALUE;
        }
    }

    /**
     * A search for the highest rate that holds.
     *
     * @param perSecond the first rate to try, in messages per second
     */
    record Search(double perSecond, SearchBudget budget) implements Pace {
        @Override
        public Mode mode() {
            return Mode.MAX_RATE;
        }
    }
}
