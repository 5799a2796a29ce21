package io.twohop.recording;

import io.twohop.measure.SlowestMessages.Slow;
import io.twohop.recording.Causes.Kind;
import io.twohop.recording.RecordedRun.Collection;
import io.twohop.result.Memory;
import io.twohop.result.Tail;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import jdk.jfr.consumer.RecordedEvent;

/**
 * What a fork's flight recording explains.
 *
 * @param memory of the JVM
 * @param tail its slowest messages, with causes
 * @param timeline what happened when
 */
public record Explanation(Memory memory, Tail tail, Timeline timeline) {
    /** So many messages are looked into. */
    private static final int SLOWEST = 100;

    /**
     * Reads a recording, after the run.
     *
     * @param file of the JVM that measured
     * @param brokers recordings of JVMs that worked for it
     * @param medianNanos end to end
     * @return empty if the recording does not reach into the measured window
     */
    public static Optional<Explanation> of(Path file, List<Path> brokers, long medianNanos) throws IOException {
        RecordedRun run = RecordedRun.read(file);
        if (run.started == null) {
            return Optional.empty();
        }
        List<Span> ofBrokers = new ArrayList<>();
        for (Path broker : brokers) {
            ofBrokers.addAll(pauses(broker, run.clock));
        }
        List<Span> pauses = collectionPauses(run);
        Tail tail = tail(run, pauses, ofBrokers, medianNanos);
        pauses.addAll(ofBrokers);
        return Optional.of(new Explanation(MemoryReport.of(run), tail, Timeline.of(run, pauses)));
    }

    /** Pauses of another JVM on this machine: its recording's clock was set by the same wall clock. */
    private static List<Span> pauses(Path file, ClockMap clock) throws IOException {
        List<Span> pauses = new ArrayList<>();
        RecordedRun.forEach(file, event -> {
            if (event.getEventType().getName().equals("jdk.GCPhasePause")) {
                pauses.add(new Span(
                        "GC pause of the broker",
                        clock.nanoTime(event.getStartTime()),
                        clock.nanoTime(event.getEndTime())));
            }
        });
        return pauses;
    }

    private static Tail tail(RecordedRun run, List<Span> pauses, List<Span> ofBrokers, long medianNanos) {
        long startNanos = run.started.getLong("windowStartNanos");
        long endNanos = run.started.getLong("windowEndNanos");
        Map<Slow, String> causes = new Causes(
                        List.of(
                                Kind.whole(pauses),
                                Kind.whole(run.safepoints),
                                Kind.inPieces(run.waits),
                                Kind.whole(run.stalls),
                                Kind.whole(run.answers),
                                Kind.inPieces(run.blocks),
                                Kind.whole(ofBrokers),
                                Kind.whole(run.compilations)),
                        run.occurrences,
                        medianNanos,
                        startNanos)
                .of(run.messages);
        List<Tail.Slow> slowest = run.messages.stream()
                .filter(message -> message.intendedNanos() >= startNanos)
                .sorted(Comparator.comparingLong(Slow::nanos).reversed())
                .limit(SLOWEST)
                .map(message -> slow(message, startNanos, causes.get(message)))
                .toList();
        return new Tail(
                counted(slowest),
                slowest,
                MemoryReport.times(run.stalls, startNanos, endNanos),
                run.stallSummary == null
                        ? 0
                        : run.stallSummary.getDuration("resolutionNanos").toNanos(),
                share(run, "stealNanos"),
                share(run, "runQueueNanos"));
    }

    private static List<Span> collectionPauses(RecordedRun run) {
        String collector = run.collector();
        List<Span> pauses = new ArrayList<>();
        for (Collection collection : run.collections) {
            String what = "GC " + collection.kind() + " pause (" + collector + ")";
            collection.pauses().forEach(pause -> pauses.add(new Span(what, pause.startNanos(), pause.endNanos())));
        }
        return pauses;
    }

    private static Tail.Slow slow(Slow message, long startNanos, String cause) {
        return new Tail.Slow(
                message.producer(),
                message.sequence(),
                message.intendedNanos() - startNanos,
                message.entryNanos() == 0 ? null : message.entryNanos() - message.intendedNanos(),
                message.nanos(),
                cause);
    }

    private static Map<String, Integer> counted(List<Tail.Slow> slowest) {
        Map<String, Integer> counts = new LinkedHashMap<>();
        slowest.forEach(message -> counts.merge(message.cause(), 1, Integer::sum));
        Map<String, Integer> sorted = new LinkedHashMap<>();
        counts.entrySet().stream()
                .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
                .forEach(entry -> sorted.put(entry.getKey(), entry.getValue()));
        return sorted;
    }

    /** How much a running total grew over the measured window, as a part of the window. */
    private static Double share(RecordedRun run, String field) {
        RecordedEvent first = null;
        RecordedEvent last = null;
        long endNanos = run.ended == null ? Long.MAX_VALUE : run.ended.getLong("nanoTime");
        for (RecordedEvent second : run.seconds) {
            long nanos = second.getLong("nanoTime");
            if (second.getDuration(field).isNegative() || nanos > endNanos) {
                continue;
            }
            if (nanos <= run.started.getLong("nanoTime") || first == null) {
                first = second;
            }
            last = second;
        }
        if (first == last) {
            return null;
        }
        double grown = last.getDuration(field).minus(first.getDuration(field)).toNanos();
        return grown / (last.getLong("nanoTime") - first.getLong("nanoTime"));
    }
}
