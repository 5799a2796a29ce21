package io.twohop.result;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.twohop.workload.Layout;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The search for the highest offered rate that meets an objective. The answer is a range: rates up to the first held, rates from
 * the second failed, and those in between are undecided, since the same rate may fail once and hold twice.
 *
 * @param holdsPerSecond the highest rate known to hold: it held each time; null if none is
 * @param failsPerSecond the lowest rate above it known to fail: it failed each time; null if none is
 * @param failedBelow rates below the first that failed more often than they held
 * @param trials every measurement made for it, in order
 * @param held trials at the first rate
 * @param failed trials at the second
 * @param layout layout of all trials that count; null in older results
 * @param end why the search ended; null in older results
 */
@JsonIgnoreProperties(value = "confirmed", allowGetters = true)
public record Search(
        Double holdsPerSecond,
        Double failsPerSecond,
        List<Double> failedBelow,
        List<Trial> trials,
        Count held,
        Count failed,
        Layout layout,
        End end) {
    public Search {
        failedBelow = List.copyOf(failedBelow);
        trials = List.copyOf(trials);
    }

    /** Reason for the end of a search. */
    public enum End {
        /** Both ends of the range are proven. */
        FOUND,
        /** The time limit. */
        LIMIT,
        /** The rates that were tried gave no verdict. */
        NO_VERDICT,
        /** An interruption, or the end of the JVM that searched. */
        INTERRUPTED
    }

    /**
     * Trials at one rate that have a verdict.
     *
     * @param met those that met the objective
     * @param of all of them
     */
    public record Count(int met, int of) {
        /** Counts of a rate that was not tried. */
        public static final Count NONE = new Count(0, 0);

        /** Returns this count with one more trial. */
        public Count plus(boolean isMet) {
            return new Count(met + (isMet ? 1 : 0), of + 1);
        }
    }

    /** Returns all trials that count, by rate: those with a verdict, in the search's layout. */
    public NavigableMap<Double, Count> tried() {
        NavigableMap<Double, Count> tried = new TreeMap<>();
        for (Trial trial : trials) {
            if (trial.judged() && trial.layout() == layout) {
                tried.merge(
                        trial.offeredPerSecond(),
                        Count.NONE.plus(trial.met()),
                        (before, one) -> before.plus(trial.met()));
            }
        }
        return tried;
    }

    /** Returns whether a fresh JVM held the rate as well. */
    @JsonProperty("confirmed")
    public boolean isConfirmed() {
        return holds().filter(rate -> trials.stream()
                        .anyMatch(trial -> trial.confirming() && trial.met() && trial.offeredPerSecond() == rate))
                .isPresent();
    }

    /** Returns the highest rate known to hold, in messages per second. */
    public Optional<Double> holds() {
        return Optional.ofNullable(holdsPerSecond);
    }

    /** Returns the lowest higher rate known to fail, in messages per second. */
    public Optional<Double> fails() {
        return Optional.ofNullable(failsPerSecond);
    }

    /**
     * One measurement, on a transport of its own.
     *
     * @param offeredPerSecond the rate that was tried
     * @param confirming whether it repeats a rate that held, in a fresh JVM
     * @param verdict on it in one word, the objective included
     * @param reasons of the verdict
     * @param achievedPerSecond messages per second that reached the sink
     * @param latenciesNanos the latency of each percentile in the objective, as far as known
     * @param layout layout of its threads; null in older results
     */
    @JsonIgnoreProperties(value = "met", allowGetters = true)
    public record Trial(
            double offeredPerSecond,
            boolean confirming,
            String verdict,
            List<String> reasons,
            double achievedPerSecond,
            Map<String, Long> latenciesNanos,
            Layout layout) {
        private static final String INVALID = "Invalid";

        /** Returns whether the rate held and the objective was met. */
        @JsonProperty
        public boolean met() {
            return verdict.equals("Met");
        }

        /** Returns whether the trial says anything about the rate: an invalid one is repeated and does not count as failed. */
        public boolean judged() {
            return !verdict.equals(INVALID);
        }
    }
}
