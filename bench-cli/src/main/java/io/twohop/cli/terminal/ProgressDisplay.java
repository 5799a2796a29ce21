package io.twohop.cli.terminal;

import io.twohop.account.DurationText;
import io.twohop.account.Interval;
import io.twohop.account.Interval.Phase;
import io.twohop.account.ThreadLayout;
import io.twohop.config.Nanos;
import io.twohop.config.Texts;
import io.twohop.engine.protocol.RunListener;
import io.twohop.finding.Kind;
import io.twohop.result.Search;
import io.twohop.workload.Keys;
import io.twohop.workload.Mode;
import io.twohop.workload.Probe;
import io.twohop.workload.Workload;
import java.io.PrintStream;
import java.util.Locale;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.agrona.concurrent.SystemNanoClock;

/** Shows a run's progress: a bar on a terminal, a line every few seconds elsewhere. Called by the run's listener thread. */
public abstract class ProgressDisplay implements RunListener, AutoCloseable {
    private static final int PERCENT = 100;

    public static ProgressDisplay on(PrintStream err, String title, Workload workload) {
        if (workload.mode() == Mode.MAX_RATE) {
            return new SearchProgress(
                    err, title, workload.get(Keys.SEARCH_LIMIT), SystemNanoClock.INSTANCE, Terminal.isThere());
        }
        long totalSeconds = workload.warmUpTrial().toSeconds()
                + workload.forks()
                        * Math.round((workload.warmup().toNanos()
                                        + workload.duration().toNanos())
                                / Nanos.PER_SECOND);
        return on(err, title, totalSeconds);
    }

    public static ProgressDisplay on(PrintStream err, String title, long totalSeconds) {
        return Terminal.isThere() ? new Bar(err, title, Math.max(1, totalSeconds)) : new Lines(err, title);
    }

    /**
     * Shows a second.
     *
     * @param whose prefix that names the run; empty if only one run is shown
     */
    abstract void second(String whose, Interval interval);

    @Override
    public void onInterval(Interval interval) {
        second("", interval);
    }

    /** Returns rate and latency of one second, or for the drain, which has no rate, the number of messages that arrived. */
    static String describe(Interval interval) {
        Histogram latency = interval.histogram(Probe.END_TO_END);
        String rate = interval.phase() == Phase.DRAIN
                ? Texts.format("%,d arrived", interval.completed())
                : Texts.format("%,.0f/s", interval.completedPerSecond());
        if (latency.getTotalCount() == 0) {
            return rate;
        }
        return rate + "  p50 " + DurationText.of(latency.getValueAtPercentile(50)) + "  p99 "
                + DurationText.of(latency.getValueAtPercentile(99));
    }

    /** Returns the outcome of a search's trial at one rate. */
    static String describe(Search.Trial trial) {
        String reason = trial.met() ? "" : ": " + trial.reasons().get(0);
        return Texts.format(
                "%s %,.0f/s %s%s",
                trial.confirming() ? "confirming" : "trying",
                trial.offeredPerSecond(),
                trial.verdict().toLowerCase(Locale.ROOT),
                reason);
    }

    static String phase(Interval interval) {
        return switch (interval.phase()) {
            case WARMUP -> "warm-up";
            case MEASURE -> "measuring";
            case DRAIN -> "draining";
        };
    }

    @Override
    public void onEnded(Ended ended) {}

    @Override
    public void close() {}

    /** A line that is redrawn each second: phase, bar, time left, and the last second's rate and latency. */
    static final class Bar extends ProgressDisplay {
        private static final int TEXT_WIDTH = 68;
        private static final int MOST = 30;
        private static final int MINUTE = 60;

        private final PrintStream err;
        private final TerminalLine line;
        private final int width;
        private final long totalSeconds;
        private boolean started;
        private double seconds;

        Bar(PrintStream err, String title, long totalSeconds) {
            this.err = err;
            this.totalSeconds = totalSeconds;
            line = new TerminalLine(err, true);
            width = Math.min(MOST, Math.max(0, Terminal.width() - 1 - TEXT_WIDTH));
            err.print(title + " starts...");
            err.flush();
        }

        private void show(String phase, String rate) {
            long passed = Math.min(totalSeconds, Math.round(seconds));
            long left = totalSeconds - passed;
            int done = (int) (width * passed / totalSeconds);
            line.accept(Texts.format(
                    "%-9s [%s%s] %3d %%, %d:%02d left  %s",
                    phase,
                    "=".repeat(done),
                    " ".repeat(width - done),
                    PERCENT * passed / totalSeconds,
                    left / MINUTE,
                    left % MINUTE,
                    rate));
        }

        /** Starts the bar, which excludes the start of servers. */
        @Override
        public void onStarted(Started its) {
            if (!started) {
                started = true;
                err.println();
                outOfReach(its.layout()).ifPresent(err::println);
                show("", "");
            }
        }

        @Override
        void second(String whose, Interval interval) {
            if (interval.phase() != Phase.DRAIN) {
                seconds += (interval.endNanos() - interval.startNanos()) / Nanos.PER_SECOND;
            }
            show(phase(interval), whose + describe(interval));
        }

        /** Codec cost, floor and recording still take seconds. */
        @Override
        public void onEnded(Ended ended) {
            show("finishing", "");
        }

        @Override
        public void close() {
            if (started) {
                line.close();
            } else {
                err.println();
            }
        }
    }

    /** Returns why a rate is out of reach; empty if nothing says so. */
    static Optional<String> outOfReach(ThreadLayout layout) {
        return Optional.ofNullable(layout.note())
                .filter(note -> note.kind() == Kind.RATE)
                .map(note -> "warning: " + note.sentence());
    }

    /** A line at the start of each phase and every ten seconds. */
    private static final class Lines extends ProgressDisplay {
        private static final int EVERY = 10;

        private final PrintStream err;
        private final String title;
        private Phase phase;
        private int sinceLine;

        /** Seconds count from the start of measuring. */
        private static String when(Interval interval) {
            double seconds = interval.endNanos() / Nanos.PER_SECOND;
            return interval.phase() == Phase.WARMUP
                    ? Texts.format("warm-up, %.0f s left", Math.max(0, -seconds))
                    : Texts.format("%s %.0f s", phase(interval), seconds);
        }

        Lines(PrintStream err, String title) {
            this.err = err;
            this.title = title;
        }

        @Override
        public void onStarted(Started started) {
            err.println(title + ": started");
            outOfReach(started.layout()).ifPresent(warning -> err.println(title + ": " + warning));
            phase = null;
        }

        @Override
        void second(String whose, Interval interval) {
            sinceLine++;
            // Most drains are shorter than a second and not worth a line.
            boolean isBrief = interval.endNanos() - interval.startNanos() < Nanos.PER_SECOND;
            if (interval.phase() == Phase.DRAIN && isBrief || interval.phase() == phase && sinceLine < EVERY) {
                return;
            }
            phase = interval.phase();
            sinceLine = 0;
            err.println(title + ": " + when(interval) + "  " + whose + describe(interval));
        }
    }
}
