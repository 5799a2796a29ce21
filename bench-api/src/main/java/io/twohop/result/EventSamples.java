package io.twohop.result;

/**
 * The bytes of files that were sent as they are.
 *
 * @param count how many messages they are, sent in turn
 * @param leastBytes of the smallest one, trace header excluded as in the others
 * @param meanBytes the mean
 * @param mostBytes of the largest one
 * @param sha256 of one file its digest; of several the digest of their digests, in the order of their names
 */
public record EventSamples(int count, int leastBytes, double meanBytes, int mostBytes, String sha256) {}
