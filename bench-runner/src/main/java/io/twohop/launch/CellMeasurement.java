package io.twohop.launch;

import com.fasterxml.jackson.databind.JsonNode;
import io.twohop.account.ThreadLayout;
import io.twohop.config.Secrets;
import io.twohop.engine.ForkCollector;
import io.twohop.engine.PrivateDirectory;
import io.twohop.engine.protocol.RunListener;
import io.twohop.engine.protocol.RunPlan;
import io.twohop.finding.Finding;
import io.twohop.judge.Longer;
import io.twohop.judge.Trials;
import io.twohop.judge.Verdicts;
import io.twohop.judge.Warnings;
import io.twohop.published.Publication;
import io.twohop.registry.TransportFile;
import io.twohop.result.BenchmarkResult;
import io.twohop.result.Chosen;
import io.twohop.result.EventSamples;
import io.twohop.result.Figures;
import io.twohop.result.Floor;
import io.twohop.result.Fork;
import io.twohop.result.KeyUse;
import io.twohop.result.ReachedPrecision;
import io.twohop.result.Run;
import io.twohop.result.Search;
import io.twohop.result.SteadyWarmUp;
import io.twohop.result.Subject;
import io.twohop.result.Turns;
import io.twohop.result.Yardsticks;
import io.twohop.store.ResultFiles;
import io.twohop.workload.Cell;
import io.twohop.workload.Keys;
import io.twohop.workload.Layout;
import io.twohop.workload.Load;
import io.twohop.workload.Mode;
import io.twohop.workload.Scenario;
import io.twohop.workload.SearchBudget;
import io.twohop.workload.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A cell being measured: one fork after the other, or a search, and at the end the result. One thread. */
public final class CellMeasurement implements AutoCloseable {
    private static final String FLOOR_RECORDING = "floor.jfr";
    private static final String TRIAL_RECORDING = "warm-up.jfr";

    private final Attempts attempts;
    private final CellPlan ofCell;
    private final TransportFile transport;

    /** The transport file as results have it. A secret that it names may be gone when the last fork has ended. */
    private final JsonNode shown;

    private final Cell cell;
    private final EventSamples samples;
    private final Turns turns;
    private final Instant startedAt = Instant.now();
    private final ResultFiles files;
    private final PrivateDirectory data;
    private final List<Fork> forks = new ArrayList<>();

    /** The measured workload: as asked for, or with the findings of a search or a trial. */
    private Workload workload;

    /** The workload as asked for, if a trial decided how long to warm up. */
    private Optional<Workload> asked = Optional.empty();

    private Search search;
    private Optional<SteadyWarmUp> warmUp = Optional.empty();

    /** The first fork's layout, which all forks reuse: forks with different layouts are not comparable. */
    private Optional<Layout> layout = Optional.empty();

    /** @param samples the files that are sent; {@code null} for generated events */
    CellMeasurement(CellPlan ofCell, EventSamples samples, Turns turns, Attempts attempts) throws IOException {
        this.attempts = attempts;
        this.ofCell = ofCell;
        this.workload = ofCell.single();
        this.transport = ofCell.transport();
        this.shown = transport.shown();
        this.cell = ofCell.cell();
        this.samples = samples;
        this.turns = turns;
        data = new PrivateDirectory();
        try {
            files = new ResultFiles(ofCell.results(), ofCell.resultName(LocalDateTime.now()));
        } catch (IOException | RuntimeException e) {
            data.close();
            throw e;
        }
    }

    /** Measures in the next fresh JVM. */
    public void fork(RunListener progress) throws IOException, InterruptedException {
        warmUpUntilSteady(progress);
        int number = forks.size() + 1;
        RunPlan plan = attempts.ofFork(
                number,
                plan(number, workload.scenario(), files.workingDirectory()).recordedTo(recording(number)));
        Fork fork = explained(number, plan, progress);
        boolean lacksHeap = !fork.complete() && attempts.ranOutOfMemory();
        forks.add(lacksHeap ? fork.failed(neededHeap(plan)) : fork);
    }

    /** Has a trial decide how long forks warm up, if the workload asks for it. */
    private void warmUpUntilSteady(RunListener progress) throws IOException, InterruptedException {
        if (!workload.isWarmedUntilSteady()) {
            return;
        }
        RunPlan plan = plan(1, WarmUpTrial.of(workload.scenario(), workload.warmUpTrial()), data.path())
                .recordedTo(TRIAL_RECORDING);
        Fork trial = explained(1, plan, progress);
        Files.deleteIfExists(data.path().resolve(TRIAL_RECORDING));
        SteadyWarmUp found = WarmUpTrial.found(trial, workload.warmup());
        warmUp = Optional.of(found);
        asked = Optional.of(workload);
        workload = workload.toBuilder()
                .warmup(Duration.ofSeconds(Math.round(found.seconds())))
                .build();
    }

    private RunPlan plan(int number, Scenario like, Path logs) {
        Load load = like.load();
        Scenario ofFork = like.with(load.with(load.arrivals().ofFork(number, cell.producers())));
        Scenario laidOut =
                layout.map(first -> ofFork.with(ofFork.placement().with(first))).orElse(ofFork);
        return plan(laidOut, logs);
    }

    private Fork explained(int number, RunPlan plan, RunListener progress) throws IOException, InterruptedException {
        Fork fork = attempts.explained(number, plan, progress);
        if (layout.isEmpty() && fork.hasStarted()) {
            layout = Optional.of(fork.layout().layout());
        }
        return fork;
    }

