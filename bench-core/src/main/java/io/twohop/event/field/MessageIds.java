package io.twohop.event.field;

/**
 * The numbers of a run's messages. The first {@link #CANARIES} belong to messages that are sent before the producers start; the others
 * follow from a message's producer and its sequence. Immutable.
 */
public final class MessageIds {
    /** Numbers reserved for messages before the producers start. */
    public static final int CANARIES = 100_000;

    private final int producers;
    private final long tag;

    /**
     * @param runId unique among runs
     * @param producers number of the run's producers in all processes, positive
     */
    public MessageIds(String runId, int producers) {
        if (producers < 1) {
            throw new IllegalArgumentException("producers: " + producers);
        }
        this.producers = producers;
        tag = Mix.bits(runId);
    }

    /** Returns the number of a producer's message; producers count from 0 in the whole run. */
    public long of(int producer, long sequence) {
        return CANARIES + sequence * producers + producer;
    }

    /** Returns the producer of a message that is no canary. */
    public int producer(long n) {
        return (int) ((n - CANARIES) % producers);
    }

    /** Returns the sequence of a message that is no canary. */
    public long sequence(long n) {
        return (n - CANARIES) / producers;
    }

    /** Returns the number of a canary, from 0 to {@code CANARIES - 1}. */
    public long ofCanary(int i) {
        if (i < 0 || i >= CANARIES) {
            throw new IllegalArgumentException("canary: " + i);
        }
        return i;
    }

    public boolean isCanary(long n) {
        return n >= 0 && n < CANARIES;
    }

    /**
     * Returns how many numbers a run uses, canaries included.
     *
     * @param sequences messages of the producer that sends most
     */
    public long numbers(long sequences) {
        return sequences < Long.MAX_VALUE / producers - CANARIES ? of(0, sequences) : Long.MAX_VALUE;
    }

    /** Returns 64 bits that differ between runs. */
    public long tag() {
        return tag;
    }
}
