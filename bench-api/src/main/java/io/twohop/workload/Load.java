package io.twohop.workload;

import io.twohop.config.Nanos;
import java.time.Duration;

/**
 * The messages that a run offers over time.
 *
 * @param pace the offered rate, or the rule in place of one
 * @param arrivals how messages are spread around the rate; from a file, they also decide the rate
 * @param warmup time before the measured window, at the same rate
 * @param duration length of the measured window; with a number of messages, its limit
 * @param drain longest wait at the end for messages in flight
 */
public record Load(Pace pace, Arrivals arrivals, Duration warmup, Duration duration, Duration drain) {

    /** Returns the mean offered rate in messages per second; 0 in a closed loop. */
    public double perSecond() {
        return pace.perSecond();
    }

    /** Returns the highest offered rate in messages per second; 0 in a closed loop. */
    public double highestPerSecond() {
        return pace.highestPerSecond();
    }

    public Mode mode() {
        return pace.mode();
    }

    /** Returns whether messages are sent as acknowledgements arrive, rather than by a schedule. */
    public boolean closedLoop() {
        return pace instanceof Pace.Closed;
    }

    /** Returns whether the offered rate changes during the run. */
    public boolean changes() {
        return pace instanceof Pace.Changing || arrivals.isReplay();
    }

    public double seconds() {
        return duration.toNanos() / Nanos.PER_SECOND;
    }

    /** Returns this load at a constant rate. */
    public Load at(double perSecond) {
        return new Load(new Pace.Constant(perSecond), arrivals, warmup, duration, drain);
    }

    public Load with(Arrivals other) {
        return new Load(pace, other, warmup, duration, drain);
    }

    /** Returns this load with other times for warm-up and window. */
    public Load lasting(Duration otherWarmup, Duration otherDuration) {
        return new Load(pace.over(otherDuration), arrivals, otherWarmup, otherDuration, drain);
    }

    /** Returns this load with another limit for messages in flight at the end. */
    public Load draining(Duration limit) {
        return new Load(pace, arrivals, warmup, duration, limit);
    }
}
