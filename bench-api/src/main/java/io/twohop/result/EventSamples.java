package io.twohop.result;

/**
 * The files whose bytes were sent unchanged.
 *
 * @param count number of messages, sent in turn
 * @param leastBytes of the smallest one; no size includes the trace header
 * @param meanBytes the mean
 * @param mostBytes of the largest one
 * @param sha256 digest of the file; for several files the digest of their digests, in the order of their names
 */
public record EventSamples(int count, int leastBytes, double meanBytes, int mostBytes, String sha256) {}
