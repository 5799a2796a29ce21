package io.twohop.stats;

/** The ends of a confidence interval. */
public record ConfidenceInterval(double low, double high) {}
