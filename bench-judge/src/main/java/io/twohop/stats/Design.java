package io.twohop.stats;

/** Relation between the values of two groups. */
public enum Design {
    /** The groups are independent. */
    UNPAIRED,
    /** The first values were measured in one round, the second ones in the next, and so on: each round is a pair. */
    PAIRED
}