    /** Measures in one fork after the other until enough are measured, or the run is aborted. */
    void forks(RunListener progress) throws IOException, InterruptedException {
        while (!isEnough() && !attempts.areAborted()) {
            fork(progress);
        }
    }

    /** Returns whether no further fork is due. */
    public boolean isEnough() {
        return ForkCount.isEnough(workload, forks);
    }

    private RunPlan plan(Scenario scenario, Path logs) {
        return RunPlan.of(RunNames.runId(), scenario, transport, data.path(), logs);
    }

    /** Returns the name of a fork's flight recording. */
    private String recording(int number) {
        return workload.forks() == 1 ? "recording.jfr" : "recording-fork" + number + ".jfr";
    }

    private String neededHeap(RunPlan plan) throws IOException, InterruptedException {
        return attempts.areAborted()
                ? ""
                : HeapProbe.need(
                        attempts.explained(1, HeapProbe.of(plan), RunListener.NONE),
                        plan.scenario().jvm().heapBytes());
    }

    /** Searches for a rate, and confirms it with the forks asked for. The trials so far are kept whatever ends the search. */
    void search(RunListener progress) throws IOException, InterruptedException {
        long startNanos = System.nanoTime();
        Workload single = workload;
        Fork searching = attempts.explained(1, plan(single.scenario(), data.path()), progress);
        if (attempts.search().isEmpty()) {
            forks.add(searching);
            return;
        }
        Search found = attempts.search().get();
        if (attempts.areAborted()) {
            search = found;
            // The seconds of all trials, at many rates, would not make a fork.
            forks.add(new ForkCollector(1, single.scenario().load().perSecond(), 1)
                    .toFork(searching.failure() + " after " + found.trials().size() + " trials of the search"));
            return;
        }
        layout = Optional.ofNullable(found.layout());
        search = new Confirmation(
                        single.scenario(),
                        SearchBudget.of(single),
                        rate -> confirm(single, rate, progress),
                        () -> Duration.ofNanos(System.nanoTime() - startNanos))
                .of(found);
    }

    private Optional<Search.Trial> confirm(Workload single, double rate, RunListener progress)
            throws IOException, InterruptedException {
        workload = single.toBuilder()
                .mode(Mode.LATENCY)
                .set(Keys.SEARCH_LIMIT, null)
                .rate(rate)
                .build();
        forks.clear();
        forks(progress);
        if (forks.isEmpty() || attempts.areAborted()) {
            return Optional.empty();
        }
        Search.Trial trial = Trials.of(rate, true, forks, single.objective());
        progress.onTrial(trial);
        return Optional.of(trial);
    }

    /** Writes the result, which knows its directory. */
    public BenchmarkResult finish() throws IOException, InterruptedException {
        BenchmarkResult result = result(floor());
        return result.writtenTo(files.write(result));
    }

    /** Measures the floor, after the run so as not to delay it; empty if it would say nothing. */
    private Optional<Floor> floor() throws IOException, InterruptedException {
        if (!FloorRun.isWanted(workload, transport)
                || attempts.areAborted()
                || forks.isEmpty()
                || !forks.stream().allMatch(Fork::complete)
                || forks.stream().anyMatch(fork -> fork.overload().isPresent())) {
            return Optional.empty();
        }
        ThreadLayout layout = forks.get(0).layout();
        Optional<String> over = FloorRun.transport(layout);
        if (over.isEmpty()) {
            return Optional.empty();
        }
        RunPlan plan = plan(workload.scenario(), data.path()).recordedTo(FLOOR_RECORDING);
        Fork fork = attempts.explained(1, FloorRun.of(plan, over.get(), workload.floor(), layout), RunListener.NONE);
        Files.deleteIfExists(data.path().resolve(FLOOR_RECORDING));
        return fork.complete() && fork.overload().isEmpty()
                ? Optional.of(Floor.of(over.get(), fork))
                : Optional.empty();
    }

    private BenchmarkResult result(Optional<Floor> floor) {
        Optional<ReachedPrecision> precision = ForkCount.precision(workload, forks);
        return new BenchmarkResult(
                new Run(
                        files.name(),
                        startedAt,
                        isEnough() && forks.stream().allMatch(Fork::complete),
                        GitRevision.of(ofCell.home()),
                        null),
                Verdicts.judge(forks, workload.objective(), workload.profile().changes()),
                new Subject(
                        workload.name(),
                        Secrets.redact(asked.orElse(workload).toDocument().toTree()),
                        transport.name(),
                        shown,
                        cell.payloadBytes(),
                        samples,
                        KeyUse.of(workload)),
                Figures.of(forks, workload.scenario().load().perSecond()),
                new Chosen(search, precision.orElse(null), warmUp.orElse(null)),
                turns,
                new Yardsticks(Publication.references(workload, transport.name()), floor.orElse(null)),
                warnings(floor, precision),
                List.copyOf(forks));
    }

    private List<Finding> warnings(Optional<Floor> floor, Optional<ReachedPrecision> precision) {
        List<Finding> warnings =
                Warnings.of(forks, floor, Longer.than(workload.warmup(), workload.duration(), workload.floor()));
        precision.filter(its -> !its.isReached()).map(ForkCount::notReached).ifPresent(warnings::add);
        warmUp.filter(its -> !its.steady()).map(WarmUpTrial::notSteady).ifPresent(warnings::add);
        return warnings;
    }

    /** Deletes the transports' data. */
    @Override
    public void close() throws IOException {
        data.close();
    }
}
