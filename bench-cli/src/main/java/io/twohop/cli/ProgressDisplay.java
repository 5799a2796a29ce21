package io.twohop.cli;

import io.twohop.cli.text.Units;
import io.twohop.engine.protocol.RunListener;
import io.twohop.measure.Interval;
import io.twohop.measure.Interval.Phase;
import io.twohop.result.Search;
import io.twohop.workload.Probe;
import io.twohop.workload.Workload;
import java.io.PrintStream;
import java.util.Locale;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.HdrHistogram.Histogram;

/** Shows how a run goes: a bar on a terminal, a line now and then elsewhere. */
abstract class ProgressDisplay implements RunListener, AutoCloseable {
    private static final double NANOS_PER_SECOND = 1e9;

    static ProgressDisplay on(PrintStream err, String title, Workload workload) {
        long totalSeconds = workload.forks()
                * Math.round((workload.warmup().toNanos() + workload.duration().toNanos()) / NANOS_PER_SECOND);
        return Terminal.isThere() ? new Bar(err, title, Math.max(1, totalSeconds)) : new Lines(err, title);
    }

    /** What one second was like: its rate and latency. */
    static String describe(Interval interval) {
        Histogram latency = interval.histogram(Probe.END_TO_END);
        String rate = String.format(Locale.ROOT, "%,.0f/s", interval.completedPerSecond());
        if (latency.getTotalCount() == 0) {
            return rate;
        }
        Units units = Units.fitting(latency.getValueAtPercentile(50));
        return rate + "  p50 " + units.format(latency.getValueAtPercentile(50)) + "  p99 "
                + units.format(latency.getValueAtPercentile(99)) + " " + units.symbol();
    }

    /** What a search found out at one rate. */
    static String describe(Search.Trial trial) {
        String reason = trial.met() ? "" : ": " + trial.reasons().get(0);
        return String.format(
                Locale.ROOT,
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

    /** A bar with the time left. */
    private static final class Bar extends ProgressDisplay {
        private static final int UPDATE_MILLIS = 1_000;

        private final PrintStream err;
        private final ProgressBarBuilder builder;
        private ProgressBar bar;
        private double seconds;

        Bar(PrintStream err, String title, long totalSeconds) {
            this.err = err;
            builder = new ProgressBarBuilder()
                    .setTaskName(title)
                    .setInitialMax(totalSeconds)
                    .setUnit(" s", 1)
                    .setStyle(ProgressBarStyle.ASCII)
                    .setUpdateIntervalMillis(UPDATE_MILLIS)
                    // While it drains, no step is made.
                    .continuousUpdate()
                    // Without a width it asks a terminal library, which has Ctrl-C kill this JVM from then on.
                    .setConsumer(new ConsoleProgressBarConsumer(err, Terminal.width() - 1));
            err.print(title + " starts...");
            err.flush();
        }

        /** Its clock runs from here on: servers take their time to start. */
        @Override
        public void onStarted(Started started) {
            if (bar == null) {
                err.println();
                bar = builder.build();
            }
        }

        @Override
        public void onInterval(Interval interval) {
            if (interval.phase() != Phase.DRAIN) {
                seconds += (interval.endNanos() - interval.startNanos()) / NANOS_PER_SECOND;
                bar.stepTo(Math.round(seconds));
            }
            bar.setExtraMessage(" " + phase(interval) + " " + describe(interval));
        }

        /** What follows takes seconds: the codec by itself, the floor, the recording. */
        @Override
        public void onEnded(Ended ended) {
            bar.setExtraMessage(" finishing");
        }

        @Override
        public void close() {
            if (bar == null) {
                err.println();
            } else {
                bar.close();
            }
        }
    }

    /** A line for each phase, and every ten seconds. */
    private static final class Lines extends ProgressDisplay {
        private static final int EVERY = 10;

        private final PrintStream err;
        private final String title;
        private Phase phase;
        private int sinceLine;

        Lines(PrintStream err, String title) {
            this.err = err;
            this.title = title;
        }

        @Override
        public void onStarted(Started started) {
            err.println(title + ": started");
            phase = null;
        }

        @Override
        public void onTrial(Search.Trial trial) {
            err.println(title + ": " + describe(trial));
        }

        @Override
        public void onInterval(Interval interval) {
            sinceLine++;
            // Most runs are drained in less.
            boolean isBrief = interval.endNanos() - interval.startNanos() < NANOS_PER_SECOND;
            if (interval.phase() == Phase.DRAIN && isBrief || interval.phase() == phase && sinceLine < EVERY) {
                return;
            }
            phase = interval.phase();
            sinceLine = 0;
            err.printf(
                    Locale.ROOT,
                    "%s: %s %.0f s  %s%n",
                    title,
                    phase(interval),
                    interval.endNanos() / NANOS_PER_SECOND,
                    describe(interval));
        }
    }
}
