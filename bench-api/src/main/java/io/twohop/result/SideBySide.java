package io.twohop.result;

/**
 * How a run's forks were measured beside another's, in turns.
 *
 * @param with the other run, as progress lines call it
 * @param sliceSeconds how long a turn is
 * @param restSeconds how long nothing is due at its begin, and at its end
 * @param seed of the turns of the first two rounds, in the second of which both change places; each further two add 1
 */
public record SideBySide(String with, double sliceSeconds, double restSeconds, long seed) {}
