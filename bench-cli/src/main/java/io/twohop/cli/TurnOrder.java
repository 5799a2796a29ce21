package io.twohop.cli;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * In which order several take turns, round by round: dealt by chance for each two rounds, and reversed in the second. So an order
 * that matters, such as a machine that is warmer for the last one, is no part of what is compared.
 */
final class TurnOrder<T> {
    private final List<T> order;
    private final Random random;
    private boolean isSecond;

    /** @param random deals the orders */
    TurnOrder(List<T> all, Random random) {
        this.order = new ArrayList<>(all);
        this.random = random;
    }

    /** That of the next round. */
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
