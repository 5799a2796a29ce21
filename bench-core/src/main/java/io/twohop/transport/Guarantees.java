package io.twohop.transport;

/**
 * What a transport promises as it is configured.
 *
 * @param delivery how often each message arrives while nothing fails; the verdict holds the transport to it
 * @param ordered whether one producer's messages on one lane, that is a topic, partition or subject, reach one consumer in
 *     the order they were published
 * @param acknowledged whether an acknowledgement comes back for each message, so that its latency can be measured
 * @param durability what a message survives once acknowledged, in words
 * @param replication in how many places each message is kept
 */
public record Guarantees(Delivery delivery, boolean ordered, boolean acknowledged, String durability, int replication) {
    /** The same without an order. */
    public Guarantees unordered() {
        return new Guarantees(delivery, false, acknowledged, durability, replication);
    }

    /** How often a message arrives. */
    public enum Delivery {
        /** Loss is allowed, duplicates are not. */
        AT_MOST_ONCE,
        /** Duplicates are allowed, loss is not. */
        AT_LEAST_ONCE,
        /** Neither is allowed. */
        EXACTLY_ONCE;

        /** Whether a lost message breaks the promise. */
        public boolean promisesNoLoss() {
            return this != AT_MOST_ONCE;
        }

        /** Whether a message that arrives twice breaks the promise. */
        public boolean promisesNoDuplicates() {
            return this != AT_LEAST_ONCE;
        }
    }
}
