package io.twohop.explain;

import io.twohop.account.ThreadLayout;
import io.twohop.explain.Causes.Kind;
import io.twohop.explain.Episodes.Episode;
import io.twohop.explain.RecordedRun.Collection;
import io.twohop.measure.Slices.Slice;
import io.twohop.measure.SlowestMessages.Slow;
import io.twohop.recording.GcKinds;
import io.twohop.result.Delays;
import io.twohop.result.Faults;
import io.twohop.result.Fork;
import io.twohop.result.LatencySummary;
import io.twohop.result.Memory;
import io.twohop.result.Tail;
import io.twohop.workload.Probe;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import jdk.jfr.consumer.RecordedEvent;

/**
 * Explanation of a fork by its flight recording.
 *
 * @param tail the slowest messages, with causes
 * @param timeline pauses, stalls and heap over time
 * @param delays delays that the machine added to the latencies of each subscriber; empty without latencies, as in a closed loop
 * @param stalls times in which the machine kept threads from running
 */
public record Explanation(Memory memory, Tail tail, Timeline timeline, List<Delays> delays, Stalls stalls) {
    /** The machine stretched a collection whose threads waited for this part of it. */
    private static final double STRETCHED = 0.5;

    private static final String STARVED = "no CPU for " + GcKinds.THREADS;

    /** Maximum number of episodes that are reported. */
    private static final int MOST = 100;

    /**
     * Reads a recording, after the run.
     *
     * @param brokers recordings of the brokers' JVMs
     * @return empty if the recording does not reach into the measured window
     */
    public static Optional<Explanation> of(Path file, List<Path> brokers, Fork fork) throws IOException {
        return of(
                file,
                brokers,
                fork.probes().get(Probe.END_TO_END),
                Optional.ofNullable(fork.layout()).map(ThreadLayout::consumers).orElse(1),
                Math.max(1, fork.subscribers().size()),
                fork.faults().map(Faults::outcomes).orElse(List.of()));
    }

    /**
     * Reads a recording, after the run.
     *
     * @param file recording of the measuring JVM
     * @param brokers recordings of the brokers' JVMs
     * @param subscribers number of subscribers, which share the sinks evenly, in order
     * @param faults outcomes of the run's faults
     * @return empty if the recording does not reach into the measured window
     */
    static Optional<Explanation> of(
            Path file,
            List<Path> brokers,
            LatencySummary endToEnd,
            int sinks,
            int subscribers,
            List<Faults.Outcome> faults)
            throws IOException {
        RecordedRun run = RecordedRun.read(file);
        if (!run.hasStarted()) {
            return Optional.empty();
        }
        List<Span> ofBrokers = new ArrayList<>();
        for (Path broker : brokers) {
            ofBrokers.addAll(pauses(broker, run.clock));
        }
        List<Span> pauses = collectionPauses(run);
        long startNanos = run.started().getLong("windowStartNanos");
        SlowCalls.Found calls = run.calls.causes(
                List.of(run.stalls.stops, run.stalls.waits, run.operations),
                run.timesToSafepoint,
                window(startNanos, run.started().getLong("windowEndNanos"), endToEnd),
                run.started().getLong("readAheadBytes"));
        Tail tail = tail(run, pauses, ofBrokers, endToEnd, calls);
        List<Trouble> troubles = troubles(run, pauses);
        troubles.addAll(run.disk.troubles(calls.blocked(), run.calls.samples(), run.slices.values()));
        List<Delays> delays = run.slices.isEmpty()
                ? List.of()
                : delays(
                        run,
                        troubles,
                        endToEnd,
                        Math.max(1, sinks / subscribers),
                        subscribers,
                        backlogs(faults, startNanos));
        Stalls stalls = new Stalls(troubles, startNanos);
        pauses.addAll(ofBrokers);
        return Optional.of(new Explanation(MemoryReport.of(run), tail, Timeline.of(run, pauses), delays, stalls));
    }

