package com.example.risk;

import io.twohop.event.EventSource;
import io.twohop.event.EventType;
import java.util.SplittableRandom;

/** The benchmark's events: orders of many accounts, the same for the same seed. */
public final class Orders implements EventType<Order> {
    static final int ACCOUNTS = 1_000;

    private static final int MOST_CENTS = 2_000_000;

    @Override
    public String name() {
        return "orders";
    }

    @Override
    public String description() {
        return "orders of " + ACCOUNTS + " accounts";
    }

    @Override
    public Class<Order> eventClass() {
        return Order.class;
    }

    @Override
    public int maxBytes() {
        return 2 * Long.BYTES + 1;
    }

    @Override
    public EventSource<Order> source(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Order order = new Order();
        return (sequence, intendedNanos) -> {
            order.account = random.nextInt(ACCOUNTS);
            order.cents = random.nextInt(MOST_CENTS);
            order.accepted = false;
            return order;
        };
    }
}
