package io.twohop.event.work;

import java.util.SplittableRandom;

/** Random numbers of a service. */
final class Seeds {
    /** Distance between instances' seeds, so that they differ from seeds that a user counts up. */
    private static final long STRIDE = 1_000_003;

    private Seeds() {}

    /** Returns the same sequence for the same seed and instance. */
    static SplittableRandom of(long seed, int instance) {
        return new SplittableRandom(seed * STRIDE + instance);
    }
}
