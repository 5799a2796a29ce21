package io.twohop.result;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;

/**
 * The search for the highest offered rate that meets an objective. The answer is a range: what held, and what did not.
 *
 * @param holdsPerSecond the highest rate that met it, in the search and when it was confirmed; null if none did
 * @param failsPerSecond the lowest rate above it that did not; null if none was tried that did not
 * @param failedBelow rates below the first that failed all the same: the search takes for granted that there are none
 * @param trials every measurement made for it, in order
 */
public record Search(Double holdsPerSecond, Double failsPerSecond, List<Double> failedBelow, List<Trial> trials) {
    public Search {
        failedBelow = List.copyOf(failedBelow);
        trials = List.copyOf(trials);
    }

    /**
     * One measurement, on a transport of its own.
     *
     * @param offeredPerSecond the rate that was tried
     * @param confirming whether it repeats a rate that held
     * @param verdict on it in one word, the objective included
     * @param reasons of the verdict
     * @param achievedPerSecond what reached the sink
     * @param latenciesNanos the latency of each percentile in the objective; without those that are not known
     */
    @JsonIgnoreProperties(value = "met", allowGetters = true)
    public record Trial(
            double offeredPerSecond,
            boolean confirming,
            String verdict,
            List<String> reasons,
            double achievedPerSecond,
            Map<String, Long> latenciesNanos) {
        /** Whether the rate held and the objective was met. */
        @JsonProperty
        public boolean met() {
            return verdict.equals("Met");
        }
    }
}
