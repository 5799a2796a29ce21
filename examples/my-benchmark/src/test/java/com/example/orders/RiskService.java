package com.example.orders;

import io.twohop.event.Microservice;
import java.util.function.Consumer;

/** Calls the production code for each order and answers once. */
public final class RiskService implements Microservice<Order, Order> {
    private static final long LIMIT_CENTS = 100_000_000;

    private final RiskEngine engine = new RiskEngine(OrderEvents.ACCOUNTS, LIMIT_CENTS);

    @Override
    public void onEvent(Order order, Consumer<? super Order> out) {
        out.accept(engine.handle(order));
    }
}
