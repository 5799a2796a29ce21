package io.twohop.measure;

import java.util.Comparator;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * The account of every message of a run, warm-up included.
 *
 * @param scheduled messages the schedule held up to the point where the run ended
 * @param sent messages the transport took from the generators
 * @param received messages that reached the sink, each counted once
 * @param lost scheduled messages that never reached the sink, whatever the reason
 * @param undelivered messages that may have been on their way when the drain limit cut off what was still flowing, or that
 *     were never taken from their sender
 * @param duplicated arrivals of a message that had arrived before
 * @param outOfOrder arrivals behind a later message of the same producer, as one consuming thread saw them
 * @param outOfOrderByKey arrivals behind a later message of the same producer and key, whichever thread saw that; null where
 *     messages have no keys
 * @param tooLate arrivals so late that they could not be distinguished from duplicates
 * @param failed messages that the transport refused or reported as failed, on either hop
 * @param foreign messages that carried no trace of this run
 * @param inherited messages due in warm-up that arrived in the measured window: a backlog that it began with
 * @param window what became of those due in the measured window
 * @param producers the same by producer
 * @param lanes warm-up included; of several runs together, or with a service elsewhere, none
 * @param integrity what was wrong with messages that arrived
 */
public record Accounting(
        long scheduled,
        long sent,
        long received,
        long lost,
        long undelivered,
        long duplicated,
        long outOfOrder,
        Long outOfOrderByKey,
        long tooLate,
        long failed,
        long foreign,
        long inherited,
        Ledger window,
        List<ProducerAccount> producers,
        List<Lane> lanes,
        Integrity integrity) {
    /** Messages that did not reach the sink: what a caller who needs each of them has lost. */
    public long missing() {
        return lost + undelivered;
    }

    /**
     * Of several subscribers, that of the one that misses most, and had least in the window where all miss as many; with
     * everything that any of them got twice, too late or out of order.
     */
    public static Accounting ofWorst(List<Accounting> subscribers) {
        Accounting worst = subscribers.stream()
                .max(Comparator.comparingLong(Accounting::missing).thenComparing(account -> -account.window.arrived()))
                .orElseThrow();
        return new Accounting(
                worst.scheduled,
                worst.sent,
                worst.received,
                worst.lost,
                worst.undelivered,
                sum(subscribers, Accounting::duplicated),
                sum(subscribers, Accounting::outOfOrder),
                worst.outOfOrderByKey == null ? null : (Long) sum(subscribers, Accounting::outOfOrderByKey),
                sum(subscribers, Accounting::tooLate),
                worst.failed,
                subscribers.stream().mapToLong(Accounting::foreign).max().orElseThrow(),
                worst.inherited,
                worst.window,
                worst.producers,
                worst.lanes,
                subscribers.stream()
                        .map(Accounting::integrity)
                        .reduce(Integrity::most)
                        .orElseThrow());
    }

    private static long sum(List<Accounting> all, ToLongFunction<Accounting> count) {
        return all.stream().mapToLong(count).sum();
    }

    private static Long sum(Long one, Long other) {
        return one == null || other == null ? null : (Long) (one + other);
    }

    /** Whether messages of one key came out of order. */
    public boolean breaksOrderByKey() {
        return outOfOrderByKey != null && outOfOrderByKey > 0;
    }

    /** With how the lanes grew. */
    public Accounting withLanes(List<Lane> lanes) {
        return new Accounting(
                scheduled,
                sent,
                received,
                lost,
                undelivered,
                duplicated,
                outOfOrder,
                outOfOrderByKey,
                tooLate,
                failed,
                foreign,
                inherited,
                window,
                producers,
                lanes,
                integrity);
    }

    /** With what a service elsewhere counted. */
    public Accounting plusService(long moreFailed, long moreForeign, Integrity its) {
        return new Accounting(
                scheduled,
                sent,
                received,
                lost,
                undelivered,
                duplicated,
                outOfOrder,
                outOfOrderByKey,
                tooLate,
                failed + moreFailed,
                foreign + moreForeign,
                inherited,
                window,
                producers,
                lanes,
                integrity.plus(its));
    }

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
                sum(outOfOrderByKey, other.outOfOrderByKey),
                tooLate + other.tooLate,
                failed + other.failed,
                foreign + other.foreign,
                inherited + other.inherited,
                window.plus(other.window),
                List.of(),
                List.of(),
                integrity.plus(other.integrity));
    }
}
