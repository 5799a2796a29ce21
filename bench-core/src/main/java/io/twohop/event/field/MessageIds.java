package io.twohop.event.field;

/**
 * The numbers of a run's messages. The first {@link #CANARIES} belong to messages that are sent before the producers start; the others
 * follow from a message's producer and its sequence. Several processes may send a run's messages; their numbers differ. Immutable.
 */
public final class MessageIds {
    /** Numbers reserved for messages before the producers start. */
    public static final int CANARIES = 100_000;

    private final int producers;
    private final int load;
    private final int loads;
    private final long tag;

    /**
     * Creates the numbers of a run in one process.
     *
     * @param runId unique among runs
     * @param producers number of the run's producers, positive
     */
    public MessageIds(String runId, int producers) {
        this(runId, 0, 1, producers);
    }

    /**
     * Creates the numbers of one of several processes.
     *
     * @param runId unique among runs
     * @param load which of the processes it is, from 0
     * @param producersOfEach number of producers in each process, positive
     */
    public MessageIds(String runId, int load, int loads, int producersOfEach) {
        if (producersOfEach < 1) {
            throw new IllegalArgumentException("producers: " + producersOfEach);
        }
        this.producers = loads * producersOfEach;
        this.load = load;
        this.loads = loads;
        tag = Mix.bits(runId);
    }

    /** Returns how many producers this process has. */
    public int ownProducers() {
        return producers / loads;
    }

    /** Returns the place of a producer among those of this process, from 0; negative for a producer of another process. */
    public int ownPlace(int producer) {
        int place = producer - load * ownProducers();
        return place >= 0 && place < ownProducers() ? place : -1;
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

    /** Returns how many canaries this process can send. */
    public int canaries() {
        return CANARIES / loads;
    }

    /** Returns the number of a canary of this process, from 0 to {@code canaries() - 1}. */
    public long ofCanary(int i) {
        if (i < 0 || i >= canaries()) {
            throw new IllegalArgumentException("canary: " + i);
        }
        return (long) i * loads + load;
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
