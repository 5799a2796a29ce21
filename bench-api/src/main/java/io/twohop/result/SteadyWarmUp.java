package io.twohop.result;

import java.util.List;

/**
 * How long a run's forks warmed up, by a trial before the first of them.
 *
 * @param seconds that each fork took
 * @param mostSeconds that it could have taken
 * @param steady whether latency no longer changed after that; if not, it took as long as it could
 * @param p50Nanos of end-to-end latency in each second of the trial, by which that was decided
 * @param p99Nanos likewise
 */
public record SteadyWarmUp(
        double seconds, double mostSeconds, boolean steady, List<Double> p50Nanos, List<Double> p99Nanos) {}
