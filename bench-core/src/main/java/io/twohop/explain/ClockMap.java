package io.twohop.explain;

import io.twohop.config.Nanos;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Turns a recording's times into {@link System#nanoTime()} of the measuring JVM. The two clocks may drift apart, so they
 * are tied together by events that carry both, each second.
 */
final class ClockMap {
    private final TreeMap<Long, Long> offsets = new TreeMap<>();

    /** Adds an instant at which both clocks were read. */
    void tie(Instant recorded, long nanoTime) {
        offsets.put(nanos(recorded), nanoTime - nanos(recorded));
    }

    boolean isEmpty() {
        return offsets.isEmpty();
    }

    /** Returns the time: between two ties in proportion, outside them by the nearest. */
    long nanoTime(Instant recorded) {
        long at = nanos(recorded);
        Map.Entry<Long, Long> before =
                Optional.ofNullable(offsets.floorEntry(at)).orElseGet(offsets::firstEntry);
        Map.Entry<Long, Long> after =
                Optional.ofNullable(offsets.ceilingEntry(at)).orElseGet(offsets::lastEntry);
        if (before.getKey().equals(after.getKey())) {
            return at + before.getValue();
        }
        double part = (double) (at - before.getKey()) / (after.getKey() - before.getKey());
        return at + before.getValue() + Math.round(part * (after.getValue() - before.getValue()));
    }

    private static long nanos(Instant instant) {
        return instant.getEpochSecond() * Nanos.SECOND + instant.getNano();
    }
}
