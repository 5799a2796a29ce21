package io.twohop.explain;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.dataformat.csv.CsvGenerator;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;

/**
 * Events and heap of a fork over time. Times are nanoseconds from the start of measuring, and negative in warm-up.
 *
 * @param events events that may have delayed messages, by start
 */
public record Timeline(List<Event> events, List<Heap> heap) {
    /** Number of events of each kind, the longest ones: these and the sums in the result describe a hundred thousand pauses. */
    private static final int MOST = 1_000;

    private static final CsvMapper CSV = CsvMapper.csvBuilder()
            .enable(CsvGenerator.Feature.STRICT_CHECK_FOR_QUOTING)
            .build();

    /** An event, named as in the result's causes. */
    @JsonPropertyOrder({"what", "startNanos", "endNanos"})
    public record Event(String what, long startNanos, long endNanos) {}

    /**
     * The heap at an instant.
     *
     * @param usedBytes used bytes of the heap
     * @param afterCollection whether a collection had just ended
     * @param allocatedBytes by all threads but the harness's own since the JVM began; null if the run did not ask for it
     */
    @JsonPropertyOrder({"atNanos", "usedBytes", "afterCollection", "allocatedBytes"})
    public record Heap(long atNanos, long usedBytes, boolean afterCollection, Long allocatedBytes) {}

    /** @param pauses pauses of garbage collections in this JVM and in the brokers' */
    static Timeline of(RecordedRun run, List<Span> pauses) {
        long startNanos = run.started().getLong("windowStartNanos");
        List<Event> events = Stream.of(
                        pauses,
                        run.safepoints,
                        run.stalls.waits,
                        run.stalls.ofPlatform,
                        run.stalls.blocks,
                        run.lasting,
                        run.occurrences)
                .flatMap(List::stream)
                .collect(Collectors.groupingBy(Span::what))
                .values()
                .stream()
                .flatMap(kind -> kind.stream()
                        .sorted(Comparator.comparingLong(Span::nanos).reversed())
                        .limit(MOST))
                .sorted(Comparator.comparingLong(Span::startNanos))
                .map(span -> new Event(span.what(), span.startNanos() - startNanos, span.endNanos() - startNanos))
                .toList();
        List<Heap> heap = new ArrayList<>();
        run.heaps.forEach(
                seen -> heap.add(new Heap(seen.nanos() - startNanos, seen.usedBytes(), seen.afterCollection(), null)));
        for (RecordedEvent second : run.seconds) {
            heap.add(new Heap(
                    second.getLong("nanoTime") - startNanos,
                    second.getLong("heapUsedBytes"),
                    false,
                    second.getLong("allocatedBytes")));
        }
        heap.sort(Comparator.comparingLong(Heap::atNanos));
        return new Timeline(events, heap);
    }

    /** Writes {@code events-fork<n>.csv} and {@code heap-fork<n>.csv}. */
    public void write(Path directory, int fork) throws IOException {
        write(directory.resolve("events-fork" + fork + ".csv"), Event.class, events);
        write(directory.resolve("heap-fork" + fork + ".csv"), Heap.class, heap);
    }

    private static <T> void write(Path file, Class<T> type, List<T> rows) throws IOException {
        CSV.writerFor(type)
                .with(CSV.schemaFor(type).withHeader())
                .writeValues(file.toFile())
                .writeAll(rows)
                .close();
    }
}
