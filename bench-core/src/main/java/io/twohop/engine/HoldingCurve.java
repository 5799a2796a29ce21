package io.twohop.engine;

import java.util.Arrays;

/**
 * Belief about the rate whose probability of holding is one half, given which trials held. A hypothesis combines the place of
 * that rate on a grid, how steeply the probability falls there, and how often a rate far below fails. Each trial multiplies the
 * weight of a hypothesis by the probability of the trial's outcome. Choosing rates by such a belief is R. Waeber, P. Frazier
 * and S. Henderson, "Bisection Search with Noisy Responses" (2013); the hypotheses are those of psychometric functions. One
 * thread.
 */
final class HoldingCurve {
    /** Grid steps over which the odds of holding change by the factor e. */
    private static final double[] WIDTHS = {0.1, 0.7, 2, 5, 12, 25};

    /** Initial belief in each width: most transports have a limit rather than a slope. */
    private static final double[] BELIEF = {0.3, 0.2, 0.2, 0.15, 0.1, 0.05};

    /** Probability that a rate far below fails: a stall of the machine. */
    private static final double[] LAPSES = {0.005, 0.04, 0.12};

    /** Probability that a rate far above holds. */
    private static final double LUCK = 0.01;

    private final int size;

    /** Probability of each hypothesis; their sum is 1. */
    private final double[][] weights;

    /** Probability of holding by hypothesis, and by the distance of a rate from the hypothesis's place, shifted by the size. */
    private final double[][] holding;

    /**
     * @param size number of rates on the grid
     */
    HoldingCurve(int size) {
        this.size = size;
        int shapes = WIDTHS.length * LAPSES.length;
        weights = new double[shapes][size];
        holding = new double[shapes][2 * size + 1];
        for (int shape = 0; shape < shapes; shape++) {
            double width = WIDTHS[shape / LAPSES.length];
            double lapse = LAPSES[shape % LAPSES.length];
            // The logistic's own middle, so that the probability is one half at the place.
            double shift = width * Math.log((0.5 - lapse) / (0.5 - LUCK));
            for (int distance = -size; distance <= size; distance++) {
                double logistic = 1 / (1 + Math.exp((distance + shift) / width));
                holding[shape][distance + size] = LUCK + (1 - LUCK - lapse) * logistic;
            }
            Arrays.fill(weights[shape], BELIEF[shape / LAPSES.length] / LAPSES.length / size);
        }
    }

    /**
     * Updates the belief by a trial.
     *
     * @param rate place of the trial's rate on the grid
     */
    void add(int rate, boolean met) {
        double sum = 0;
        for (int shape = 0; shape < weights.length; shape++) {
            for (int place = 0; place < size; place++) {
                double holds = holding[shape][rate - place + size];
                weights[shape][place] *= met ? holds : 1 - holds;
                sum += weights[shape][place];
            }
        }
        for (double[] ofShape : weights) {
            for (int place = 0; place < size; place++) {
                ofShape[place] /= sum;
            }
        }
    }

    /** Returns the smallest place that the middle does not exceed with this probability. */
    int quantile(double probability) {
        double sum = 0;
        for (int place = 0; place < size; place++) {
            sum += at(place);
            if (sum >= probability) {
                return place;
            }
        }
        return size - 1;
    }

    double below(int place) {
        double sum = 0;
        for (int i = 0; i < place; i++) {
            sum += at(i);
        }
        return sum;
    }

    private double at(int place) {
        double sum = 0;
        for (double[] ofShape : weights) {
            sum += ofShape[place];
        }
        return sum;
    }
}
