package io.twohop.judge;

import io.twohop.stats.Trend;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * Growth of a backlog: Sen's slope of its age over all seconds, if Mann and Kendall's test finds that it rises. A stall that is
 * caught up with moves neither, wherever in the window it is.
 *
 * @param perSecond seconds by which the backlog's age grows each second; NaN if there are too few seconds to tell
 * @param grows whether the backlog never drains and the slope is not noise
 */
public record Growth(double perSecond, boolean grows) {
    /** With fewer points, even the steepest order is likely enough by chance. */
    static final int MIN_POINTS = 6;

    private static final int MIN_RISING = 3;
    private static final double SIGNIFICANT = 0.01;

    /** A smaller rise may be a system that settles. */
    private static final double LEAST_RISE_SECONDS = 0.010;

    /** A longer window allows no larger rise than a minute does. */
    private static final double LONGEST_SECONDS = 60;

    /** Maximum number of points of a slope, since all pairs of them are compared. */
    private static final int MAX_POINTS = 240;

    private static final Growth UNKNOWN = new Growth(Double.NaN, false);

    /**
     * Returns the growth of a backlog.
     *
     * @param ages the backlog's age in nanoseconds, at equal distances; NaN where unknown
     * @param stepNanos distance between two ages
     */
    public static Growth of(double[] ages, double stepNanos) {
        int together = Math.max(1, (ages.length + MAX_POINTS - 1) / MAX_POINTS);
        double[] lowest = lowest(ages, together);
        if (lowest.length < 2) {
            return UNKNOWN;
        }
        Trend trend = Trend.of(lowest);
        double perSecond = trend.slope() / (together * stepNanos);
        double seconds = lowest.length * together * stepNanos / TimeUnit.SECONDS.toNanos(1);
        double allowed = Math.max(LEAST_RISE_SECONDS, (1 - Verdicts.SUSTAINED) * Math.min(seconds, LONGEST_SECONDS));
        boolean significant = lowest.length >= MIN_POINTS && trend.pValue() <= SIGNIFICANT;
        return new Growth(perSecond, significant && perSecond * seconds > allowed);
    }

    /**
     * Returns the growth behind the lowest age, for a window that began with a backlog from warm-up: draining it hides a backlog that
     * grows meanwhile. If few seconds are left, each has to be above the one before.
     */
    static Growth afterBacklog(double[] ages, double stepNanos) {
        int lowest = 0;
        for (int i = 1; i < ages.length; i++) {
            lowest = ages[i] <= ages[lowest] || Double.isNaN(ages[lowest]) ? i : lowest;
        }
        double[] rest = Arrays.copyOfRange(ages, Math.min(ages.length, lowest + 1), ages.length);
        Growth growth = of(rest, stepNanos);
        boolean risesThroughout = rest.length >= MIN_RISING
                && IntStream.range(1, rest.length).allMatch(i -> rest[i] > rest[i - 1])
                && rest[rest.length - 1] - rest[0] > LEAST_RISE_SECONDS * TimeUnit.SECONDS.toNanos(1);
        return rest.length < MIN_POINTS ? new Growth(growth.perSecond(), risesThroughout) : growth;
    }

    /** Returns the lowest age of the backlog over each number of consecutive seconds. */
    private static double[] lowest(double[] ages, int together) {
        double[] lowest = new double[(ages.length + together - 1) / together];
        Arrays.fill(lowest, Double.NaN);
        for (int i = 0; i < ages.length; i++) {
            lowest[i / together] = Double.isNaN(lowest[i / together])
                    ? ages[i]
                    : Math.min(lowest[i / together], Double.isNaN(ages[i]) ? Double.MAX_VALUE : ages[i]);
        }
        return known(lowest);
    }

    /** Drops unknown ages at both ends, and interpolates those in between. */
    private static double[] known(double[] ages) {
        int[] places = IntStream.range(0, ages.length)
                .filter(i -> !Double.isNaN(ages[i]))
                .toArray();
        if (places.length == 0) {
            return new double[0];
        }
        int first = places[0];
        double[] known = new double[places[places.length - 1] - first + 1];
        known[0] = ages[first];
        for (int i = 1; i < places.length; i++) {
            double step = (ages[places[i]] - ages[places[i - 1]]) / (places[i] - places[i - 1]);
            for (int place = places[i - 1] + 1; place <= places[i]; place++) {
                known[place - first] = ages[places[i - 1]] + step * (place - places[i - 1]);
            }
        }
        return known;
    }
}
