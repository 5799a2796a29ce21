package io.twohop;

import io.twohop.engine.protocol.RunListener;
import io.twohop.launch.CellRun;
import io.twohop.result.BenchmarkResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A run on a thread of its own, aborted by an interrupt of the caller's thread and by the end of this JVM, for example by Ctrl-C. */
final class WatchedRun {
    private static final long ABORT_LIMIT_SECONDS = 30;

    private final CellRun run;
    private final RunListener listener;
    private final CountDownLatch over = new CountDownLatch(1);
    private BenchmarkResult result;
    private Throwable failure;

    WatchedRun(CellRun run, RunListener listener) {
        this.run = run;
        this.listener = listener;
    }

    BenchmarkResult run() throws InterruptedException {
        Thread hook = new Thread(this::endWithJvm, "end-" + run.title());
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            return runAbortably();
        } finally {
            over.countDown();
            try {
                Runtime.getRuntime().removeShutdownHook(hook);
            } catch (IllegalStateException e) {
                // The JVM is ending, and refuses the hook of a further run, so that none begins.
            }
        }
    }

    private void endWithJvm() {
        run.abort();
        try {
            over.await(ABORT_LIMIT_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private BenchmarkResult runAbortably() throws InterruptedException {
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
