package io.twohop.measure;

/**
 * The account of every message of a run, warm-up included.
 *
 * @param scheduled messages the schedule held up to the point where the run ended
 * @param sent messages the transport took from the generators
 * @param received messages that reached the sink, each counted once
 * @param lost scheduled messages that never reached the sink, whatever the reason
 * @param undelivered messages still queued when the drain limit cut off a backlog that was being worked off; not lost,
 *     as far as that can be told where the transport keeps no order
 * @param duplicated arrivals of a message that had arrived before
 * @param outOfOrder arrivals behind a later message of the same producer, as one consuming thread saw them
 * @param tooLate arrivals so late that they could not be told from duplicates
 * @param failed messages that the transport refused or reported as failed, on either hop
 * @param foreign messages that carried no trace of this run
 */
public record Accounting(
        long scheduled,
        long sent,
        long received,
        long lost,
        long undelivered,
        long duplicated,
        long outOfOrder,
        long tooLate,
        long failed,
        long foreign) {
    /** The account of two runs together. */
    public Accounting plus(Accounting other) {
        return new Accounting(
                scheduled + other.scheduled,
                sent + other.sent,
                received + other.received,
                lost + other.lost,
                undelivered + other.undelivered,
                duplicated + other.duplicated,
                outOfOrder + other.outOfOrder,
                tooLate + other.tooLate,
                failed + other.failed,
                foreign + other.foreign);
    }
}