    private static List<Delays> delays(
            RecordedRun run,
            List<Trouble> troubles,
            LatencySummary endToEnd,
            int sinksOfEach,
            int subscribers,
            List<Span> backlogs) {
        if (subscribers == 1) {
            return List.of(MachineDelays.of(troubles, run.slices.values(), endToEnd.histogram(), backlogs));
        }
        return IntStream.range(0, subscribers)
                .mapToObj(one -> MachineDelays.of(
                        troubles,
                        run.slices.entrySet().stream()
                                .filter(slices -> slices.getKey() / sinksOfEach == one)
                                .map(Map.Entry::getValue)
                                .toList(),
                        endToEnd.histogram(),
                        backlogs))
                .toList();
    }

    /** Returns the times in which consumers took nothing so that a backlog built. */
    private static List<Span> backlogs(List<Faults.Outcome> faults, long windowStartNanos) {
        return faults.stream()
                .filter(fault -> fault.backlog() != null)
                .map(fault -> {
                    long fromNanos = windowStartNanos + fault.atNanos();
                    return new Span(
                            fault.what(), fromNanos, fromNanos + fault.backlog().buildNanos());
                })
                .toList();
    }

    /** Returns the stalls that the machine caused, without the measured JVM's own pauses. */
    private static List<Trouble> troubles(RecordedRun run, List<Span> pauses) {
        List<Trouble> troubles = new ArrayList<>(run.stalls.cores.troubles());
        pauses.stream()
                .filter(pause -> pause.what().equals(STARVED))
                .map(pause -> new Trouble(
                        Delays.NO_CORE + GcKinds.THREADS, pause.startNanos(), pause.endNanos(), pause.nanos(), 1))
                .forEach(troubles::add);
        troubles.addAll(stops(run));
        return troubles;
    }

    private static List<Trouble> stops(RecordedRun run) {
        Spans safepoints = new Spans(run.safepoints);
        long everyNanos = run.sampledEveryNanos();
        List<Trouble> late = run.stalls.lateWakeUps(safepoints, everyNanos);
        return run.stallSummary
                .map(summary -> summary.getBoolean("standstillsCounted")
                        ? run.stalls.standstills.counted(late, safepoints, everyNanos)
                        : Stops.estimated(
                                late,
                                everyNanos,
                                run.started().getLong("windowStartNanos"),
                                run.started().getLong("windowEndNanos")))
                .orElse(late);
    }

    /** Returns the pauses of another JVM on this machine: its recording's clock was set by the same wall clock. */
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

    private static SlowCalls.Window window(long startNanos, long endNanos, LatencySummary endToEnd) {
        long medianNanos = endToEnd.count() == 0 ? 0 : endToEnd.percentile(50).toNanos();
        return SlowCalls.Window.of(startNanos, endNanos, endToEnd.count(), medianNanos);
    }

    private static Tail tail(
            RecordedRun run, List<Span> pauses, List<Span> ofBrokers, LatencySummary endToEnd, SlowCalls.Found calls) {
        long medianNanos = endToEnd.count() == 0 ? 0 : endToEnd.percentile(50).toNanos();
        long startNanos = run.started().getLong("windowStartNanos");
        long endNanos = run.started().getLong("windowEndNanos");
        List<Span> deoptimizations = run.deoptimizations.spans().toList();
        List<Span> instants = new ArrayList<>(run.occurrences);
        deoptimizations.stream().filter(one -> one.nanos() == 0).forEach(instants::add);
        Map<Slow, String> causes = new Causes(
                        List.of(
                                Kind.whole(run.stalls.stops),
                                Kind.whole(pauses),
                                Kind.inTurn(calls.busy()),
                                Kind.whole(run.safepoints),
                                Kind.whole(run.lasting),
                                Kind.inPieces(run.stalls.waits),
                                Kind.whole(run.stalls.ofPlatform),
                                Kind.whole(run.answers),
                                Kind.inTurn(run.disk.named(calls.blocked())),
                                Kind.inTurn(calls.waiting()),
                                Kind.inPieces(run.stalls.blocks),
                                Kind.whole(ofBrokers),
                                Kind.whole(deoptimizations)),
                        instants,
                        medianNanos,
                        startNanos)
                .of(run.messages);
        List<Slow> measured = run.messages.stream()
                .filter(message -> message.intendedNanos() >= startNanos)
                .toList();
        List<Tail.Slowest> slowest = Episodes.of(measured, medianNanos, MOST).stream()
                .map(episode -> slow(episode, startNanos, causes.get(episode.worst())))
                .toList();
        List<Slice> slices = run.slices.values().stream().flatMap(List::stream).toList();
        Map<String, Integer> episodes = new LinkedHashMap<>();
        endToEnd.percentilesNanos()
                .forEach((label, nanos) -> episodes.put(label, Episodes.count(slices, nanos, Tail.ENOUGH)));
        return new Tail(
                groups(slowest),
                counted(slowest),
                slowest,
                slices.isEmpty() ? Map.of() : episodes,
                MemoryReport.times(run.stalls.ofPlatform, startNanos, endNanos),
                run.sampledEveryNanos(),
                share(run, "stealNanos"),
                share(run, "runQueueNanos"));
    }

