package io.twohop.cli;

import io.twohop.cli.live.Watched;
import io.twohop.cli.live.Watcher;
import io.twohop.config.ConfigException;
import io.twohop.engine.protocol.RunListeners;
import io.twohop.launch.CellRun;
import io.twohop.launch.Duet;
import io.twohop.launch.DuetChecks;
import io.twohop.launch.ForkedRun;
import io.twohop.launch.Place;
import io.twohop.registry.TransportFile;
import io.twohop.result.BenchmarkResult;
import io.twohop.result.ExitCode;
import io.twohop.workload.Cell;
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

/** One call of the bench: every cell of the workload on every transport, and what to do on Ctrl-C. */
final class BenchSession {
    private static final long MINUTE = 60;

    private final Workload workload;
    private final List<TransportFile> transports;
    private final Path results;
    private final Path home;
    private final PrintStream out;
    private final PrintStream err;
    private final boolean consent;
    private final Place place;
    private final ResultPrinter printer;
    private final Watcher watcher;
    private final Interruption interruption;
    private volatile List<CellRun> runs = List.of();

    /**
     * Of files that were read.
     *
     * @param consent whether servers of others may be given much without a question
     * @param place where they are measured
     * @param watcher who else sees them
     */
    BenchSession(
            Workload workload,
            List<TransportFile> transports,
            Path results,
            Path home,
            ResultPrinter printer,
            boolean consent,
            Place place,
            Watcher watcher) {
        this.place = place;
        this.watcher = watcher;
        this.workload = workload;
        this.transports = transports;
        this.results = results;
        this.home = home;
        this.out = printer.out();
        this.err = printer.err();
        this.consent = consent;
        this.printer = printer;
        this.interruption = new Interruption(() -> runs.forEach(CellRun::abort), results, err);
    }

    private List<CellRun> checkedRuns() {
        return checkedRuns(number -> place);
    }

    /** @param places where each is measured, by its number from 0 */
    private List<CellRun> checkedRuns(IntFunction<Place> places) {
        List<CellRun> checked = new ArrayList<>();
        for (TransportFile transport : transports) {
            for (Cell cell : workload.cells()) {
                Place itsPlace = places.apply(checked.size());
                CellRun run = new CellRun(workload, transport, cell, results, home, itsPlace);
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

    /** Checks every run and shows what would be run; returns the exit code. */
    int dryRun(boolean duet) {
        List<CellRun> checked = duet ? checkedDuet(duetOf(0)) : checkedRuns();
        showPlan(checked, out);
        Consent.show(checked, out);
        return ExitCode.OK;
    }

    /** Before anything is made on servers that are not the bench's own. */
    private void agree() {
        Consent.show(runs, err);
        if (!consent) {
            Consent.ask(runs, err);
        }
    }

    private void showPlan(List<CellRun> runs, PrintStream to) {
        Duration all = runs.stream().map(CellRun::expectedDuration).reduce(Duration.ZERO, Duration::plus);
        to.println(runs.size() + (runs.size() == 1 ? " run" : " runs")
                + (workload.count() == null && workload.precision().isEmpty() ? ", about " : ", at most ")
                + readable(all) + ":");
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
        runs = checkedRuns();
        agree();
        return interruption.during(() -> runs.size() == 1 && !resume ? measureOne(runs.get(0)) : measureAll(resume));
    }

    /**
     * The same, but the forks of all runs take turns: each round has one of each, in an order dealt anew for each two
     * rounds and reversed in the second, so that a drift of the machine hits all alike.
     *
     * @param seed of the orders
     */
    int interleave(long seed) throws IOException, InterruptedException {
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
     * The same with two runs whose forks are measured side by side and take turns in slices of time.
     *
     * @param seed of the turns
     */
    int duet(long seed) throws IOException, InterruptedException {
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
        return checked;
    }

    /** How the rounds are measured. */
    private interface Rounds {
        void take(Turns turns) throws IOException, InterruptedException;
    }

    private int takeTurns(Rounds rounds) throws IOException, InterruptedException {
        showPlan(runs, err);
        try (MatrixFiles files = MatrixFiles.begin(results, MatrixPlan.of(workload, transports, true));
                Turns turns = new Turns(runs, workload, run -> watcher.begin(watched(run)), err)) {
            rounds.take(turns);
            int exitCode = ExitCode.OK;
            Map<CellRun, MatrixRow> rows = new IdentityHashMap<>();
            for (CellRun run : runs) {
                BenchmarkResult result = turns.finish(run);
                watcher.judged(watched(run), result);
                exitCode = ExitCode.ofBoth(exitCode, printer.show(result));
                rows.put(run, MatrixRow.of(run, result));
            }
            files.write(inOrder(rows));
            finish(files, "forks take turns, so that a call that was interrupted has to be made anew");
            return exitCode;
        }
    }

    private int measureOne(CellRun run) throws IOException, InterruptedException {
        return measure(run, run.title()).exitCode();
    }

    /** A run that fails is marked, and the rest goes on. */
    private int measureAll(boolean resume) throws IOException, InterruptedException {
        MatrixPlan plan = MatrixPlan.of(workload, transports, false);
        try (MatrixFiles files = resume ? MatrixFiles.resume(results, plan) : MatrixFiles.begin(results, plan)) {
            Map<CellRun, MatrixRow> rows = measuredBefore(files);
            showPlan(runs.stream().filter(run -> !rows.containsKey(run)).toList(), err);
            int exitCode = ExitCode.OK;
            for (int i = 0; i < runs.size() && !interruption.hasCome(); i++) {
                CellRun run = runs.get(i);
                if (!rows.containsKey(run)) {
                    exitCode = ExitCode.ofBoth(exitCode, measure(run, i + 1, runs.size(), rows));
                    files.write(inOrder(rows));
                }
            }
            finish(files, "the same command with --resume makes the rest");
            return exitCode;
        }
    }

    /** @param remedy for runs that are missing */
    private void finish(MatrixFiles files, String remedy) throws IOException {
        if (printer.hasTables()) {
            new MatrixTable(files.rows()).print(out);
        }
        PrintStream where = printer.hasTables() ? out : err;
        long whole = files.rows().stream().filter(files::isMeasured).count();
        Path directory = files.finish(whole == runs.size());
        where.println("  " + directory);
        List<Path> measured = MatrixFiles.results(directory);
        Path report = measured.isEmpty() ? null : printer.report(directory, measured);
        if (report != null) {
            where.println("  " + report);
        }
        if (whole < runs.size()) {
            where.println("  not whole: " + whole + " of " + runs.size() + " runs; " + remedy);
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
        } catch (IOException | RuntimeException e) {
            err.println("bench: " + title + ": " + e);
            rows.put(run, MatrixRow.failed(run, e.toString()));
            return ExitCode.FAILED;
        }
    }

    private Watched watched(CellRun run) {
        return new Watched(run.title(), workload.name(), run.transport());
    }

    /** A result that was printed, and the exit code that it stands for. */
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
