package io.twohop.result;

/**
 * The turns of a run's forks that were measured side by side with another's.
 *
 * @param with the other run, named as in progress lines
 * @param sliceSeconds length of a turn
 * @param restSeconds time at its begin and at its end in which nothing is due
 * @param seed of the turns of the first two rounds, in the second of which both change places; plus 1 for each further two
 */
public record SideBySide(String with, double sliceSeconds, double restSeconds, long seed) {}
