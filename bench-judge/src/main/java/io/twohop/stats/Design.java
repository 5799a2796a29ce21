package io.twohop.stats;

/** How the values of two groups belong together. */
public enum Design {
    /** Those of one group have nothing to do with those of the other. */
    UNPAIRED,
    /** The first of both were measured in one round, the second in the next, and so on: each round is a pair. */
    PAIRED
}
