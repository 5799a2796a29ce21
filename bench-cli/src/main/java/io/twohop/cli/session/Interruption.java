package io.twohop.cli.session;

import io.twohop.cli.terminal.Terminal;
import io.twohop.engine.Cleaning;
import io.twohop.result.ExitCode;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Ends an invocation on Ctrl-C and SIGTERM, and lets it write what was measured. */
final class Interruption {
    private static final long LIMIT_SECONDS = 30;

    private final Runnable abort;
    private final Path results;
    private final PrintStream err;
    private final CountDownLatch finished = new CountDownLatch(1);
    private volatile boolean interrupted;

    /** @param abort ends the current runs; called by the shutdown hook's thread */
    Interruption(Runnable abort, Path results, PrintStream err) {
        this.abort = abort;
        this.results = results;
        this.err = err;
    }

    boolean hasCome() {
        return interrupted;
    }

    interface Work {
        int run() throws IOException, InterruptedException;
    }

    /** Runs the work; on Ctrl-C or SIGTERM, aborts it and delays the JVM's exit until the work has returned. */
    int during(Work work) throws IOException, InterruptedException {
        Runtime.getRuntime().addShutdownHook(new Thread(this::onShutdown, "interrupt"));
        Terminal.endAtOnceOnSecondInterrupt(
                err,
                ExitCode.INTERRUPTED,
                "bench: interrupted; what was measured is written now (Ctrl-C again ends at once)",
                this::endedAtOnce);
        try {
            int exitCode = work.run();
            return interrupted ? ExitCode.INTERRUPTED : exitCode;
        } finally {
            finished.countDown();
        }
    }

    private String endedAtOnce() {
        String standing = Cleaning.standing();
        return "bench: ended at once; unfinished results are in " + results
                + ", in directories named *.partial, and the next run deletes temporary files"
                + (standing.isEmpty() ? "" : "; " + standing + " disappear within seconds, or with bench clean");
    }

    private void onShutdown() {
        interrupted = true;
        abort.run();
        try {
            if (!finished.await(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                err.println("bench: partial results could not be written in time");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
