package io.twohop.cli;

import io.twohop.result.ExitCode;
import io.twohop.run.CellRun;
import io.twohop.run.ForkedRun;
import io.twohop.run.TransportFile;
import io.twohop.workload.Cell;
import io.twohop.workload.Workload;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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

    /**
     * Checks every run before the first starts, then runs them; returns the exit code.
     *
     * @param resume whether to leave out what an earlier call of the same plan measured
     */
    int run(boolean resume) throws IOException, InterruptedException {
        List<CellRun> runs = checkedRuns();
        // Ctrl-C and SIGTERM end the child; what it had measured is still written before this JVM goes.
        Thread hook = new Thread(this::onShutdown, "interrupt");
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            int exitCode = runs.size() == 1 && !resume ? measureOne(runs.get(0)) : measureAll(runs, resume);
            return interrupted ? ExitCode.INTERRUPTED : exitCode;
        } finally {
            finished.countDown();
        }
    }

    private int measureOne(CellRun run) throws IOException, InterruptedException {
        CellRun.Written written = measure(run, run.title());
        return written.result().verdict().exitCode();
    }

    /** A run that fails is marked, and the rest goes on. */
    private int measureAll(List<CellRun> runs, boolean resume) throws IOException, InterruptedException {
        MatrixPlan plan = MatrixPlan.of(workload, transports);
        try (MatrixFiles files = resume ? MatrixFiles.resume(results, plan) : MatrixFiles.begin(results, plan)) {
            Map<CellRun, MatrixRow> rows = measuredBefore(runs, files);
            showPlan(runs.stream().filter(run -> !rows.containsKey(run)).toList(), err);
            int exitCode = ExitCode.OK;
            for (int i = 0; i < runs.size() && !interrupted; i++) {
                CellRun run = runs.get(i);
                if (!rows.containsKey(run)) {
                    exitCode = Math.max(exitCode, measure(run, i + 1, runs.size(), rows));
                    files.write(inOrder(runs, rows));
                }
            }
            List<MatrixRow> measured = inOrder(runs, rows);
            new MatrixTable(measured).print(out);
            boolean complete =
                    measured.size() == runs.size() && measured.stream().allMatch(files::isMeasured);
            out.println("  " + files.finish(complete));
            if (!complete) {
                out.println("  not whole: "
                        + measured.stream().filter(files::isMeasured).count() + " of " + runs.size()
                        + " runs; the same command with --resume makes the rest");
            }
            return exitCode;
        }
    }

    private static Map<CellRun, MatrixRow> measuredBefore(List<CellRun> runs, MatrixFiles files) {
        List<MatrixRow> left = new ArrayList<>(files.rows());
        left.removeIf(row -> !files.isMeasured(row));
        Map<CellRun, MatrixRow> measured = new IdentityHashMap<>();
        for (CellRun run : runs) {
            left.stream().filter(row -> row.isOf(run)).findFirst().ifPresent(row -> {
                left.remove(row);
                measured.put(run, row);
            });
        }
        return measured;
    }

    private static List<MatrixRow> inOrder(List<CellRun> runs, Map<CellRun, MatrixRow> rows) {
        return runs.stream().map(rows::get).filter(Objects::nonNull).toList();
    }

    private int measure(CellRun run, int number, int of, Map<CellRun, MatrixRow> rows) throws InterruptedException {
        String title = "[" + number + "/" + of + "] " + run.title();
        try {
            CellRun.Written written = measure(run, title);
            rows.put(run, MatrixRow.of(run, written));
            return written.result().verdict().exitCode();
        } catch (IOException | RuntimeException e) {
            err.println("bench: " + title + ": " + e);
            rows.put(run, MatrixRow.failed(run, e.toString()));
            return ExitCode.FAILED;
        }
    }

    private CellRun.Written measure(CellRun run, String title) throws IOException, InterruptedException {
        current = run;
        if (interrupted) {
            // The hook may have looked before there was anything to abort.
            run.abort();
        }
        CellRun.Written written;
        try (Progress progress = Progress.on(err, title, workload)) {
            written = run.run(progress);
        }
        new Summary(written.result(), written.directory()).print(out);
        return written;
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
