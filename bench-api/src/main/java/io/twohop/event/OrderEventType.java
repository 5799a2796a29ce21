package io.twohop.event;

import java.time.Instant;
import java.util.SplittableRandom;

/** The default event type, {@code order}: a 22-field order with values that vary from message to message. */
public final class OrderEventType implements EventType<OrderEvent> {
    private static final int MAX_BYTES = 2_048;
    private static final int JSON_BYTES = 512;
    private static final long EPOCH_NANOS =
            Instant.parse("2026-01-05T08:00:00Z").getEpochSecond() * 1_000_000_000L;
    private static final long MILLISECOND = 1_000_000L;
    private static final String[] SYMBOLS = {"EURUSD", "GBPUSD", "USDJPY", "AUDNZD", "EURCHF", "USDCAD", "XAUUSD"};
    private static final String[] VENUES = {"XLON", "XNYS", "XPAR", "XTKS"};
    private static final String[] ACCOUNTS = {"ACC-0001-UK", "ACC-0002-US", "ACC-0003-JP", "ACC-0004-FR", "ACC-0005-CH"
    };
    private static final String[] TRADERS = {"a.lovelace", "g.hopper", "e.dijkstra"};

    @Override
    public String name() {
        return "order";
    }

    @Override
    public String description() {
        return "an order of 22 fields, about 512 bytes as JSON";
    }

    @Override
    public Class<OrderEvent> eventClass() {
        return OrderEvent.class;
    }

    @Override
    public int maxBytes() {
        return MAX_BYTES;
    }

    @Override
    public int typicalBytes() {
        return JSON_BYTES;
    }

    @Override
    public EventSource<OrderEvent> source(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        OrderEvent event = new OrderEvent();
        return (sequence, intendedNanos) -> fill(event, random.nextInt() >>> 1, sequence, intendedNanos);
    }

    private static OrderEvent fill(OrderEvent event, int random, long sequence, long intendedNanos) {
        event.symbol = SYMBOLS[random % SYMBOLS.length];
        event.venue = VENUES[random % VENUES.length];
        event.account = ACCOUNTS[random % ACCOUNTS.length];
        event.trader = TRADERS[random % TRADERS.length];
        event.createdNanos = EPOCH_NANOS + sequence * MILLISECOND;
        event.receivedNanos = event.createdNanos + random % MILLISECOND;
        event.transactNanos = event.receivedNanos + random % MILLISECOND;
        event.settleNanos = event.createdNanos + 172_800_000L * MILLISECOND;
        event.quantity = 1_000 + random % 99_000;
        event.filled = 0;
        event.side = random & 1;
        event.priority = random % 10;
        double price = 1 + random % 100_000 / 100_000.0;
        event.price = price;
        event.stopPrice = price + 0.015625;
        event.avgPrice = price + 0.0078125;
        event.bidPrice = price - 0.00390625;
        event.askPrice = price + 0.00390625;
        event.fee = 0.25 + random % 64 / 64.0;
        event.notional = event.quantity * 0.5;
        event.riskScore = random % 1_024 / 1_024.0;
        event.traceSequence = sequence;
        event.traceNanos = intendedNanos;
        return event;
    }
}
