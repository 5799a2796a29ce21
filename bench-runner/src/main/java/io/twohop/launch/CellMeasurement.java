package io.twohop.launch;

import io.twohop.account.Accounting;
import io.twohop.account.Throughput;
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
import io.twohop.result.EventSamples;
import io.twohop.result.Floor;
import io.twohop.result.Fork;
import io.twohop.result.KeyUse;
import io.twohop.result.LatencySummary;
import io.twohop.result.Rates;
import io.twohop.result.ReachedPrecision;
import io.twohop.result.Search;
import io.twohop.result.SideBySide;
import io.twohop.result.SteadyWarmUp;
import io.twohop.result.Subscriber;
import io.twohop.result.Trust;
import io.twohop.store.ResultFiles;
import io.twohop.workload.Cell;
import io.twohop.workload.Jfr;
import io.twohop.workload.Layout;
import io.twohop.workload.Load;
import io.twohop.workload.Mode;
import io.twohop.workload.Probe;
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
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** A cell that is being measured: one fork after the other, or a search, and in the end its result. One thread. */
public final class CellMeasurement implements AutoCloseable {
    private static final String FLOOR_RECORDING = "floor.jfr";
    private static final String TRIAL_RECORDING = "warm-up.jfr";

    private final Attempts attempts;
    private final TransportFile transport;
    private final Cell cell;
    private final Path home;
    private final EventSamples samples;
    private final String interleaved;
    private final SideBySide duet;
    private final Instant startedAt = Instant.now();
    private final ResultFiles files;
    private final PrivateDirectory data;
    private final List<Fork> forks = new ArrayList<>();

    /** What is measured: what was asked for, or what a search or a trial found. */
    private Workload workload;

    /** Where a trial decided on warm-up, what it decided for; null where there was none. */
    private Workload asked;

    private Search search;
    private SteadyWarmUp warmUp;

    /** What the first choice came to holds for all: forks that are laid out in unlike ways are no sample of one thing. */
    private Layout layout;

    /**
     * @param samples that are sent; null where that are no files
     * @param interleaved names the call whose rounds the forks are measured in; null where they take no turns
     * @param duet how they are measured side by side with another run's; null where they are not
     */
    CellMeasurement(
            Workload workload,
            TransportFile transport,
            Cell cell,
            Path results,
            Path home,
            EventSamples samples,
            String interleaved,
            SideBySide duet,
            Attempts attempts)
            throws IOException {
        this.attempts = attempts;
        this.workload = workload.only(cell);
        this.transport = transport;
        this.cell = cell;
        this.home = home;
        this.samples = samples;
        this.interleaved = interleaved;
        this.duet = duet;
        String cellName = workload.cells().size() == 1 ? "" : cell.toString().replaceAll("[^A-Za-z0-9.]+", "-");
        data = new PrivateDirectory();
        try {
            files = new ResultFiles(
                    results, RunNames.resultName(LocalDateTime.now(), workload.name(), cellName, transport.name()));
        } catch (IOException | RuntimeException e) {
            data.close();
            throw e;
        }
    }

    /** Measures in the next fresh JVM. */
    public void fork(RunListener progress) throws IOException, InterruptedException {
        warmUpUntilSteady(progress);
        int number = forks.size() + 1;
        RunPlan plan =
                attempts.ofFork(number, plan(number, workload.scenario(), files.workingDirectory(), recording(number)));
        Fork fork = explained(number, plan, progress);
        forks.add(attempts.ranOutOfMemory() ? fork.failed(neededHeap(plan)) : fork);
    }

    /** Before the first fork, where a trial decides how long that takes. */
    private void warmUpUntilSteady(RunListener progress) throws IOException, InterruptedException {
        if (!workload.isWarmedUntilSteady()) {
            return;
        }
        RunPlan plan = plan(
                1,
                WarmUpTrial.of(workload.scenario(), workload.warmUpTrial()),
                data.path(),
                isRecorded() ? TRIAL_RECORDING : null);
        Fork trial = explained(1, plan, progress);
        Files.deleteIfExists(data.path().resolve(TRIAL_RECORDING));
        warmUp = WarmUpTrial.found(trial, workload.warmup());
        asked = workload;
        workload = workload.toBuilder()
                .warmup(Duration.ofSeconds(Math.round(warmUp.seconds())))
                .build();
    }

    private RunPlan plan(int number, Scenario like, Path logs, String recording) {
        Load load = like.load();
        Scenario ofFork = like.with(load.with(load.arrivals().ofFork(number, cell.producers())));
        return plan(layout == null ? ofFork : ofFork.with(ofFork.placement().with(layout)), logs, recording);
    }

    private Fork explained(int number, RunPlan plan, RunListener progress) throws IOException, InterruptedException {
        Fork fork = attempts.explained(number, plan, progress);
        if (layout == null && fork.layout() != null) {
            layout = fork.layout().layout();
        }
        return fork;
    }

