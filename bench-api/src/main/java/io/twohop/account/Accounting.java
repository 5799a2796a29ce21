package io.twohop.account;

import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/**
 * The account of every message of a run, warm-up included. A flat list of counters: each is a field of {@code result.json}, and
 * sums and copies treat all of them alike.
 *
 * @param scheduled messages of the schedule until the run ended
 * @param sent messages that the transport accepted from the generators
 * @param received messages that reached the sink, each counted once
 * @param lost scheduled messages that never reached the sink, without a report
 * @param undelivered messages that may have been in flight when the drain limit ended the run, or that the transport never
 *     accepted
 * @param filtered scheduled messages that a deployed service left without a reply, as its workload declares
 * @param duplicated arrivals of a message that had arrived before
 * @param outOfOrder arrivals behind a later message of the same producer, as one consuming thread saw them
 * @param outOfOrderByKey arrivals behind a later message of the same producer and key, whichever thread saw that; null where
 *     messages have no keys
 * @param tooLate arrivals so late that they could not be distinguished from duplicates
 * @param failed reports of messages that the transport refused or that failed, on either hop; some may have arrived all the same
 * @param foreign messages that carried no trace of this run
 * @param inherited messages due in warm-up that arrived in the measured window: the backlog at its start
 * @param window the end of each message due in the measured window
 * @param producers the same for each producer
 * @param lanes messages of each lane; empty for several runs together, or with a service in another process
 * @param reported scheduled messages that never reached the sink, as their sender or the service knows
 * @param integrity defects of messages that arrived
 * @param acknowledged acknowledgements of the messages that the transport accepted
 */
public record Accounting(
        long scheduled,
        long sent,
        long received,
        long lost,
        long undelivered,
        long filtered,
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
        Reported reported,
        Integrity integrity,
        Acknowledged acknowledged) {
    public Accounting {
        // Older results lack these counts.
        reported = Objects.requireNonNullElse(reported, Reported.NONE);
        acknowledged = Objects.requireNonNullElse(acknowledged, Acknowledged.NONE);
    }

    /** Returns the number of messages that were to reach the sink and did not. */
    public long missing() {
        return whole().missing();
    }

    /** Returns how the scheduled messages ended, warm-up included, without the time of arrival. */
    public Ledger whole() {
        return new Ledger(scheduled, received, 0, reported.failed(), reported.dropped(), lost, undelivered, filtered);
    }

    /**
     * Returns the account of the subscriber that misses most, with the duplicates, late and disordered arrivals of all
     * subscribers. Of subscribers that miss as many, it is the one with the fewest arrivals in the window.
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
                worst.filtered,
                sum(subscribers, Accounting::duplicated),
                sum(subscribers, Accounting::outOfOrder),
                subscribers.stream()
                        .map(Accounting::outOfOrderByKey)
                        .flatMap(Stream::ofNullable)
                        .reduce(Long::sum)
                        .orElse(null),
                sum(subscribers, Accounting::tooLate),
                worst.failed,
                subscribers.stream().mapToLong(Accounting::foreign).max().orElseThrow(),
                worst.inherited,
                worst.window,
                worst.producers,
                worst.lanes,
                worst.reported,
                subscribers.stream()
                        .map(Accounting::integrity)
                        .reduce(Integrity::most)
                        .orElseThrow(),
                worst.acknowledged);
    }

    private static long sum(List<Accounting> all, ToLongFunction<Accounting> count) {
        return all.stream().mapToLong(count).sum();
    }

    /** Returns whether messages of one key arrived out of order. */
    public boolean breaksOrderByKey() {
        return outOfOrderByKey != null && outOfOrderByKey > 0;
    }

    public Accounting withLanes(List<Lane> grown) {
        return copy(whole(), window, failed, foreign, grown, integrity, acknowledged);
    }

    /**
     * Returns this account plus the counts of a service in another process.
     *
     * @param more messages that it knows to have failed or dropped
     */
    public Accounting plusService(Reported more, long moreForeign, Integrity its, Acknowledged replies) {
        return copy(
                whole().plusReported(more),
                window.plusReported(more),
                failed + more.failed(),
                foreign + moreForeign,
                lanes,
                integrity.plus(its),
                acknowledged.plus(replies));
    }

    /** Returns this account with lost messages as filtered ones, of a service that need not reply. */
    public Accounting filteringLost() {
        return copy(whole().filteringLost(), window.filteringLost(), failed, foreign, lanes, integrity, acknowledged);
    }

    /** Returns this account with the endings that are known message by message. */
    public Accounting endingAs(Ledger all, Ledger ofWindow) {
        return copy(all, ofWindow, failed, foreign, lanes, integrity, acknowledged);
    }

    private Accounting copy(
            Ledger all,
            Ledger ofWindow,
            long reports,
            long strangers,
            List<Lane> grown,
            Integrity found,
            Acknowledged outcomes) {
        return new Accounting(
                all.due(),
                sent,
                all.arrived(),
                all.lost(),
                all.undelivered(),
                all.filtered(),
                duplicated,
                outOfOrder,
                outOfOrderByKey,
                tooLate,
                reports,
                strangers,
                inherited,
                ofWindow,
                producers,
                grown,
                all.reported(),
                found,
                outcomes);
    }

    public Accounting plus(Accounting other) {
        return new Accounting(
                scheduled + other.scheduled,
                sent + other.sent,
                received + other.received,
                lost + other.lost,
                undelivered + other.undelivered,
                filtered + other.filtered,
                duplicated + other.duplicated,
                outOfOrder + other.outOfOrder,
                outOfOrderByKey == null || other.outOfOrderByKey == null
                        ? null
                        : (Long) (outOfOrderByKey + other.outOfOrderByKey),
                tooLate + other.tooLate,
                failed + other.failed,
                foreign + other.foreign,
                inherited + other.inherited,
                window.plus(other.window),
                List.of(),
                List.of(),
                reported.plus(other.reported),
                integrity.plus(other.integrity),
                acknowledged.plus(other.acknowledged));
    }
}
