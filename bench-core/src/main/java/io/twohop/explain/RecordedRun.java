package io.twohop.explain;

import io.twohop.measure.Slices.Slice;
import io.twohop.measure.SlowestMessages.Slow;
import io.twohop.recording.GcKinds;
import io.twohop.recording.RunEvents;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;

/** Events of a run's flight recording that explain it, with all times in the run's own clock. */
final class RecordedRun {
    private static final String OURS = "io.twohop.";

    /** A run of a quarter of an hour has as many slow messages; for a longer run, the fastest of them are dropped. */
    private static final int MOST = 100_000;

    private static final Map<String, String> PRIMITIVES = Map.of(
            "B", "byte", "C", "char", "D", "double", "F", "float", "I", "int", "J", "long", "S", "short", "Z",
            "boolean");

    final ClockMap clock = new ClockMap();
    final List<RecordedEvent> seconds = new ArrayList<>();
    final List<Slow> messages = new ArrayList<>();
    final List<Span> answers = new ArrayList<>();
    final RecordedStalls stalls = new RecordedStalls();
    final DiskNeighbours disk = new DiskNeighbours();
    final Map<Integer, List<Slice>> slices = new TreeMap<>();
    /** Occurrences that a transport marked: with a length, and with an unknown length. */
    final List<Span> lasting = new ArrayList<>();

    final List<Span> occurrences = new ArrayList<>();
    final List<Span> compilations = new ArrayList<>();
    final Deoptimizations deoptimizations = new Deoptimizations();
    final SlowCalls calls = new SlowCalls();
    final List<Span> safepoints = new ArrayList<>();
    final List<Collection> collections = new ArrayList<>();
    final List<Heap> heaps = new ArrayList<>();
    final List<Sample> samples = new ArrayList<>();
    final List<Span> timesToSafepoint = new ArrayList<>();
    /** Work of the JVM while its threads stood still. */
    final List<Span> operations = new ArrayList<>();

    Optional<RecordedEvent> ended = Optional.empty();
    Optional<RecordedEvent> stallSummary = Optional.empty();
    private Optional<RecordedEvent> started = Optional.empty();
    long maxHeapBytes;

    /**
     * A collection of garbage.
     *
     * @param kind one of {@link GcKinds}
     * @param span from start to end, pauses or not
     */
    record Collection(String kind, Span span, List<Span> pauses) {}

    record Heap(long nanos, boolean afterCollection, long usedBytes) {}

    /** An allocation that stands for others: its class, its site and the bytes that it stands for. */
    record Sample(long nanos, String className, String site, long bytes) {}

    private RecordedRun() {}

    /** Reads a recording twice, event by event: a long run's recording is large. */
    static RecordedRun read(Path file) throws IOException {
        RecordedRun run = new RecordedRun();
        RecordedParts parts = new RecordedParts();
        forEach(file, event -> {
            run.tie(event);
            parts.add(event);
        });
        if (!run.clock.isEmpty()) {
            forEach(file, event -> run.add(event, parts));
        }
        return run;
    }

    /** Hands over every event of a recording, in no particular order. */
    static void forEach(Path file, Consumer<RecordedEvent> consumer) throws IOException {
        try (RecordingFile recording = new RecordingFile(file)) {
            while (recording.hasMoreEvents()) {
                consumer.accept(recording.readEvent());
            }
        }
    }

    boolean hasStarted() {
        return started.isPresent();
    }

    /** Returns the event of a run that {@link #hasStarted has started}. */
    RecordedEvent started() {
        return started.orElseThrow();
    }

    /** Returns the end of the measured window; later than everything if it is not recorded. */
    long endNanos() {
        return ended.map(event -> event.getLong("nanoTime")).orElse(Long.MAX_VALUE);
    }

    /** Returns how long the sampler of stalls sleeps; 0 if unknown. */
    long sampledEveryNanos() {
        return stallSummary
                .map(event -> event.getDuration("resolutionNanos").toNanos())
                .orElse(0L);
    }

