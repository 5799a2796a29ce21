package io.twohop.stats;

import java.util.Set;
import java.util.stream.Collectors;
import org.apache.commons.statistics.inference.DataDispersion;
import org.apache.commons.statistics.inference.MannWhitneyUTest;
import org.apache.commons.statistics.inference.TTest;
import org.apache.commons.statistics.inference.WilcoxonSignedRankTest;

/**
 * A two-sided test of whether two groups come from the same distribution, or have the same mean. Each test has a counterpart for
 * pairs, which tests their differences.
 */
public enum SignificanceTest {
    /** Every (or very many) ways of dealing the values to the groups; assumes nothing but that forks are alike. */
    PERMUTATION("permutation test of the means", "paired permutation test of rounds (sign flips)") {
        @Override
        double p(double[] base, double[] candidate) {
            return Permutations.pValue(base, candidate);
        }

        @Override
        double ofDifferences(double[] differences) {
            return SignFlips.pValue(differences);
        }
    },
    /** Student's t with a variance for each group. Differences are one group, so that there is one variance. */
    WELCH("Welch's t-test", "paired t-test of rounds") {
        @Override
        double p(double[] base, double[] candidate) {
            return TTest.withDefaults().test(candidate, base).getPValue();
        }

        @Override
        double ofDifferences(double[] differences) {
            return studentOf(differences);
        }
    },
    /** Student's t with one variance for both. */
    T("pooled t-test", "paired t-test of rounds") {
        @Override
        double p(double[] base, double[] candidate) {
            return TTest.withDefaults()
                    .with(DataDispersion.HOMOSCEDASTIC)
                    .test(candidate, base)
                    .getPValue();
        }

        @Override
        double ofDifferences(double[] differences) {
            return studentOf(differences);
        }
    },
    /** Ranks instead of values; of pairs, the ranks of the differences. */
    MANN_WHITNEY("Mann-Whitney U test", "paired Wilcoxon signed-rank test of rounds") {
        @Override
        double p(double[] base, double[] candidate) {
            return MannWhitneyUTest.withDefaults().test(candidate, base).getPValue();
        }

        @Override
        double ofDifferences(double[] differences) {
            return WilcoxonSignedRankTest.withDefaults().test(differences).getPValue();
        }
    };

    private final String title;
    private final String pairedTitle;

    SignificanceTest(String title, String pairedTitle) {
        this.title = title;
        this.pairedTitle = pairedTitle;
    }

    /** Returns the name for people. */
    public String title(Design design) {
        return design == Design.PAIRED ? pairedTitle : title;
    }

    /** Returns the name for several comparisons. */
    public String title(Set<Design> designs) {
        return designs.stream().map(this::title).collect(Collectors.joining(", or "));
    }

    /**
     * Returns the probability of a difference at least as large if the groups do not differ.
     *
     * @param base at least two values
     * @param candidate at least two values; for pairs, as many as the base
     * @return 0 to 1; 1 for two groups of one and the same value, and for pairs without a difference
     */
    public double pValue(Design design, double[] base, double[] candidate) {
        return design == Design.PAIRED ? ofPairs(base, candidate) : pValue(base, candidate);
    }

    /** Returns the p-value of two groups that are not paired. */
    public double pValue(double[] base, double[] candidate) {
        if (Samples.isConstant(base) && Samples.isConstant(candidate)) {
            // Neither t nor ranks say anything of two constants; how they may be dealt out does.
            return base[0] == candidate[0] ? 1 : Permutations.pValue(base, candidate);
        }
        return p(base, candidate);
    }

    private double ofPairs(double[] base, double[] candidate) {
        double[] differences = Samples.differences(base, candidate);
        // As above: of one and the same difference, only its signs say anything.
        return Samples.isConstant(differences) ? SignFlips.pValue(differences) : ofDifferences(differences);
    }

    private static double studentOf(double[] differences) {
        return TTest.withDefaults().test(differences).getPValue();
    }

    abstract double p(double[] base, double[] candidate);

    abstract double ofDifferences(double[] differences);

    /**
     * Returns the smallest p-value that groups of these sizes can have.
     *
     * @return 0 if any is possible
     */
    public double smallestP(Design design, int base, int candidate) {
        boolean counts = this == PERMUTATION || this == MANN_WHITNEY;
        double ways = design == Design.PAIRED ? SignFlips.patterns(base) : Permutations.ways(base, candidate);
        return counts ? Math.min(1, 2 / ways) : 0;
    }
}
