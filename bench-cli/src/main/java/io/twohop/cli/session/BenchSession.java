package io.twohop.cli.session;

import io.twohop.cli.live.Watched;
import io.twohop.cli.live.Watcher;
import io.twohop.cli.matrix.MatrixFiles;
import io.twohop.cli.matrix.MatrixPlan;
import io.twohop.cli.matrix.MatrixRow;
import io.twohop.cli.matrix.MatrixTable;
import io.twohop.cli.terminal.ProgressDisplay;
import io.twohop.config.ConfigException;
import io.twohop.config.OutOfMemory;
import io.twohop.engine.protocol.RunListeners;
import io.twohop.launch.CellRun;
import io.twohop.launch.Duet;
import io.twohop.launch.DuetChecks;
import io.twohop.launch.ForkedRun;
import io.twohop.launch.Place;
import io.twohop.registry.TransportFile;
import io.twohop.result.BenchmarkResult;
import io.twohop.result.ExitCode;
import io.twohop.store.ResultNotWritten;
import io.twohop.transport.TransportException;
import io.twohop.workload.Cell;
import io.twohop.workload.Keys;
import io.twohop.workload.Mode;
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
import java.util.Random;
import java.util.function.IntFunction;

/** One invocation: every cell of the workload on every transport. Ctrl-C ends it and keeps what was measured. */
public final class BenchSession {
    private static final long MINUTE = 60;

    private final Order order;
    private final Workload workload;
    private final Place place;
    private final ResultPrinter printer;
    private final PrintStream out;
    private final PrintStream err;
    private final Watcher watcher;
    private final Interruption interruption;
    private volatile List<CellRun> runs = List.of();

    /**
     * The user's order.
     *
     * @param workload all its cells are measured
     * @param transports measured one after the other
     * @param results directory of result directories
     * @param home the installation's directory
     * @param consent whether external servers may get a heavy load without a question
     */
    public record Order(Workload workload, List<TransportFile> transports, Path results, Path home, boolean consent) {}

    /**
     * Creates a session that has checked nothing yet.
     *
     * @param place where each run is measured, unless a duet needs places of its own
     * @param watcher notified of each run beside the terminal; the caller closes it
     */
    public BenchSession(Order order, Place place, ResultPrinter printer, Watcher watcher) {
        this.order = order;
        this.workload = order.workload();
        this.place = place;
        this.printer = printer;
        this.out = printer.out();
        this.err = printer.err();
        this.watcher = watcher;
        this.interruption = new Interruption(() -> runs.forEach(CellRun::abort), order.results(), err);
    }

    private List<CellRun> checkedRuns() {
        return checkedRuns(number -> place);
    }

    /** @param places the place of each run, by its number from 0 */
    private List<CellRun> checkedRuns(IntFunction<Place> places) {
        List<CellRun> checked = new ArrayList<>();
        for (TransportFile transport : order.transports()) {
            for (Cell cell : workload.cells()) {
                Place itsPlace = places.apply(checked.size());
                CellRun run = new CellRun(workload, transport, cell, order.results(), order.home(), itsPlace);
                run.leftOut().ifPresentOrElse(why -> err.println("left out: " + why), () -> checked.add(run));
            }
        }
        if (checked.isEmpty()) {
            throw ConfigException.invalid(
                    "faults", workload.faults().keySet(), "one that can be done to what these transports start");
        }
        checked.forEach(CellRun::check);
        return checked;
    }

    /** Checks every run, lists the runs and what they demand of external servers, and returns the exit code. */
    public int dryRun(boolean duet) {
        List<CellRun> checked = duet ? checkedDuet(duetOf(0)) : checkedRuns();
        showPlan(checked, out);
        Consent.show(checked, out);
        return ExitCode.OK;
    }

    /** Asks before a run creates anything on external servers. */
    private void agree() {
        Consent.show(runs, err);
        if (!order.consent()) {
            Consent.ask(runs, err);
        }
    }

