package io.twohop.testing.model;

import io.twohop.event.OrderEvent;
import java.util.SplittableRandom;

/** Orders whose fields hold anything that they can: any bits, and texts of any script, empty or absent. One thread. */
public final class RandomOrders {
    private static final int MOST_LETTERS = 70;
    private static final String[] LETTERS = {"A", "z", "0", " ", "\u0000", "\u00eb", "\u20ac", "\ud83d\ude80"};

    private final SplittableRandom random;

    public RandomOrders(long seed) {
        random = new SplittableRandom(seed);
    }

    public OrderEvent next() {
        OrderEvent order = new OrderEvent();
        order.symbol = text();
        order.venue = text();
        order.account = text();
        order.trader = text();
        order.createdNanos = number();
        order.receivedNanos = number();
        order.transactNanos = number();
        order.settleNanos = number();
        order.quantity = (int) number();
        order.filled = (int) number();
        order.side = (int) number();
        order.priority = (int) number();
        order.price = decimal();
        order.stopPrice = decimal();
        order.avgPrice = decimal();
        order.bidPrice = decimal();
        order.askPrice = decimal();
        order.fee = decimal();
        order.notional = decimal();
        order.riskScore = decimal();
        order.traceSequence = number();
        order.traceNanos = number();
        return order;
    }

    /** Returns a number of random length in bits, so that short encodings are as frequent as long ones. */
    private long number() {
        long shortened = random.nextLong() >>> random.nextInt(Long.SIZE);
        return random.nextBoolean() ? shortened : -shortened;
    }

    private double decimal() {
        return random.nextBoolean() ? random.nextInt(1_000_000) / 100.0 : Double.longBitsToDouble(random.nextLong());
    }

    private String text() {
        if (random.nextInt(10) == 0) {
            return null;
        }
        StringBuilder text = new StringBuilder();
        int kinds = random.nextBoolean() ? 3 : LETTERS.length;
        for (int i = random.nextInt(MOST_LETTERS); i > 0; i--) {
            text.append(LETTERS[random.nextInt(kinds)]);
        }
        return text.toString();
    }
}
