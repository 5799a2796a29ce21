package com.example.risk;

import io.twohop.event.Microservice;
import java.util.function.Consumer;

/** Accepts an order unless it takes its account over the limit. Each order is answered, whatever the answer. */
public final class RiskCheck implements Microservice<Order, Order> {
    private static final long LIMIT_CENTS = 100_000_000;

    private final long[] exposureCents = new long[Orders.ACCOUNTS];

    @Override
    public void onEvent(Order order, Consumer<? super Order> out) {
        int account = (int) order.account;
        order.accepted = exposureCents[account] + order.cents <= LIMIT_CENTS;
        if (order.accepted) {
            exposureCents[account] += order.cents;
        }
        out.accept(order);
    }
}
