package io.twohop.assertj;

import io.twohop.result.BenchmarkResult;

/** Entry point of the assertions, for a static import beside AssertJ's. */
public final class BenchmarkAssertions {
    private BenchmarkAssertions() {}

    /** Returns assertions on a result. */
    public static BenchmarkAssert assertThat(BenchmarkResult result) {
        return new BenchmarkAssert(result);
    }
}