    private static List<Span> collectionPauses(RecordedRun run) {
        String collector = run.collector();
        List<Span> pauses = new ArrayList<>();
        Spans waits = new Spans(run.stalls.collectorWaits);
        for (Collection collection : run.collections) {
            String what = "GC " + collection.kind() + " pause (" + collector + ")";
            for (Span pause : collection.pauses()) {
                boolean stretched = waits.covered(pause.startNanos(), pause.endNanos()) >= STRETCHED * pause.nanos();
                pauses.add(new Span(stretched ? STARVED : what, pause.startNanos(), pause.endNanos()));
            }
        }
        return pauses;
    }

    private static Tail.Slowest slow(Episode episode, long startNanos, String cause) {
        Slow message = episode.worst();
        return new Tail.Slowest(
                message.producer(),
                message.sequence(),
                message.intendedNanos() - startNanos,
                message.entryNanos() == 0 ? null : message.entryNanos() - message.intendedNanos(),
                message.nanos(),
                cause,
                (int) episode.messages(),
                episode.costNanos());
    }

    private static List<Tail.Group> groups(List<Tail.Slowest> slowest) {
        boolean oneProducer =
                slowest.stream().mapToInt(Tail.Slowest::producer).distinct().count() == 1;
        return slowest.stream()
                .collect(Collectors.groupingBy(Tail.Slowest::cause, LinkedHashMap::new, Collectors.toList()))
                .entrySet()
                .stream()
                .map(entry -> group(entry.getKey(), entry.getValue(), oneProducer))
                .sorted(Comparator.comparingLong(Tail.Group::costNanos).reversed())
                .toList();
    }

    private static Tail.Group group(String cause, List<Tail.Slowest> its, boolean oneProducer) {
        LongSummaryStatistics lengths =
                its.stream().mapToLong(Tail.Slowest::endToEndNanos).summaryStatistics();
        return new Tail.Group(
                cause,
                its.size(),
                its.stream().mapToLong(Tail.Slowest::costNanos).sum(),
                lengths.getMin(),
                lengths.getMax(),
                Periods.of(
                        its.stream().mapToLong(Tail.Slowest::intendedNanos).toArray(),
                        its.stream()
                                .filter(one -> oneProducer)
                                .mapToLong(Tail.Slowest::sequence)
                                .toArray()));
    }

    private static Map<String, Integer> counted(List<Tail.Slowest> slowest) {
        Map<String, Integer> counts = new LinkedHashMap<>();
        slowest.forEach(message -> counts.merge(message.cause(), 1, Integer::sum));
        Map<String, Integer> sorted = new LinkedHashMap<>();
        counts.entrySet().stream()
                .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
                .forEach(entry -> sorted.put(entry.getKey(), entry.getValue()));
        return sorted;
    }

    /** Returns the growth of a running total over the measured window, as a part of the window. */
    private static Double share(RecordedRun run, String field) {
        List<RecordedEvent> known = run.seconds.stream()
                .filter(second ->
                        !second.getDuration(field).isNegative() && second.getLong("nanoTime") <= run.endNanos())
                .toList();
        int first = 0;
        for (int i = 0; i < known.size(); i++) {
            first = known.get(i).getLong("nanoTime") <= run.started().getLong("nanoTime") ? i : first;
        }
        if (known.size() - first < 2) {
            return null;
        }
        RecordedEvent begin = known.get(first);
        RecordedEvent end = known.get(known.size() - 1);
        double grown = end.getDuration(field).minus(begin.getDuration(field)).toNanos();
        return grown / (end.getLong("nanoTime") - begin.getLong("nanoTime"));
    }
}