    /** All of them, unless they are aborted. */
    void forks(RunListener progress) throws IOException, InterruptedException {
        while (!isEnough() && !attempts.areAborted()) {
            fork(progress);
        }
    }

    /** Whether no further fork is due. */
    public boolean isEnough() {
        return ForkCount.isEnough(workload, forks);
    }

    private RunPlan plan(Scenario scenario, Path logs, String recording) {
        return RunPlan.of(RunNames.runId(), scenario, transport, data.path(), logs, recording);
    }

    /** The name of a fork's flight recording; null for none. */
    private String recording(int number) {
        if (!isRecorded()) {
            return null;
        }
        return workload.forks() == 1 ? "recording.jfr" : "recording-fork" + number + ".jfr";
    }

    private boolean isRecorded() {
        return workload.jfr() != Jfr.OFF;
    }

    private String neededHeap(RunPlan plan) throws IOException, InterruptedException {
        return attempts.areAborted()
                ? ""
                : HeapProbe.need(
                        attempts.explained(1, HeapProbe.of(plan), RunListener.NONE),
                        plan.scenario().jvm().heapBytes());
    }

    /** Searches, and measures what was found as asked for. Whatever ends it, the trials so far are kept. */
    void search(RunListener progress) throws IOException, InterruptedException {
        long startNanos = System.nanoTime();
        Workload single = workload;
        Fork searching = attempts.explained(1, plan(single.scenario(), data.path(), null), progress);
        Search found = attempts.search();
        if (found == null) {
            forks.add(searching);
            return;
        }
        if (attempts.areAborted()) {
            search = found;
            // Its seconds are those of all trials, at many rates.
            forks.add(new ForkCollector(1, single.scenario().load().perSecond(), 1)
                    .toFork(searching.failure() + " after " + found.trials().size() + " trials of the search"));
            return;
        }
        layout = found.layout();
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
                .searchLimit(null)
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

    /** Writes the result of what was measured; it knows where. */
    public BenchmarkResult finish() throws IOException, InterruptedException {
        BenchmarkResult result = result(floor());
        return result.writtenTo(files.write(result));
    }

    /** Measured after the run, so as not to delay it; null where it would say nothing. */
    private Floor floor() throws IOException, InterruptedException {
        if (!FloorRun.isWanted(workload, transport)
                || attempts.areAborted()
                || forks.isEmpty()
                || !forks.stream().allMatch(Fork::complete)
                || forks.stream().anyMatch(fork -> fork.overload().isPresent())) {
            return null;
        }
        RunPlan plan = plan(workload.scenario(), data.path(), isRecorded() ? FLOOR_RECORDING : null);
        Fork fork = attempts.explained(
                1, FloorRun.of(plan, workload.floor(), forks.get(0).layout()), RunListener.NONE);
        Files.deleteIfExists(data.path().resolve(FLOOR_RECORDING));
        return fork.complete() && fork.overload().isEmpty() ? Floor.of(fork) : null;
    }

    private BenchmarkResult result(Floor floor) {
        Map<Probe, LatencySummary> probes =
                LatencySummary.merged(forks.stream().map(Fork::probes).toList());
        ReachedPrecision precision = ForkCount.precision(workload, forks);
        return new BenchmarkResult(
                BenchmarkResult.SCHEMA_VERSION,
                files.name(),
                startedAt,
                isEnough() && forks.stream().allMatch(Fork::complete),
                Verdicts.judge(forks, workload.objective(), workload.profile() != null),
                workload.name(),
                Secrets.redact((asked == null ? workload : asked).toDocument().toTree()),
                transport.name(),
                Secrets.redact(transport.whole().toTree()),
                cell.payloadBytes(),
                samples,
                KeyUse.of(workload),
                Rates.mean(
                        workload.scenario().load().perSecond(),
                        forks.stream().map(Fork::rates).toList()),
                forks.stream()
                        .map(Fork::throughput)
                        .filter(Objects::nonNull)
                        .reduce(Throughput::plus)
                        .orElse(null),
                search,
                forks.stream()
                        .map(Fork::accounting)
                        .filter(Objects::nonNull)
                        .reduce(Accounting::plus)
                        .orElse(null),
                probes,
                Subscriber.merged(forks),
                Trust.of(forks, probes),
                Publication.references(workload, transport.name()),
                floor,
                warnings(floor, precision),
                List.copyOf(forks),
                precision,
                warmUp,
                interleaved,
                duet,
                GitRevision.of(home),
                null);
    }

    private List<Finding> warnings(Floor floor, ReachedPrecision precision) {
        List<Finding> warnings =
                Warnings.of(forks, floor, Longer.than(workload.warmup(), workload.duration(), workload.floor()));
        if (precision != null && !precision.isReached()) {
            warnings.add(ForkCount.notReached(precision));
        }
        if (warmUp != null && !warmUp.steady()) {
            warnings.add(WarmUpTrial.notSteady(warmUp));
        }
        return warnings;
    }

    /** Deletes what the transports kept. */
    @Override
    public void close() throws IOException {
        data.close();
    }
}