    private void showPlan(List<CellRun> runs, PrintStream to) {
        Duration all = runs.stream().map(CellRun::expectedDuration).reduce(Duration.ZERO, Duration::plus);
        to.println(runs.size() + (runs.size() == 1 ? " run" : " runs")
                + (workload.given(Keys.COUNT).isPresent()
                                || workload.precision().isPresent()
                        ? ", at most "
                        : ", about ")
                + readable(all) + ":");
        runs.forEach(run -> to.println("  " + run.title()));
    }

    private static String readable(Duration duration) {
        long seconds = duration.toSeconds();
        return seconds < MINUTE ? seconds + " s" : (seconds + MINUTE / 2) / MINUTE + " min";
    }

    /**
     * Checks every run before the first starts, measures them in turn, and returns the exit code.
     *
     * @param resume whether to skip runs that an earlier invocation of the same plan completed
     */
    public int run(boolean resume) throws IOException, InterruptedException {
        runs = checkedRuns();
        agree();
        return interruption.during(() -> runs.size() == 1 && !resume ? measureOne(runs.get(0)) : measureAll(resume));
    }

    /**
     * Measures one fork of each run per round and returns the exit code. Each pair of rounds has a random order, reversed in the
     * second round, so a drift of the machine affects all runs equally.
     *
     * @param seed of the random orders
     */
    public int interleave(long seed) throws IOException, InterruptedException {
        runs = checkedRuns();
        if (runs.size() < 2) {
            throw ConfigException.invalid("--interleave", runs.size(), "two runs or more to take turns");
        }
        if (workload.forks() < 2) {
            throw ConfigException.invalid("forks", workload.forks(), "2 or more, for --interleave to take turns");
        }
        if (workload.mode() == Mode.MAX_RATE) {
            throw ConfigException.invalid("mode", "max-rate", "another mode, since a search cannot take turns");
        }
        agree();
        return interruption.during(() -> takeTurns(turns -> turns.take(new Random(seed), interruption)));
    }

    /**
     * Measures two runs side by side, whose forks take turns in slices of time, and returns the exit code.
     *
     * @param seed of the random turns
     */
    public int duet(long seed) throws IOException, InterruptedException {
        Duet duet = duetOf(seed);
        runs = checkedDuet(duet);
        agree();
        return interruption.during(() -> takeTurns(turns -> turns.takeTogether(duet, interruption)));
    }

    private Duet duetOf(long seed) {
        DuetChecks.check(workload);
        return new Duet(seed, workload.rates(), ForkedRun.Patience.DEFAULT);
    }

    private List<CellRun> checkedDuet(Duet duet) {
        List<CellRun> checked = checkedRuns(number -> duet.side(number % 2));
        if (checked.size() != 2) {
            throw ConfigException.invalid("--duet", checked.size(), "two runs, such as two transport files");
        }
        DuetChecks.checkApart(checked);
        return checked;
    }

    private interface Rounds {
        void take(Turns turns) throws IOException, InterruptedException;
    }

    private int takeTurns(Rounds rounds) throws IOException, InterruptedException {
        showPlan(runs, err);
        try (MatrixFiles files = MatrixFiles.begin(order.results(), MatrixPlan.of(workload, order.transports(), true));
                Turns turns = new Turns(runs, workload, run -> watcher.begin(watched(run)), err)) {
            rounds.take(turns);
            int exitCode = ExitCode.OK;
            Map<CellRun, MatrixRow> rows = new IdentityHashMap<>();
            for (CellRun run : runs) {
                try {
                    BenchmarkResult result = turns.finish(run);
                    watcher.judged(watched(run), result);
                    exitCode = ExitCode.ofBoth(exitCode, printer.show(result));
                    rows.put(run, MatrixRow.of(run, result));
                } catch (ResultNotWritten e) {
                    exitCode = ExitCode.ofBoth(exitCode, printer.show(e));
                    rows.put(run, MatrixRow.failed(run, e.getMessage()));
                }
            }
            exitCode = ExitCode.ofBoth(exitCode, write(files, rows));
            finish(files, "forks take turns, so repeat the whole command");
            return exitCode;
        }
    }