    static Optional<RecordedThread> thread(RecordedEvent event) {
        return Optional.ofNullable(event.getThread());
    }

    private void tie(RecordedEvent event) {
        String name = event.getEventType().getName();
        if (name.startsWith(OURS) && event.hasField("nanoTime")) {
            clock.tie(event.getStartTime(), event.getLong("nanoTime"));
        }
        if (name.equals(OURS + "MeasurementStarted")) {
            started = Optional.of(event);
        }
    }

    private void add(RecordedEvent event, RecordedParts parts) {
        switch (event.getEventType().getName()) {
            case "jdk.GarbageCollection" -> collection(event, parts);
            case "jdk.SafepointEnd" -> safepoint(event, parts);
            default -> one(event);
        }
    }

    private void one(RecordedEvent event) {
        switch (event.getEventType().getName()) {
            case OURS + "MeasurementEnded" -> ended = Optional.of(event);
            case OURS + "Second" -> seconds.add(event);
            case OURS + "StallSummary" -> stallSummary = Optional.of(event);
            case OURS + "SlowMessage" -> addBounded(messages, slow(event), Slow::nanos);
            case OURS + "SlowAnswer" ->
                addBounded(
                        answers,
                        new Span("service", event.getLong("entryNanos"), event.getLong("answerNanos")),
                        Span::nanos);
            case OURS + "PlatformStall" -> stalls.addOfPlatform(event);
            case OURS + "SliceOfArrivals" ->
                slices.computeIfAbsent(event.getInt("sink"), sink -> new ArrayList<>())
                        .add(slice(event));
            case OURS + "ThreadStall" -> stalls.addOfThread(event);
            case OURS + "PathWait" -> stalls.addOnPath(event);
            case OURS + "Standstill" -> stalls.standstills.add(event);
            case OURS + "CoreUse" -> stalls.cores.addUse(event);
            case OURS + "DiskUse" -> disk.add(event);
            case OURS + "Occurrence" -> occurrence(event);
            case OURS + "SlowCall" ->
                calls.addCall(
                        text(event, "thread", ""),
                        text(event, "call", ""),
                        event.getLong("startNanos"),
                        event.getLong("endNanos"));
            case OURS + "ThreadFaults" ->
                calls.addSample(
                        text(event, "thread", ""),
                        event.getLong("startNanos"),
                        event.getLong("endNanos"),
                        new SlowCalls.Counts(
                                event.getLong("majorFaults"),
                                event.getLong("turns"),
                                event.getDuration("ranNanos").toNanos(),
                                event.getBoolean("blocked")));
            case "jdk.ExecuteVMOperation" -> {
                if (event.getBoolean("safepoint")) {
                    operations.add(span("VM operation", event));
                }
            }
            case "jdk.Compilation" -> {
                Span compilation = span("compilation", event);
                compilations.add(compilation);
                deoptimizations.addCompilation(event, compilation);
            }
            case "jdk.Deoptimization" -> deoptimizations.add(event, clock.nanoTime(event.getStartTime()));
            case "jdk.SafepointStateSynchronization" -> timesToSafepoint.add(span("time to safepoint", event));
            case "jdk.GCHeapSummary" ->
                heaps.add(new Heap(
                        clock.nanoTime(event.getStartTime()),
                        "After GC".equals(event.getString("when")),
                        event.getLong("heapUsed")));
            case "jdk.GCHeapConfiguration" -> maxHeapBytes = event.getLong("maxSize");
            case "jdk.ObjectAllocationSample" -> sample(event);
            default -> {
                // Only for people who open the recording.
            }
        }
    }

    private void occurrence(RecordedEvent event) {
        Span marked = span(text(event, "what", "something in the transport"), event);
        long tookNanos = Math.max(marked.nanos(), event.getDuration("tookNanos").toNanos());
        Span span = new Span(marked.what(), marked.endNanos() - tookNanos, marked.endNanos());
        (span.nanos() > 0 ? lasting : occurrences).add(span);
        thread(event).ifPresent(thread -> calls.addMark(thread.getJavaName(), span));
    }

