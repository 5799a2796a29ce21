package io.twohop.cli;

import io.twohop.result.ExitCode;
import io.twohop.run.CellRun;
import io.twohop.run.ForkedRun;
import io.twohop.run.RunNames;
import io.twohop.run.TransportFile;
import io.twohop.workload.Cell;
import io.twohop.workload.Workload;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** One call of the bench: every cell of the workload on every transport, and what to do on Ctrl-C. */
final class BenchSession {
    private static final long INTERRUPT_LIMIT_SECONDS = 30;
    private static final long MINUTE = 60;

    private final Workload workload;
    private final List<TransportFile> transports;
    private final Path results;
    private final Path home;
    private final PrintStream out;
    private final PrintStream err;
    private final MatrixSummary matrix = new MatrixSummary();
    private final CountDownLatch finished = new CountDownLatch(1);
    private volatile CellRun current;
    private volatile boolean interrupted;

    BenchSession(
            Workload workload,
            List<TransportFile> transports,
            Path results,
            Path home,
            PrintStream out,
            PrintStream err) {
        this.workload = workload;
        this.transports = transports;
        this.results = results;
        this.home = home;
        this.out = out;
        this.err = err;
    }

    private List<CellRun> checkedRuns() {
        List<CellRun> runs = new ArrayList<>();
        for (TransportFile transport : transports) {
            for (Cell cell : workload.cells()) {
                runs.add(new CellRun(workload, transport, cell, results, home, ForkedRun.Limits.DEFAULT));
            }
        }
        for (CellRun run : runs) {
            run.check();
        }
        return runs;
    }

    /** Checks every run and shows what would be run; returns the exit code. */
    int dryRun() {
        showPlan(checkedRuns(), out);
        return ExitCode.OK;
    }

    private void showPlan(List<CellRun> runs, PrintStream to) {
        Duration all = runs.stream().map(CellRun::expectedDuration).reduce(Duration.ZERO, Duration::plus);
        to.println(runs.size() + (runs.size() == 1 ? " run" : " runs")
                + (workload.count() == null ? ", about " : ", at most ") + readable(all) + ":");
        runs.forEach(run -> to.println("  " + run.title()));
    }

    private static String readable(Duration duration) {
        long seconds = duration.toSeconds();
        return seconds < MINUTE ? seconds + " s" : (seconds + MINUTE / 2) / MINUTE + " min";
    }

    /** Checks every run before the first starts, then runs them; returns the exit code. */
    int run() throws IOException, InterruptedException {
        List<CellRun> runs = checkedRuns();
        if (runs.size() > 1) {
            showPlan(runs, err);
        }
        // Ctrl-C and SIGTERM end the child; what it had measured is still written before this JVM goes.
        Thread hook = new Thread(this::onShutdown, "interrupt");
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            int exitCode = ExitCode.OK;
            for (CellRun run : runs) {
                exitCode = Math.max(exitCode, measure(run));
            }
            if (runs.size() > 1) {
                matrix.print(out);
                out.println("  " + matrix.write(results, RunNames.matrixName(LocalDateTime.now(), workload.name())));
            }
            return interrupted ? ExitCode.INTERRUPTED : exitCode;
        } finally {
            finished.countDown();
        }
    }

    private int measure(CellRun run) throws IOException, InterruptedException {
        current = run;
        if (interrupted) {
            return ExitCode.INTERRUPTED;
        }
        CellRun.Written written;
        try (Progress progress = Progress.on(err, run.title(), workload)) {
            written = run.run(progress);
        }
        matrix.add(written);
        new Summary(written.result(), written.directory()).print(out);
        return written.result().verdict().exitCode();
    }

    private void onShutdown() {
        interrupted = true;
        CellRun running = current;
        if (running != null) {
            running.abort();
        }
        try {
            if (!finished.await(INTERRUPT_LIMIT_SECONDS, TimeUnit.SECONDS)) {
                err.println("bench: partial results could not be written in time");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