    private int measureOne(CellRun run) throws IOException, InterruptedException {
        try {
            return measure(run, run.title()).exitCode();
        } catch (ResultNotWritten e) {
            return printer.show(e);
        }
    }

    /** Measures all runs; a run that fails is marked and does not stop the others. */
    private int measureAll(boolean resume) throws IOException, InterruptedException {
        MatrixPlan plan = MatrixPlan.of(workload, order.transports(), false);
        try (MatrixFiles files =
                resume ? MatrixFiles.resume(order.results(), plan) : MatrixFiles.begin(order.results(), plan)) {
            Map<CellRun, MatrixRow> rows = measuredBefore(files);
            showPlan(runs.stream().filter(run -> !rows.containsKey(run)).toList(), err);
            int exitCode = ExitCode.OK;
            for (int i = 0; i < runs.size() && !interruption.hasCome(); i++) {
                CellRun run = runs.get(i);
                if (!rows.containsKey(run)) {
                    exitCode = ExitCode.ofBoth(exitCode, measure(run, i + 1, runs.size(), rows));
                    exitCode = ExitCode.ofBoth(exitCode, write(files, rows));
                }
            }
            finish(files, "repeat the command with --resume for the rest");
            return exitCode;
        }
    }

    private int write(MatrixFiles files, Map<CellRun, MatrixRow> rows) {
        try {
            files.write(inOrder(rows));
            return ExitCode.OK;
        } catch (IOException e) {
            err.println("bench: could not write the table of runs: " + e);
            return ExitCode.FAILED;
        }
    }

    /** @param remedy what to do about missing runs */
    private void finish(MatrixFiles files, String remedy) throws IOException {
        if (printer.hasTables()) {
            new MatrixTable(files.rows()).print(out);
        }
        PrintStream where = printer.hasTables() ? out : err;
        long whole = files.rows().stream().filter(files::isMeasured).count();
        Path directory = files.finish(whole == runs.size());
        where.println("  " + directory);
        List<Path> measured = MatrixFiles.results(directory);
        if (!measured.isEmpty()) {
            printer.report(directory, measured).ifPresent(report -> where.println("  " + report));
        }
        if (whole < runs.size()) {
            where.println("  incomplete: " + whole + " of " + runs.size() + " runs; " + remedy);
        }
    }

    private Map<CellRun, MatrixRow> measuredBefore(MatrixFiles files) {
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

    private List<MatrixRow> inOrder(Map<CellRun, MatrixRow> rows) {
        return runs.stream().map(rows::get).filter(Objects::nonNull).toList();
    }

    private int measure(CellRun run, int number, int of, Map<CellRun, MatrixRow> rows) throws InterruptedException {
        String title = "[" + number + "/" + of + "] " + run.title();
        try {
            Shown shown = measure(run, title);
            rows.put(run, MatrixRow.of(run, shown.result()));
            return shown.exitCode();
        } catch (ResultNotWritten e) {
            rows.put(run, MatrixRow.failed(run, e.getMessage()));
            return printer.show(e);
        } catch (ConfigException | TransportException e) {
            return failed(run, title, e.getMessage(), rows);
        } catch (IOException | RuntimeException | OutOfMemoryError e) {
            return failed(run, title, OutOfMemory.text(e).orElseGet(e::toString), rows);
        }
    }

    private int failed(CellRun run, String title, String why, Map<CellRun, MatrixRow> rows) {
        err.println("bench: " + title + ": " + why);
        rows.put(run, MatrixRow.failed(run, why));
        return ExitCode.FAILED;
    }

    private Watched watched(CellRun run) {
        return new Watched(run.title(), workload.name(), run.transport());
    }

    /** A printed result with its exit code. */
    private record Shown(BenchmarkResult result, int exitCode) {}

    private Shown measure(CellRun run, String title) throws IOException, InterruptedException {
        BenchmarkResult result;
        try (ProgressDisplay progress = ProgressDisplay.on(err, title, workload)) {
            result = run.run(new RunListeners(progress, watcher.begin(watched(run))));
        }
        watcher.judged(watched(run), result);
        return new Shown(result, printer.show(result));
    }
}
