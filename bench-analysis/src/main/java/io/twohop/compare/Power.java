package io.twohop.compare;

import io.twohop.config.ConfigException;
import io.twohop.stats.DetectionPower;
import io.twohop.stats.SignificanceTest;
import java.util.List;
import java.util.Optional;

/**
 * The smallest changes of a metric that a comparison finds, by the noise of two equal runs.
 *
 * @param changes the smallest rise found four times out of five, as a share, for each number of forks; empty if none is
 * @param falseAlarms share of comparisons of equal runs in which each number of forks finds a difference
 */
public record Power(Metric metric, List<Optional<Double>> changes, List<Double> falseAlarms) {
    /** Fewest forks of a run: draws from fewer are too similar. */
    private static final int FEWEST = 5;

    /**
     * Returns the power by the noise of two runs.
     *
     * @param forks numbers of forks of each side
     * @return empty unless both sides have the metric
     * @throws ConfigException for runs with different settings, or with too few forks
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
                    forks.stream()
                            .map(number ->
                                    Optional.of(power.smallestChange(number)).filter(change -> !change.isNaN()))
                            .toList(),
                    forks.stream().map(number -> power.power(number, 1)).toList());
        });
    }
}
