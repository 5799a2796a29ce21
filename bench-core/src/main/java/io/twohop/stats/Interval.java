package io.twohop.stats;

/** The ends of a confidence interval. */
public record Interval(double low, double high) {}
