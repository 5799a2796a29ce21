package io.twohop.cli.live;

import io.twohop.account.Interval;
import io.twohop.engine.protocol.RunListener;
import io.twohop.workload.Probe;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/** Totals of runs so far, for export, by fork and phase. Any thread. */
final class Totals {
    private static final double NANOS_PER_MILLI = 1e6;

    private final Map<String, OfRun> runs = new LinkedHashMap<>();
    private final Runnable changed;

    /** @param changed called after every second of a run, by the run's monitor thread */
    Totals(Runnable changed) {
        this.changed = changed;
    }

    /** A phase of a fork. */
    static final class Phase {
        private final Map<String, String> attributes = new LinkedHashMap<>();
        private final Map<Probe, ExponentialCounts> latencies = new EnumMap<>(Probe.class);
        private final long startMillis;
        private long endMillis;
        private long due;
        private long sent;
        private long completed;
        private long acknowledged;

        private Phase(Watched run, int fork, Interval first) {
            attributes.put("run", run.title());
            attributes.put("workload", run.workload());
            attributes.put("transport", run.transport());
            attributes.put("fork", Integer.toString(fork));
            attributes.put("phase", first.phase().name().toLowerCase(Locale.ROOT));
            endMillis = System.currentTimeMillis();
            startMillis = endMillis - Math.round(first.countedNanos() / NANOS_PER_MILLI);
        }

        private void count(Interval second) {
            endMillis = System.currentTimeMillis();
            due += second.due();
            sent += second.sent();
            completed += second.completed();
            acknowledged += second.acknowledged();
        }

        private void time(Interval second) {
            endMillis = System.currentTimeMillis();
            second.latencies()
                    .keySet()
                    .forEach(probe -> latencies
                            .computeIfAbsent(probe, added -> new ExponentialCounts())
                            .add(second.histogram(probe)));
        }

        /** Returns the labels of this phase. */
        Map<String, String> attributes() {
            return attributes;
        }

        long startMillis() {
            return startMillis;
        }

        long endMillis() {
            return endMillis;
        }

        /** Returns the messages of this phase so far, by name of the counter. */
        Map<String, Long> messages() {
            Map<String, Long> messages = new LinkedHashMap<>();
            messages.put("due", due);
            messages.put("sent", sent);
            messages.put("completed", completed);
            messages.put("acknowledged", acknowledged);
            return messages;
        }

        /** Returns the latencies of messages due in this phase; warm-up messages that arrive later are left out. */
        Map<Probe, ExponentialCounts> latencies() {
            return latencies;
        }
    }

    private final class OfRun implements RunListener {
        private final Watched run;
        private final List<Phase> phases = new ArrayList<>();
        private int fork;
        private Phase counted;
        private Phase timed;
        private Interval.Phase shown;

        OfRun(Watched run) {
            this.run = run;
        }

        @Override
        public void onStarted(Started started) {
            synchronized (Totals.this) {
                fork++;
                shown = null;
                timed = null;
            }
        }

        @Override
        public void onInterval(Interval interval) {
            synchronized (Totals.this) {
                if (interval.phase() != shown) {
                    shown = interval.phase();
                    counted = new Phase(run, fork, interval);
                    phases.add(counted);
                    // Messages that arrive after the window were due in it.
                    if (shown != Interval.Phase.DRAIN || timed == null) {
                        timed = counted;
                    }
                }
                counted.count(interval);
                timed.time(interval);
            }
            changed.run();
        }

        @Override
        public void onEnded(Ended ended) {}
    }

    synchronized RunListener begin(Watched run) {
        return runs.computeIfAbsent(run.title(), title -> new OfRun(run));
    }

    /** Passes each phase of each fork to a consumer; no total changes meanwhile. */
    synchronized void forEach(Consumer<Phase> reader) {
        runs.values().forEach(run -> run.phases.forEach(reader));
    }
}
