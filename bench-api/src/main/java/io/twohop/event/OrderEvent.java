package io.twohop.event;

import io.twohop.codec.EpochNanos;

/**
 * The default event: 22 fields, about 512 bytes as JSON, after the event of the published comparison of Kafka and
 * Chronicle (see docs/METHODOLOGY.md): four date-times, four texts, four integers, eight doubles and two trace fields.
 *
 * <p>Mutable so that codecs can fill one object again and again; fields are public because serializers read them, and an
 * accessor for each would add nothing. Date-times are epoch nanoseconds, in JSON as ISO-8601 text.
 */
public final class OrderEvent {
    public String symbol;
    public String venue;
    public String account;
    public String trader;

    @EpochNanos
    public long createdNanos;

    @EpochNanos
    public long receivedNanos;

    @EpochNanos
    public long transactNanos;

    @EpochNanos
    public long settleNanos;

    public int quantity;
    public int filled;
    public int side;
    public int priority;

    public double price;
    public double stopPrice;
    public double avgPrice;
    public double bidPrice;
    public double askPrice;
    public double fee;
    public double notional;
    public double riskScore;

    /** Trace: the message's sequence within its producer. */
    public long traceSequence;

    /** Trace: intended send time, in the nanoseconds of {@link System#nanoTime()}. */
    public long traceNanos;
}
