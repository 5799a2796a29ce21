package io.twohop.stats;

import org.apache.commons.statistics.inference.DataDispersion;
import org.apache.commons.statistics.inference.MannWhitneyUTest;
import org.apache.commons.statistics.inference.TTest;

/** A two-sided test of whether two groups come from the same distribution, or have the same mean. */
public enum SignificanceTest {
    /** Every (or very many) ways of dealing the values to the groups; assumes nothing but that forks are alike. */
    PERMUTATION("permutation test of the means") {
        @Override
        double p(double[] base, double[] candidate) {
            return Permutations.pValue(base, candidate);
        }
    },
    /** Student's t with a variance for each group. */
    WELCH("Welch's t-test") {
        @Override
        double p(double[] base, double[] candidate) {
            return TTest.withDefaults().test(candidate, base).getPValue();
        }
    },
    /** Student's t with one variance for both. */
    T("pooled t-test") {
        @Override
        double p(double[] base, double[] candidate) {
            return TTest.withDefaults()
                    .with(DataDispersion.HOMOSCEDASTIC)
                    .test(candidate, base)
                    .getPValue();
        }
    },
    /** Ranks instead of values. */
    MANN_WHITNEY("Mann-Whitney U test") {
        @Override
        double p(double[] base, double[] candidate) {
            return MannWhitneyUTest.withDefaults().test(candidate, base).getPValue();
        }
    };

    private final String title;

    SignificanceTest(String title) {
        this.title = title;
    }

    /** For people. */
    public String title() {
        return title;
    }

    /**
     * How probable a difference at least as large is where there is none.
     *
     * @param base at least two values
     * @param candidate at least two values
     * @return 0 to 1; 1 for two groups of one and the same value
     */
    public double pValue(double[] base, double[] candidate) {
        if (Samples.isConstant(base) && Samples.isConstant(candidate)) {
            // Neither t nor ranks say anything of two constants; how they may be dealt out does.
            return base[0] == candidate[0] ? 1 : Permutations.pValue(base, candidate);
        }
        return p(base, candidate);
    }

    abstract double p(double[] base, double[] candidate);

    /**
     * The smallest p-value that groups of these sizes can come to, whatever their values.
     *
     * @return 0 where any is possible
     */
    public double smallestP(int base, int candidate) {
        boolean counts = this == PERMUTATION || this == MANN_WHITNEY;
        return counts ? Math.min(1, 2 / Permutations.ways(base, candidate)) : 0;
    }
}
