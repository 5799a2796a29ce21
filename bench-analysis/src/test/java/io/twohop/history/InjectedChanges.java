package io.twohop.history;

import io.twohop.compare.Metric;
import io.twohop.stats.EDivisive;
import io.twohop.stats.SignificanceTest;
import io.twohop.stats.Trend;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Sixty nights with changes of 5, 10 and 20 per cent: how many are found, and how many false ones beside, by E-divisive and by
 * a t-test of each night's forks against those of the night before. The noise between is invented, or drawn from results of
 * nights in which nothing changed. See docs/HISTORY.md for the command and what it found.
 */
public final class InjectedChanges {
    static final int[] AT = {15, 30, 45};
    static final double[] FACTORS = {1.05, 1.1, 1.2};
    private static final int NIGHTS = 60;
    private static final int FORKS = 5;

    /** Questions that alpha is for: as many metrics as a history usually has. */
    private static final int METRICS = 4;

    private static final double ALPHA = 0.01;

    /** A change that is seen so many nights beside its place counts as found; the t-test has to hit it. */
    private static final int BESIDE = 2;

    /** Nights that are drawn together, so that neighbours stay alike. */
    private static final int BLOCK = 5;

    private InjectedChanges() {}

    /** What nights and their forks come to where nothing changes. */
    interface Noise {
        /** As many nights, each with its forks. */
        double[][] nights(int count, SplittableRandom random);
    }

    /**
     * What was found.
     *
     * @param found how often each of the changes, of all histories
     * @param falseOnes per history
     */
    record Found(double[] found, double falseOnes) {
        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "found 5 %%: %3.0f %%, 10 %%: %3.0f %%, 20 %%: %3.0f %%, false per 60 nights: %.2f",
                    100 * found[0],
                    100 * found[1],
                    100 * found[2],
                    falseOnes);
        }
    }

    /** @param args histories; then nothing, or a directory of results and the metric */
    public static void main(String[] args) throws IOException {
        int histories = Integer.parseInt(args[0]);
        if (args.length == 3) {
            print(args[2], drawnFrom(Path.of(args[1]), new Metric(args[2])), histories);
            return;
        }
        for (double nights : new double[] {0, 0.02, 0.05}) {
            for (double alike : new double[] {0, 0.3, 0.6}) {
                if (nights > 0 || alike == 0) {
                    String name = String.format(
                            Locale.ROOT,
                            "forks spread by 3 %%, nights by %.0f %%, neighbours alike by %.1f",
                            100 * nights,
                            alike);
                    print(name, logNormal(nights, alike, 0.03), histories);
                }
            }
        }
    }

    private static void print(String name, Noise noise, int histories) {
        System.out.println(name);
        System.out.println("  E-divisive  " + byEDivisive(noise, histories));
        System.out.println("  neighbours  " + byNeighbours(noise, histories));
    }

    /**
     * Invented noise.
     *
     * @param nights spread of a night's level
     * @param alike correlation of that of neighbours
     * @param forks spread of forks around their night's level
     */
    static Noise logNormal(double nights, double alike, double forks) {
        return (count, random) -> {
            double[][] values = new double[count][FORKS];
            double level = random.nextGaussian();
            for (double[] night : values) {
                double its = Math.exp(nights * level);
                Arrays.setAll(night, fork -> its * Math.exp(forks * random.nextGaussian()));
                level = alike * level + Math.sqrt(1 - alike * alike) * random.nextGaussian();
            }
            return values;
        };
    }

    /** Blocks of nights of the longest series of results. */
    static Noise drawnFrom(Path directory, Metric metric) throws IOException {
        Series series = Series.of(HistoryReader.read(List.of(directory)).results()).stream()
                .max(Comparator.comparing(each -> each.results().size()))
                .orElseThrow();
        double[][] real = series.results().stream()
                .map(result -> result.side().orElseThrow().values().get(metric))
                .toArray(double[][]::new);
        return (count, random) -> {
            double[][] values = new double[count][];
            int from = 0;
            for (int night = 0; night < count; night++) {
                from = night % BLOCK == 0 ? random.nextInt(Math.max(1, real.length - BLOCK + 1)) : from + 1;
                values[night] = real[from % real.length].clone();
            }
            return values;
        };
    }

    static Found byEDivisive(Noise noise, int histories) {
        return count(
                noise,
                histories,
                BESIDE,
                nights -> EDivisive.of(
                                Arrays.stream(nights).mapToDouble(Trend::median).toArray(),
                                ALPHA / METRICS,
                                History.FEWEST)
                        .stream()
                        .mapToInt(EDivisive.Division::at)
                        .toArray());
    }

    static Found byNeighbours(Noise noise, int histories) {
        return count(
                noise,
                histories,
                0,
                nights -> IntStream.range(1, NIGHTS)
                        .filter(night ->
                                SignificanceTest.WELCH.pValue(nights[night - 1], nights[night]) <= ALPHA / METRICS)
                        .toArray());
    }

    private interface Finder {
        int[] places(double[][] nights);
    }

    private static Found count(Noise noise, int histories, int beside, Finder finder) {
        double[] found = new double[AT.length];
        double falseOnes = 0;
        for (int history = 0; history < histories; history++) {
            double[][] nights = noise.nights(NIGHTS, new SplittableRandom(history));
            inject(nights);
            for (int place : finder.places(nights)) {
                int change = nearest(place);
                if (Math.abs(place - AT[change]) <= beside) {
                    found[change] += 1.0 / histories;
                } else {
                    falseOnes += 1.0 / histories;
                }
            }
        }
        return new Found(found, falseOnes);
    }

    private static void inject(double[][] nights) {
        for (int change = 0; change < AT.length; change++) {
            double factor = FACTORS[change];
            for (int night = AT[change]; night < nights.length; night++) {
                Arrays.setAll(nights[night], values(nights[night], factor));
            }
        }
    }

    private static IntToDoubleFunction values(double[] forks, double factor) {
        return fork -> factor * forks[fork];
    }

    private static int nearest(int place) {
        int nearest = 0;
        for (int change = 1; change < AT.length; change++) {
            nearest = Math.abs(place - AT[change]) < Math.abs(place - AT[nearest]) ? change : nearest;
        }
        return nearest;
    }
}
