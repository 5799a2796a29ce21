package io.twohop.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import one.convert.Arguments;
import one.convert.Filter;
import one.convert.Frame;
import one.convert.JfrConverter;
import one.jfr.JfrReader;
import one.jfr.StackTrace;
import one.jfr.event.AllocationSample;
import one.jfr.event.Event;
import one.jfr.event.ExecutionSample;

/**
 * Stacks of the measured window, from a flight recording. The recording is read twice, since the events of a chunk are unordered: first
 * for the window, then for the stacks.
 */
final class RecordedCalls extends JfrConverter {
    private static final double MILLIS = 1e3;

    private final Consumer consumer;
    private OptionalLong startTicks = OptionalLong.empty();
    private long endTicks = Long.MAX_VALUE;

    /** Receives stacks. */
    interface Consumer {
        /** Called for a sample of a thread that ran Java code, in milliseconds from the start of the window. */
        void onRunning(String thread, List<String> calls, double atMillis);

        /** Called for a sampled allocation. */
        void onAllocation(String thread, List<String> calls, long bytes);
    }

    /** Event at the start of the window. */
    public static final class Started extends Event {
        /** Used by the reader's reflection. */
        public Started(JfrReader jfr) {
            super(jfr.getVarlong(), 0, 0);
        }
    }

    /** Event at the end of the window. */
    public static final class Ended extends Event {
        /** Used by the reader's reflection. */
        public Ended(JfrReader jfr) {
            super(jfr.getVarlong(), 0, 0);
        }
    }

    private RecordedCalls(JfrReader jfr, Consumer consumer) {
        super(jfr, new Arguments("--dot", "--norm"));
        this.consumer = consumer;
    }

    /**
     * Reads a recording.
     *
     * @return false if the recording does not reach into the measured window
     * @throws IOException if the file is not a recording, or is truncated
     * @throws RuntimeException if the recording is damaged
     */
    static boolean read(Path file, Consumer consumer) throws IOException {
        try (JfrReader jfr = new JfrReader(file.toString())) {
            RecordedCalls calls = new RecordedCalls(jfr, consumer);
            calls.findWindow();
            if (jfr.incomplete()) {
                throw new IOException("it ends early");
            }
            if (calls.startTicks.isEmpty()) {
                return false;
            }
            jfr.rewind();
            calls.convert();
            return true;
        }
    }

    private void findWindow() throws IOException {
        jfr.registerEvent("io.twohop.MeasurementStarted", Started.class);
        jfr.registerEvent("io.twohop.MeasurementEnded", Ended.class);
        forEachEvent(event -> {
            if (event instanceof Started) {
                startTicks = OptionalLong.of(event.time);
            } else if (event instanceof Ended) {
                endTicks = event.time;
            }
        });
    }

    private void forEachEvent(java.util.function.Consumer<Event> reader) throws IOException {
        for (Event event; (event = jfr.readEvent()) != null; ) {
            reader.accept(event);
        }
    }

    @Override
    protected void collectEvents(Filter filter) throws IOException {
        long start = startTicks.orElseThrow();
        forEachEvent(event -> Optional.ofNullable(jfr.stackTraces.get(event.stackTraceId))
                .filter(trace -> event.time >= start && event.time <= endTicks && trace.methods.length > 0)
                .ifPresent(trace -> collect(event, trace, (event.time - start) * MILLIS / jfr.ticksPerSec)));
    }

    private void collect(Event event, StackTrace trace, double atMillis) {
        if (event instanceof AllocationSample allocation) {
            List<String> calls = calls(trace);
            calls.add(getClassName(allocation.classId));
            consumer.onAllocation(thread(event), calls, allocation.value());
        } else if (event instanceof ExecutionSample && !isInNativeMethod(trace)) {
            consumer.onRunning(thread(event), calls(trace), atMillis);
        }
    }

    /**
     * Returns whether a sample is in a native method, for which the recorder has a separate event that covers running and waiting threads.
     * The reader gives both events one class, so samples of running threads in native methods are left out as well.
     */
    private static boolean isInNativeMethod(StackTrace trace) {
        return trace.types[0] == Frame.TYPE_NATIVE;
    }

    private String thread(Event event) {
        return Optional.ofNullable(jfr.threads.get(event.tid)).orElse("");
    }

    /** Returns the calls, outermost first. */
    private List<String> calls(StackTrace trace) {
        List<String> calls = new ArrayList<>();
        for (int i = trace.methods.length - 1; i >= 0; i--) {
            calls.add(getMethodName(trace.methods[i], trace.types[i]));
        }
        return calls;
    }
}
