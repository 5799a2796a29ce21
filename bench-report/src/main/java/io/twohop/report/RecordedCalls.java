package io.twohop.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
 * Stacks of the measured window, from a flight recording. It is read twice, event by event: first for the window, of which
 * a chunk's events are in no order.
 */
final class RecordedCalls extends JfrConverter {
    private static final double MILLIS = 1e3;

    private final Consumer consumer;
    private Long startTicks;
    private long endTicks = Long.MAX_VALUE;

    /** Takes stacks, with milliseconds from the start of the window. */
    interface Consumer {
        /** A thread that ran Java code. */
        void onRunning(String thread, List<String> calls, double atMillis);

        /** An allocation. */
        void onAllocation(String thread, List<String> calls, long bytes);
    }

    /** The window begins. */
    public static final class Started extends Event {
        /** Called by the reader. */
        public Started(JfrReader jfr) {
            super(jfr.getVarlong(), 0, 0);
        }
    }

    /** The window ends. */
    public static final class Ended extends Event {
        /** Called by the reader. */
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
     * @return false if it does not reach into the measured window
     * @throws IOException where it is none, or not whole
     * @throws RuntimeException where it is damaged
     */
    static boolean read(Path file, Consumer consumer) throws IOException {
        try (JfrReader jfr = new JfrReader(file.toString())) {
            RecordedCalls calls = new RecordedCalls(jfr, consumer);
            calls.findWindow();
            if (jfr.incomplete()) {
                throw new IOException("it ends early");
            }
            if (calls.startTicks == null) {
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
        for (Event event; (event = jfr.readEvent()) != null; ) {
            if (event instanceof Started) {
                startTicks = event.time;
            } else if (event instanceof Ended) {
                endTicks = event.time;
            }
        }
    }

    @Override
    protected void collectEvents(Filter filter) throws IOException {
        for (Event event; (event = jfr.readEvent()) != null; ) {
            StackTrace trace = jfr.stackTraces.get(event.stackTraceId);
            if (event.time < startTicks || event.time > endTicks || trace == null || trace.methods.length == 0) {
                continue;
            }
            if (event instanceof AllocationSample allocation) {
                List<String> calls = calls(trace);
                calls.add(getClassName(allocation.classId));
                consumer.onAllocation(thread(event), calls, allocation.value());
            } else if (event instanceof ExecutionSample && !isInNativeMethod(trace)) {
                double atMillis = (event.time - startTicks) * MILLIS / jfr.ticksPerSec;
                consumer.onRunning(thread(event), calls(trace), atMillis);
            }
        }
    }

    /**
     * The recorder has an event of its own for threads there, running or waiting. The reader gives both kinds one class, so
     * that a sample of a running thread in such a method would be left out as well.
     */
    private static boolean isInNativeMethod(StackTrace trace) {
        return trace.types[0] == Frame.TYPE_NATIVE;
    }

    private String thread(Event event) {
        String name = jfr.threads.get(event.tid);
        return name == null ? "" : name;
    }

    /** The outermost first. */
    private List<String> calls(StackTrace trace) {
        List<String> calls = new ArrayList<>();
        for (int i = trace.methods.length - 1; i >= 0; i--) {
            calls.add(getMethodName(trace.methods[i], trace.types[i]));
        }
        return calls;
    }
}
