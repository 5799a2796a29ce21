package io.twohop.launch;

import io.twohop.config.Secrets;
import io.twohop.engine.PrivateDirectory;
import io.twohop.engine.SearchEngine;
import io.twohop.engine.protocol.RunListener;
import io.twohop.engine.protocol.RunPlan;
import io.twohop.judge.Trials;
import io.twohop.judge.Verdicts;
import io.twohop.measure.Accounting;
import io.twohop.measure.Throughput;
import io.twohop.measure.Warning;
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
import io.twohop.workload.Probe;
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

/** A cell that is being measured: one fork after the other, or a search, and in the end its result. One thread. */
public final class CellMeasurement implements AutoCloseable {
    /** How much lower is measured where what was found does not hold again; then twice that, and half at most. */
    private static final double FIRST_STEP_DOWN = 0.1;

    private static final double LARGEST_STEP_DOWN = 0.5;
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
        RunPlan plan = attempts.ofFork(number, plan(number, workload, files.workingDirectory(), recording(number)));
        Fork fork = explained(number, plan, progress);
        forks.add(attempts.ranOutOfMemory() ? fork.failed(neededHeap(plan)) : fork);
    }

    /** Before the first fork, where a trial decides how long that takes. */
    private void warmUpUntilSteady(RunListener progress) throws IOException, InterruptedException {
        if (!workload.isWarmedUntilSteady()) {
            return;
        }
        RunPlan plan = plan(1, WarmUpTrial.of(workload), data.path(), isRecorded() ? TRIAL_RECORDING : null);
        Fork trial = explained(1, plan, progress);
        Files.deleteIfExists(data.path().resolve(TRIAL_RECORDING));
        warmUp = WarmUpTrial.found(trial, workload.warmup());
        asked = workload;
        workload = workload.toBuilder()
                .warmup(Duration.ofSeconds(Math.round(warmUp.seconds())))
                .build();
    }

    private RunPlan plan(int number, Workload like, Path logs, String recording) {
        Workload ofFork = like.toBuilder()
                .arrivals(like.arrivals().ofFork(number, cell.producers()))
                .layout(layout == null ? like.layout() : layout)
                .build();
        return plan(ofFork, logs, recording);
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

    private RunPlan plan(Workload single, Path logs, String recording) {
        return RunPlan.of(RunNames.runId(), single, transport, data.path(), logs, recording);
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
                        plan.workload().jvm().heapBytes());
    }

    /** What the search found is measured again as asked for; where it fails twice, a lower rate is, and so on. */
    void search(RunListener progress) throws IOException, InterruptedException {
        Workload single = workload;
        Fork searching = attempts.explained(1, plan(single, data.path(), null), progress);
        Search found = attempts.search();
        if (found == null) {
            forks.add(searching);
            return;
        }
        List<Search.Trial> trials = new ArrayList<>(found.trials());
        Double fails = found.failsPerSecond();
        double rate = found.holdsPerSecond() == null
                ? trials.get(trials.size() - 1).offeredPerSecond()
                : found.holdsPerSecond();
        double step = FIRST_STEP_DOWN;
        boolean failedOnce = false;
        while (true) {
            workload = SearchEngine.at(single, rate);
            forks.clear();
            layout = null;
            forks(progress);
            search = new Search(null, fails, found.failedBelow(), trials);
            if (forks.isEmpty()) {
                return;
            }
            Search.Trial trial = Trials.of(rate, true, forks, single.objective());
            progress.onTrial(trial);
            trials.add(trial);
            search = new Search(trial.met() ? rate : null, fails, found.failedBelow(), trials);
            if (trial.met() || attempts.areAborted() || found.holdsPerSecond() == null) {
                return;
            }
            if (failedOnce) {
                fails = rate;
                rate *= 1 - step;
                step = Math.min(LARGEST_STEP_DOWN, 2 * step);
                if (rate < SearchEngine.lowestPerSecond(single)) {
                    return;
                }
            }
            failedOnce = !failedOnce;
        }
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
                || !forks.stream().allMatch(Fork::complete)) {
            return null;
        }
        RunPlan plan = plan(workload, data.path(), isRecorded() ? FLOOR_RECORDING : null);
        Fork fork = attempts.explained(1, FloorRun.of(plan, forks.get(0).layout()), RunListener.NONE);
        Files.deleteIfExists(data.path().resolve(FLOOR_RECORDING));
        return fork.complete() ? Floor.of(fork) : null;
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
                        workload.cells().get(0).ratePerSecond(),
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

    private List<Warning> warnings(Floor floor, ReachedPrecision precision) {
        List<Warning> warnings = Warnings.of(forks, floor, Longer.than(workload));
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
