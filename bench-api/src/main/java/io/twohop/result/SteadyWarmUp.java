package io.twohop.result;

import java.util.List;

/**
 * The length of warm-up that a trial before the first fork found.
 *
 * @param seconds warm-up of each fork
 * @param mostSeconds limit of the trial
 * @param steady whether latency was steady after that; otherwise warm-up takes as long as the limit
 * @param p50Nanos of end-to-end latency in each second of the trial, which decided
 * @param p99Nanos of the same seconds
 */
public record SteadyWarmUp(
        double seconds, double mostSeconds, boolean steady, List<Double> p50Nanos, List<Double> p99Nanos) {}
