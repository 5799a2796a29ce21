package io.twohop.transport;

import java.util.Locale;

/**
 * Guarantees of a configured transport.
 *
 * @param delivery of each message without a failure; the verdict holds the transport to it
 * @param afterFailure delivery when a client, a service or a server dies; the verdict on faults holds the transport to
 *     it. Messages that their sender knows to have failed are excluded
 * @param ordered whether one producer's messages on one lane (a topic, partition or subject) reach one consumer in the
 *     published order
 * @param orderedByKey whether one producer's messages with one key reach a topic's consumers in the published order,
 *     across lanes and consumers
 * @param acknowledged whether each message is acknowledged, so that its latency can be measured
 * @param durability what an acknowledged message survives, in words
 * @param replication number of copies of each message
 */
public record Guarantees(
        Delivery delivery,
        Delivery afterFailure,
        boolean ordered,
        boolean orderedByKey,
        boolean acknowledged,
        String durability,
        int replication) {
    /** A transport without guarantees. */
    public static final Guarantees NONE = new Guarantees(Delivery.BEST_EFFORT, false, false, "not stated", 1);

    /** Creates guarantees that hold through failures. */
    public Guarantees(Delivery delivery, boolean ordered, boolean acknowledged, String durability, int replication) {
        this(delivery, delivery, ordered, acknowledged, durability, replication);
    }

    /** Creates guarantees without an order by key. */
    public Guarantees(
            Delivery delivery,
            Delivery afterFailure,
            boolean ordered,
            boolean acknowledged,
            String durability,
            int replication) {
        this(delivery, afterFailure, ordered, false, acknowledged, durability, replication);
    }

    /** Returns these guarantees with or without order by key. */
    public Guarantees orderedByKey(boolean byKey) {
        return new Guarantees(delivery, afterFailure, ordered, byKey, acknowledged, durability, replication);
    }

    /** Returns these guarantees without an order of all messages. */
    public Guarantees unordered() {
        return new Guarantees(delivery, afterFailure, false, orderedByKey, acknowledged, durability, replication);
    }

    /** Number of times that a message arrives. */
    public enum Delivery {
        /** Loss and duplicates are allowed. */
        BEST_EFFORT,
        /** Loss is allowed, duplicates are not. */
        AT_MOST_ONCE,
        /** Duplicates are allowed, loss is not. */
        AT_LEAST_ONCE,
        /** Loss and duplicates are excluded. */
        EXACTLY_ONCE;

        /** Whether a lost message breaks the promise. */
        public boolean promisesNoLoss() {
            return this == AT_LEAST_ONCE || this == EXACTLY_ONCE;
        }

        /** Whether a message that arrives twice breaks the promise. */
        public boolean promisesNoDuplicates() {
            return this == AT_MOST_ONCE || this == EXACTLY_ONCE;
        }

        /** Returns the delivery in words. */
        public String text() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }
}
