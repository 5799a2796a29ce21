package io.twohop.account;

/**
 * What one sender published on one lane, and how far a receiver came: a topic, partition or subject of its own order.
 *
 * @param hop from 1
 * @param sender the producer, or the service on the second hop, from 0
 * @param number of the lane, from 0
 * @param taken how many messages the transport took from the sender
 * @param reached how many it took up to the newest that arrived, whether all of them arrived or not
 * @param growth seconds by which the age of what waits on it grew each second of the measured window; 0 where it did not
 */
public record Lane(int hop, int sender, int number, long taken, long reached, double growth) {
    /** Such as {@code producer 0}. */
    public String senderName() {
        return (hop == 1 ? "producer " : "service ") + sender;
    }

    /** This one, whose growth is known. */
    public Lane growing(double secondsEachSecond) {
        return new Lane(hop, sender, number, taken, reached, secondsEachSecond);
    }
}
