package io.twohop.cli.terminal;

import io.twohop.account.Interval;
import io.twohop.config.Texts;
import io.twohop.result.Search;
import java.io.PrintStream;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.NanoClock;

/** Shows a search: a line per trial with the time left, and on a terminal also the last second. */
final class SearchProgress extends ProgressDisplay {
    private static final int MINUTE = 60;

    private final PrintStream err;
    private final String title;
    private final NanoClock clock;
    private final long endNanos;

    private final TerminalLine line;

    /** @param limit time limit of the search, from now on */
    SearchProgress(PrintStream err, String title, Duration limit, NanoClock clock, boolean isTerminal) {
        this.err = err;
        this.title = title;
        this.clock = clock;
        endNanos = clock.nanoTime() + limit.toNanos();
        line = new TerminalLine(err, isTerminal);
        err.println(title + ": at most " + text(limit.toSeconds()));
    }

    private String left() {
        return text(Math.max(0, TimeUnit.NANOSECONDS.toSeconds(endNanos - clock.nanoTime()))) + " left";
    }

    private static String text(long seconds) {
        return Texts.format("%d:%02d", seconds / MINUTE, seconds % MINUTE);
    }

    @Override
    public void onStarted(Started started) {
        // A trial gets its line when it ends.
    }

    @Override
    public void onTrial(Search.Trial trial) {
        close();
        err.println(title + ": " + describe(trial) + "; " + left());
    }

    @Override
    void second(String whose, Interval interval) {
        line.accept(Texts.format("%-9s %s  %s%s", phase(interval), left(), whose, describe(interval)));
    }

    @Override
    public void close() {
        line.close();
    }
}
