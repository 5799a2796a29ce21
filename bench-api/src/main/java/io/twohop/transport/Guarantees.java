package io.twohop.transport;

import java.util.Locale;

/**
 * What a transport promises as it is configured.
 *
 * @param delivery how often each message arrives while nothing fails; the verdict holds the transport to it
 * @param afterFailure how often each message arrives when a client, a service or a server dies; the verdict on faults holds it
 *     to that. A message that its sender knows to have failed is not promised
 * @param ordered whether one producer's messages on one lane, that is a topic, partition or subject, reach one consumer in
 *     the order they were published
 * @param orderedByKey whether one producer's messages with one key reach the consumers of a topic in the order they were published,
 *     however many lanes it has and consumers share them
 * @param acknowledged whether an acknowledgement comes back for each message, so that its latency can be measured
 * @param durability what a message survives once acknowledged, in words
 * @param replication in how many places each message is kept
 */
public record Guarantees(
        Delivery delivery,
        Delivery afterFailure,
        boolean ordered,
        boolean orderedByKey,
        boolean acknowledged,
        String durability,
        int replication) {
    /** No promise, no order and no acknowledgement. */
    public static final Guarantees NONE = new Guarantees(Delivery.BEST_EFFORT, false, false, "not stated", 1);

    /** The same delivery whatever fails. */
    public Guarantees(Delivery delivery, boolean ordered, boolean acknowledged, String durability, int replication) {
        this(delivery, delivery, ordered, acknowledged, durability, replication);
    }

    /** Nothing of keys. */
    public Guarantees(
            Delivery delivery,
            Delivery afterFailure,
            boolean ordered,
            boolean acknowledged,
            String durability,
            int replication) {
        this(delivery, afterFailure, ordered, false, acknowledged, durability, replication);
    }

    /** The same with messages of one key in their order, or not. */
    public Guarantees orderedByKey(boolean byKey) {
        return new Guarantees(delivery, afterFailure, ordered, byKey, acknowledged, durability, replication);
    }

    /** The same without an order of all messages. */
    public Guarantees unordered() {
        return new Guarantees(delivery, afterFailure, false, orderedByKey, acknowledged, durability, replication);
    }

    /** How often a message arrives. */
    public enum Delivery {
        /** Loss and duplicates are allowed. */
        BEST_EFFORT,
        /** Loss is allowed, duplicates are not. */
        AT_MOST_ONCE,
        /** Duplicates are allowed, loss is not. */
        AT_LEAST_ONCE,
        /** Neither is allowed. */
        EXACTLY_ONCE;

        /** Whether a lost message breaks the promise. */
        public boolean promisesNoLoss() {
            return this == AT_LEAST_ONCE || this == EXACTLY_ONCE;
        }

        /** Whether a message that arrives twice breaks the promise. */
        public boolean promisesNoDuplicates() {
            return this == AT_MOST_ONCE || this == EXACTLY_ONCE;
        }

        /** In words. */
        public String text() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }
}
