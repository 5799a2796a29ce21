package io.twohop.history;

/**
 * The value of one metric in a result.
 *
 * @param value the median over its forks
 * @param trusted whether the machine cannot have decided it in any fork
 */
public record Point(DatedResult result, double value, boolean trusted) {}
