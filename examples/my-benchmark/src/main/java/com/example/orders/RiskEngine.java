package com.example.orders;

/** The production code: accepts an order unless it takes its account over the limit. */
public final class RiskEngine {
    private final long limitCents;
    private final long[] exposureCents;

    public RiskEngine(int accounts, long limitCents) {
        this.limitCents = limitCents;
        this.exposureCents = new long[accounts];
    }

    public Order handle(Order order) {
        int account = (int) order.account;
        order.accepted = exposureCents[account] + order.cents <= limitCents;
        if (order.accepted) {
            exposureCents[account] += order.cents;
        }
        return order;
    }
}