    private static Slice slice(RecordedEvent event) {
        return new Slice(
                event.getLong("startNanos"),
                event.getLong("lengthNanos"),
                event.getLong("messages"),
                event.getLong("shortestNanos"),
                event.getLong("longestNanos"));
    }

    /**
     * Returns a text of an event. A JVM that starts its second recording may take a text for written that stands in the first one
     * alone (seen with JDK 17); it is then read as null.
     */
    static String text(RecordedEvent event, String field, String otherwise) {
        return Optional.ofNullable(event.getString(field)).orElse(otherwise);
    }

    /** Returns the name of the collector. Texts of brokers are never lost: their JVMs make one recording only. */
    String collector() {
        return GcKinds.collector(text(started(), "collectors", RunEvents.collectors()));
    }

    /** Skips the harness's own allocations. */
    private void sample(RecordedEvent event) {
        Optional<Long> monitor = started.flatMap(RecordedRun::thread).map(RecordedThread::getId);
        if (thread(event)
                .map(RecordedThread::getId)
                .filter(id -> monitor.equals(Optional.of(id)))
                .isEmpty()) {
            samples.add(new Sample(
                    clock.nanoTime(event.getStartTime()),
                    type(event.getClass("objectClass").getName()),
                    site(event.getStackTrace()),
                    event.getLong("weight")));
        }
    }

    /** Returns a type's name as in a source file: the JVM calls an array of bytes [B. */
    private static String type(String jvmName) {
        if (!jvmName.startsWith("[")) {
            return jvmName;
        }
        String element = jvmName.substring(1);
        String named = element.startsWith("L")
                ? element.substring(1, element.length() - 1)
                : PRIMITIVES.getOrDefault(element, type(element));
        return named + "[]";
    }

    /** Returns the topmost frame: the method that allocated. */
    private static String site(RecordedStackTrace trace) {
        return Stream.ofNullable(trace)
                .flatMap(known -> known.getFrames().stream())
                .findFirst()
                .map(frame -> frame.getMethod().getType().getName() + "."
                        + frame.getMethod().getName() + ":" + frame.getLineNumber())
                .orElse("unknown");
    }

    private Span span(String what, RecordedEvent event) {
        return new Span(what, clock.nanoTime(event.getStartTime()), clock.nanoTime(event.getEndTime()));
    }

    private static Slow slow(RecordedEvent event) {
        long intendedNanos = event.getLong("intendedNanos");
        return new Slow(
                event.getInt("sink"),
                event.getInt("producer"),
                event.getLong("sequence"),
                intendedNanos,
                intendedNanos,
                event.getLong("entryNanos"),
                event.getLong("arrivalNanos"),
                event.getLong("messages"),
                event.getDuration("sumNanos").toNanos());
    }

    private void collection(RecordedEvent event, RecordedParts parts) {
        int id = event.getInt("gcId");
        String kind = GcKinds.kind(event.getString("name"), parts.g1Type(id));
        List<Span> pauses =
                parts.pauses(id).stream().map(pause -> span(kind, pause)).toList();
        collections.add(new Collection(kind, span(kind, event), pauses));
    }

    private void safepoint(RecordedEvent end, RecordedParts parts) {
        long id = end.getLong("safepointId");
        parts.safepointBegin(id)
                .ifPresent(begin -> safepoints.add(new Span(
                        "safepoint (" + parts.operation(id) + ")",
                        clock.nanoTime(begin.getStartTime()),
                        clock.nanoTime(end.getEndTime()))));
    }

    /** Returns the longest spans, up to a limit. */
    private static <T> void addBounded(List<T> all, T one, ToLongFunction<T> nanos) {
        all.add(one);
        if (all.size() == 2 * MOST) {
            all.sort(Comparator.comparingLong(nanos).reversed());
            all.subList(MOST, all.size()).clear();
        }
    }
}
