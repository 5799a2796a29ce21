package io.twohop.event.work;

import java.util.SplittableRandom;

/** Random numbers of a service's own. */
final class Seeds {
    /** Apart from what a user counts up. */
    private static final long STRIDE = 1_000_003;

    private Seeds() {}

    /** The same for the same instance of the same seed. */
    static SplittableRandom of(long seed, int instance) {
        return new SplittableRandom(seed * STRIDE + instance);
    }
}
