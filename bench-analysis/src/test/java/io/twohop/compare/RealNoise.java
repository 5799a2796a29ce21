package io.twohop.compare;

import io.twohop.compare.MetricFinding.Role;
import io.twohop.compare.MetricFinding.Word;
import io.twohop.stats.SignificanceTest;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * Rounds of duets of a file against its copy, as measured, and what comparisons drawn from them find: rounds with replacement, either
 * side first by chance, and the candidate's latencies multiplied. Without a factor, each finding is a false alarm.
 */
final class RealNoise {
    static final Metric P50 = new Metric("endToEnd.p50");
    static final Metric P99 = new Metric("endToEnd.p99");
    private static final Metric CPU = new Metric("cpu.perMessageNanos");
    private static final Metric ACHIEVED = new Metric("achieved.messagesPerSecond");

    /** In the order of the file's columns, each with base and candidate. */
    private static final List<Metric> METRICS = List.of(P50, P99, CPU, ACHIEVED);

    private static final Comparison.Options OPTIONS =
            new Comparison.Options(SignificanceTest.PERMUTATION, 0.05, true, 0.05);

    private final List<double[]> rounds;
    private final SplittableRandom random = new SplittableRandom(5);

    private RealNoise(List<double[]> rounds) {
        this.rounds = rounds;
    }

    /** Reads the rounds of a transport on a kind of day, such as {@code loopback,quiet}. */
    static RealNoise of(String kind) {
        try (BufferedReader lines = new BufferedReader(
                new InputStreamReader(RealNoise.class.getResourceAsStream("duet-noise.csv"), StandardCharsets.UTF_8))) {
            return new RealNoise(lines.lines()
                    .filter(line -> line.startsWith(kind + ","))
                    .map(line -> Arrays.stream(line.substring(kind.length() + 1).split(","))
                            .mapToDouble(Double::parseDouble)
                            .toArray())
                    .toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    int size() {
        return rounds.size();
    }

    /** Returns how often, of so many comparisons of that many rounds, a condition holds. */
    double share(int draws, int forks, double factor, List<Metric> asked, Predicate<Comparison> condition) {
        return (double) IntStream.range(0, draws)
                        .filter(draw -> condition.test(comparison(forks, factor, asked)))
                        .count()
                / draws;
    }

    private Comparison comparison(int forks, double factor, List<Metric> asked) {
        Map<Metric, double[]> base = new LinkedHashMap<>();
        Map<Metric, double[]> candidate = new LinkedHashMap<>();
        METRICS.forEach(metric -> {
            base.put(metric, new double[forks]);
            candidate.put(metric, new double[forks]);
        });
        for (int fork = 0; fork < forks; fork++) {
            double[] round = rounds.get(random.nextInt(rounds.size()));
            int first = random.nextBoolean() ? 0 : 1;
            for (int i = 0; i < METRICS.size(); i++) {
                Metric metric = METRICS.get(i);
                base.get(metric)[fork] = round[2 * i + first];
                candidate.get(metric)[fork] =
                        round[2 * i + 1 - first] * (metric.equals(P50) || metric.equals(P99) ? factor : 1);
            }
        }
        return Comparison.of(
                        side(forks, base), List.of(side(forks, candidate)), METRICS, Plan.of(asked, METRICS), OPTIONS)
                .get(0);
    }

    private static Side side(int forks, Map<Metric, double[]> values) {
        List<String> rounds =
                IntStream.range(0, forks).mapToObj(round -> "call " + round).toList();
        return new Side(
                "", forks, values, Set.of(), Set.of(), new SideTurns(rounds, List.of()), Conditions.UNKNOWN, List.of());
    }

    static boolean isAlarm(Comparison comparison) {
        return comparison.tested().stream()
                .anyMatch(finding -> finding.word() == Word.REGRESSED || finding.word() == Word.IMPROVED);
    }

    /** Whether a false "no difference of 5 % or more" or a direction that is wrong was stated of a rise. */
    static Predicate<Comparison> isWrong(Metric metric) {
        return says(metric, Word.IMPROVED).or(says(metric, Word.NO_DIFFERENCE));
    }

    static Predicate<Comparison> says(Metric metric, Word word) {
        return comparison -> comparison.findings().stream()
                .anyMatch(finding ->
                        finding.metric().equals(metric) && finding.role() == Role.TESTED && finding.word() == word);
    }

    /** Prints the documentation's table; the argument is the number of draws. */
    public static void main(String[] arguments) {
        int draws = Integer.parseInt(arguments[0]);
        for (String kind : List.of("loopback,quiet", "loopback,busy", "chronicle,busy")) {
            RealNoise noise = of(kind);
            for (int forks : new int[] {6, 10}) {
                System.out.printf(
                        Locale.ROOT,
                        "%s (%d rounds), %d rounds: false alarms %.1f %%, nothing to conclude of A/A %.0f %%, no difference at p50 %.0f %%",
                        kind,
                        noise.size(),
                        forks,
                        100 * noise.share(draws, forks, 1, List.of(), RealNoise::isAlarm),
                        100 * noise.share(draws, forks, 1, List.of(), comparison -> !comparison.isConclusive()),
                        100 * noise.share(draws, forks, 1, List.of(), says(P50, Word.NO_DIFFERENCE)));
                for (double factor : new double[] {1.05, 1.1, 1.2, 1.5, 2}) {
                    System.out.printf(
                            Locale.ROOT,
                            "; +%.0f %%: p50 %.0f %%, then p99 %.0f %%, p99 alone %.0f %%",
                            100 * (factor - 1),
                            100 * noise.share(draws, forks, factor, List.of(), says(P50, Word.REGRESSED)),
                            100 * noise.share(draws, forks, factor, List.of(), says(P99, Word.REGRESSED)),
                            100 * noise.share(draws, forks, factor, List.of(P99), says(P99, Word.REGRESSED)));
                }
                System.out.println();
            }
        }
    }
}
