package io.twohop;

import io.twohop.engine.protocol.RunListener;
import io.twohop.launch.CellRun;
import io.twohop.result.BenchmarkResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.TimeUnit;

/** A run on a thread of its own, so that the caller's can be interrupted. */
final class WatchedRun {
    static final long ABORT_LIMIT_SECONDS = 30;

    private final CellRun run;
    private final RunListener listener;
    private BenchmarkResult result;
    private Throwable failure;

    WatchedRun(CellRun run, RunListener listener) {
        this.run = run;
        this.listener = listener;
    }

    BenchmarkResult run() throws InterruptedException {
        Thread thread = new Thread(this::measure, "monitor-" + run.title());
        thread.setDaemon(true);
        thread.start();
        try {
            thread.join();
        } catch (InterruptedException e) {
            run.abort();
            thread.join(TimeUnit.SECONDS.toMillis(ABORT_LIMIT_SECONDS));
            throw e;
        }
        if (failure instanceof RuntimeException unchecked) {
            throw unchecked;
        } else if (failure instanceof IOException io) {
            throw new UncheckedIOException(io);
        } else if (failure != null) {
            throw new IllegalStateException(failure);
        }
        return result;
    }

    private void measure() {
        try {
            result = run.run(listener);
        } catch (Exception | Error e) {
            failure = e;
        }
    }
}
