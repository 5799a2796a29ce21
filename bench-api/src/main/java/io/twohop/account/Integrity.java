package io.twohop.account;

import java.util.function.BinaryOperator;
import java.util.stream.Stream;

/**
 * Counts of checks of the messages that arrived, on either hop, warm-up included.
 *
 * @param verified payloads whose checksum was compared with the one that their sender stamped: a sample
 * @param damaged arrivals whose payload differs in length or checksum from the published one
 * @param corrupt arrivals whose header differs from the one its sender wrote, or holds impossible times; they do not count as
 *     received
 * @param outOfOrder first arrivals behind a later message of the same sender and lane, as one consumer saw them; null where the
 *     transport promises no order
 * @param belowZero latencies below zero, which clocks that disagree cause; they were recorded as zero
 * @param firstDamage the first damaged payload, in words; null if there was none
 * @param firstCorruption the first corrupt header, in words; null if there was none
 */
public record Integrity(
        long verified,
        long damaged,
        long corrupt,
        Long outOfOrder,
        long belowZero,
        String firstDamage,
        String firstCorruption) {
    /** Counts of a run that checked nothing. */
    public static final Integrity NONE = new Integrity(0, 0, 0, null, 0, null, null);

    /** Returns counts of latencies below zero alone. */
    public static Integrity belowZero(long count) {
        return new Integrity(0, 0, 0, null, count, null, null);
    }

    /** Returns these counts without that of verified messages, which grows with each message. */
    public Integrity faults() {
        return new Integrity(0, damaged, corrupt, outOfOrder, belowZero, firstDamage, firstCorruption);
    }

    /** Returns whether messages arrived out of order on a lane whose order is promised. */
    public boolean breaksOrder() {
        return outOfOrder != null && outOfOrder > 0;
    }

    /** Returns the sum, with the examples of these counts if they have any. */
    public Integrity plus(Integrity other) {
        return with(other, Long::sum);
    }

    /** Returns the higher of each count, for two subscribers that share the hops before them. */
    public Integrity most(Integrity other) {
        return with(other, Math::max);
    }

    private Integrity with(Integrity other, BinaryOperator<Long> both) {
        return new Integrity(
                both.apply(verified, other.verified),
                both.apply(damaged, other.damaged),
                both.apply(corrupt, other.corrupt),
                merged(outOfOrder, other.outOfOrder, both),
                both.apply(belowZero, other.belowZero),
                merged(firstDamage, other.firstDamage, (first, second) -> first),
                merged(firstCorruption, other.firstCorruption, (first, second) -> first));
    }

    /** Returns the result for two figures, the only one of them that a run has, or {@code null} without either. */
    static <V> V merged(V one, V other, BinaryOperator<V> function) {
        return Stream.concat(Stream.ofNullable(one), Stream.ofNullable(other))
                .reduce(function)
                .orElse(null);
    }
}
