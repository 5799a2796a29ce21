package io.twohop.history;

/**
 * What a result came to in one metric.
 *
 * @param value the median over its forks
 * @param trusted whether the machine cannot have decided it in any fork
 */
public record Point(DatedResult result, double value, boolean trusted) {}
