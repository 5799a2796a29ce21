package io.twohop.explain;

import io.twohop.explain.SlowCalls.Counts;
import io.twohop.measure.Slices.Slice;
import io.twohop.result.Tail;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import jdk.jfr.consumer.RecordedEvent;

/**
 * Times in which the disk that holds a run's data also worked for other processes. They explain only calls that the kernel blocked
 * meanwhile: a transport that writes to memory and lets Linux copy it to the disk never waits.
 */
final class DiskNeighbours {
    private final NavigableMap<Long, Use> uses = new TreeMap<>();

    /**
     * Use of the disk by others, for about a second.
     *
     * @param writer the process in words
     * @param part of the device's bytes that others wrote, from 0 to 1
     */
    record Use(String writer, double part, long startNanos, long endNanos) {
        String cause() {
            return Tail.BUSY_DISK + writer;
        }
    }

    void add(RecordedEvent event) {
        add(new Use(
                RecordedRun.text(event, "writer", "another process"),
                (double) event.getLong("othersBytes") / Math.max(1, event.getLong("writtenBytes")),
                event.getLong("startNanos"),
                event.getLong("endNanos")));
    }

    void add(Use use) {
        uses.put(use.endNanos, use);
    }

    /** Names the neighbour for blocked calls that fell into its use of the disk; other calls keep their names. */
    List<Span> named(List<Span> blockedCalls) {
        return blockedCalls.stream()
                .map(call -> use(call)
                        .map(use -> new Span(use.cause(), call.startNanos(), call.endNanos()))
                        .orElse(call))
                .toList();
    }

    /**
     * Returns a trouble for each blocked call, for each other sample that found a thread blocked, and for the waits that no
     * sample met: a message that waits for its own sync need not be due while a thread is blocked.
     */
    List<Trouble> troubles(List<Span> blockedCalls, Map<Span, Counts> samples, Collection<List<Slice>> slicesOfSinks) {
        Spans calls = new Spans(blockedCalls);
        List<Span> waits = new ArrayList<>(blockedCalls);
        Map<Use, Long> turns = new HashMap<>();
        samples.forEach((sample, counts) -> {
            use(sample).ifPresent(use -> turns.merge(use, counts.turns(), Long::sum));
            if (counts.blocked() && calls.covered(sample.startNanos(), sample.endNanos()) == 0) {
                waits.add(sample);
            }
        });
        Set<Use> blocking = new LinkedHashSet<>();
        List<Trouble> troubles = new ArrayList<>();
        for (Span wait : waits) {
            use(wait).ifPresent(use -> {
                blocking.add(use);
                troubles.add(new Trouble(use.cause(), wait.startNanos(), wait.endNanos(), wait.nanos(), 1, use.part));
            });
        }
        blocking.forEach(use -> troubles.add(unseen(use, Math.max(1, turns.getOrDefault(use, 0L)), slicesOfSinks)));
        return troubles;
    }

    /** Returns the use in which a wait ended, if others had the disk then. */
    private Optional<Use> use(Span wait) {
        return Optional.ofNullable(uses.ceilingEntry(wait.endNanos()))
                .map(Map.Entry::getValue)
                .filter(use -> use.startNanos < wait.endNanos());
    }

    /**
     * Returns a trouble of as many messages as there were waits: a thread gets a CPU after each. Syncs of other processes lengthen all
     * waits, whatever these processes' part of the bytes.
     */
    private static Trouble unseen(Use use, long turns, Collection<List<Slice>> slicesOfSinks) {
        long messages = slicesOfSinks.stream()
                .mapToLong(slices -> slices.stream()
                        .filter(slice -> slice.endNanos() > use.startNanos && slice.startNanos() < use.endNanos)
                        .mapToLong(Slice::messages)
                        .sum())
                .max()
                .orElse(0);
        double share = Math.min(1, (double) turns / Math.max(1, messages));
        long nanos = Math.round(share * (use.endNanos - use.startNanos));
        return new Trouble(use.cause(), use.startNanos, use.endNanos, nanos, turns);
    }
}
