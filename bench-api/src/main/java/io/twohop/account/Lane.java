package io.twohop.account;

/**
 * The messages of one sender on one lane, a topic, partition or subject with an order of its own.
 *
 * @param hop from 1
 * @param sender the producer, or the service on the second hop, from 0
 * @param number of the lane, from 0
 * @param taken messages that the transport accepted from the sender
 * @param reached messages that it had accepted up to the newest arrival, lost ones included
 * @param growth growth of the backlog's age during the measured window, in seconds per second; 0 without growth
 */
public record Lane(int hop, int sender, int number, long taken, long reached, double growth) {
    /** Returns the sender's name, such as {@code producer 0}. */
    public String senderName() {
        return (hop == 1 ? "producer " : "service ") + sender;
    }

    /** Returns the messages behind the newest arrival. */
    public long waiting() {
        return Math.max(0, taken - reached);
    }

    public Lane growing(double secondsEachSecond) {
        return new Lane(hop, sender, number, taken, reached, secondsEachSecond);
    }
}
