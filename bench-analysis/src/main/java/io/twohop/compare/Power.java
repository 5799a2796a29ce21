package io.twohop.compare;

import io.twohop.config.ConfigException;
import io.twohop.stats.DetectionPower;
import io.twohop.stats.SignificanceTest;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * How small a change of a metric two runs of the same thing let expect to be found.
 *
 * @param changes the smallest rise that is found four times out of five, as a share, for each number of forks; null where none is
 * @param falseAlarms how often each number of forks finds a difference where there is none
 */
public record Power(Metric metric, List<Double> changes, List<Double> falseAlarms) {
    /** With fewer, the draws are too much alike. */
    private static final int FEWEST = 5;

    /**
     * Of two runs.
     *
     * @param forks numbers of forks of each side
     * @return empty where not both sides have the metric
     * @throws ConfigException for two runs that are not of the same thing, or have too few forks
     */
    public static Optional<Power> of(
            Side base, Side candidate, Metric metric, SignificanceTest test, double alpha, List<Integer> forks) {
        if (!base.differences(candidate).isEmpty()) {
            throw ConfigException.invalid(
                    "power",
                    base.differences(candidate),
                    "two runs of the same thing, since what differs is taken for the machine's noise");
        }
        if (Math.min(base.forks(), candidate.forks()) < FEWEST) {
            throw ConfigException.invalid(
                    "power",
                    Math.min(base.forks(), candidate.forks()) + " forks",
                    FEWEST + " or more of each, such as 20, to draw from; measure both with -Dforks=20");
        }
        return Values.of(base, candidate, metric).map(values -> {
            DetectionPower power = new DetectionPower(test, values.design(), alpha, values.base(), values.candidate());
            return new Power(
                    metric,
                    Arrays.asList(forks.stream()
                            .map(power::smallestChange)
                            .map(change -> change.isNaN() ? null : change)
                            .toArray(Double[]::new)),
                    forks.stream().map(number -> power.power(number, 1)).toList());
        });
    }
}
