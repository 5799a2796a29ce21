package io.twohop.explain;

import io.twohop.explain.RecordedRun.Collection;
import io.twohop.explain.RecordedRun.Heap;
import io.twohop.explain.RecordedRun.Sample;
import io.twohop.recording.GcKinds;
import io.twohop.result.Memory;
import io.twohop.result.Pauses;
import io.twohop.result.Times;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import jdk.jfr.consumer.RecordedEvent;

/** Sums of a recording's memory and pauses. */
final class MemoryReport {
    private static final int TOP = 5;

    private final RecordedRun run;
    private final long startNanos;
    private final long endNanos;

    private MemoryReport(RecordedRun run) {
        this.run = run;
        startNanos = run.started().getLong("nanoTime");
        endNanos = run.endNanos();
    }

    static Memory of(RecordedRun run) {
        return new MemoryReport(run).memory();
    }

    private Memory memory() {
        long harness = grown("harnessAllocatedBytes");
        long allocated = grown("allocatedBytes") - harness;
        long completed = run.ended.map(event -> event.getLong("completed")).orElse(0L);
        return new Memory(
                run.collector(),
                run.maxHeapBytes,
                peak(startNanos, endNanos),
                peak(Long.MIN_VALUE, Long.MAX_VALUE),
                live(run.heaps, startNanos, endNanos),
                allocated,
                harness,
                completed == 0 ? null : (Double) ((double) allocated / completed),
                grown("classesLoaded"),
                openFiles(run.started()),
                run.ended.map(MemoryReport::openFiles).orElse(null),
                pauses(startNanos, endNanos),
                pauses(Long.MIN_VALUE, Long.MAX_VALUE),
                top(Sample::className),
                top(Sample::site));
    }

    private static Long openFiles(RecordedEvent event) {
        long count = event.getLong("openFiles");
        return count < 0 ? null : (Long) count;
    }

    /** Returns the growth over the measured window; 0 if its end is not recorded. */
    private long grown(String field) {
        return run.ended
                .map(event -> event.getLong(field) - run.started().getLong(field))
                .orElse(0L);
    }

    private long peak(long fromNanos, long toNanos) {
        long peak = 0;
        for (Heap heap : run.heaps) {
            if (heap.nanos() >= fromNanos && heap.nanos() <= toNanos) {
                peak = Math.max(peak, heap.usedBytes());
            }
        }
        for (RecordedEvent second : run.seconds) {
            long nanos = second.getLong("nanoTime");
            if (nanos >= fromNanos && nanos <= toNanos) {
                peak = Math.max(peak, second.getLong("heapUsedBytes"));
            }
        }
        return peak;
    }

    /** Collections long before the window say little about it: the live set may still grow. */
    static Long live(List<Heap> heaps, long startNanos, long endNanos) {
        List<Heap> collected = heaps.stream()
                .filter(heap -> heap.afterCollection() && heap.nanos() <= endNanos)
                .toList();
        return collected.stream()
                .filter(heap -> heap.nanos() >= startNanos)
                .min(Comparator.comparingLong(Heap::usedBytes))
                .or(() -> collected.stream().max(Comparator.comparingLong(Heap::nanos)))
                .map(Heap::usedBytes)
                .orElse(null);
    }

    private Pauses pauses(long fromNanos, long toNanos) {
        Map<String, Times> collections = new TreeMap<>();
        long concurrent = 0;
        for (Collection collection : run.collections) {
            collections.merge(collection.kind(), times(collection.pauses(), fromNanos, toNanos), Times::plus);
            if (collection.kind().equals(GcKinds.CONCURRENT)
                    && collection.span().startNanos() >= fromNanos
                    && collection.span().startNanos() <= toNanos) {
                concurrent++;
            }
        }
        collections.values().removeIf(times -> times.count() == 0);
        return new Pauses(
                collections,
                concurrent,
                times(run.safepoints, fromNanos, toNanos),
                times(run.timesToSafepoint, fromNanos, toNanos).maxNanos(),
                times(run.compilations, fromNanos, toNanos));
    }

    /** Returns the collections that began between two instants. */
    static Times times(List<Span> spans, long fromNanos, long toNanos) {
        Times times = Times.NONE;
        for (Span span : spans) {
            if (span.startNanos() >= fromNanos && span.startNanos() <= toNanos) {
                times = times.plus(span.nanos());
            }
        }
        return times;
    }

    private List<Memory.Share> top(Function<Sample, String> by) {
        Map<String, Long> bytes = new HashMap<>();
        long all = 0;
        for (Sample sample : run.samples) {
            if (sample.nanos() >= startNanos && sample.nanos() <= endNanos) {
                bytes.merge(by.apply(sample), sample.bytes(), Long::sum);
                all += sample.bytes();
            }
        }
        double sum = all;
        return bytes.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .limit(TOP)
                .map(entry -> new Memory.Share(entry.getKey(), entry.getValue() / sum))
                .sorted(Comparator.comparingDouble(Memory.Share::share).reversed())
                .toList();
    }
}
