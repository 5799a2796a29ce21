package io.twohop.assertj;

import io.twohop.result.BenchmarkResult;

/** The entry to the assertions of this package, to be imported statically beside AssertJ's own. */
public final class BenchmarkAssertions {
    private BenchmarkAssertions() {}

    /** Assertions on a result. */
    public static BenchmarkAssert assertThat(BenchmarkResult result) {
        return new BenchmarkAssert(result);
    }
}
