package io.twohop.cli.session;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * The order of runs in each round: random for each pair of rounds, and reversed in the second round. Effects of the order, such as
 * a machine that is warmer for the last run, then cancel out.
 */
final class TurnOrder<T> {
    private final List<T> order;
    private final Random random;
    private boolean isSecond;

    /** @param random the source of the orders */
    TurnOrder(List<T> all, Random random) {
        this.order = new ArrayList<>(all);
        this.random = random;
    }

    /** Returns the order of the next round. */
    List<T> next() {
        if (isSecond) {
            Collections.reverse(order);
        } else {
            Collections.shuffle(order, random);
        }
        isSecond = !isSecond;
        return List.copyOf(order);
    }
}
