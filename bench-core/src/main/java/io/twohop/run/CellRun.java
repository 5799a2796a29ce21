package io.twohop.run;

import io.twohop.measure.Accounting;
import io.twohop.measure.LatencyRecorder;
import io.twohop.measure.Probe;
import io.twohop.measure.Throughput;
import io.twohop.published.Publication;
import io.twohop.result.BenchmarkResult;
import io.twohop.result.Floor;
import io.twohop.result.Fork;
import io.twohop.result.LatencySummary;
import io.twohop.result.Rates;
import io.twohop.result.ResultFiles;
import io.twohop.result.Search;
import io.twohop.result.Verdicts;
import io.twohop.transport.TopicLimit;
import io.twohop.transport.TransportException;
import io.twohop.workload.Cell;
import io.twohop.workload.ConfigException;
import io.twohop.workload.Jfr;
import io.twohop.workload.Mode;
import io.twohop.workload.Secrets;
import io.twohop.workload.Workload;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.HdrHistogram.Histogram;

/** One cell of a workload on one transport: its forks one after the other, then its result and the result's files. */
public final class CellRun {
    /** What a trial of a search takes beside its window. */
    private static final Duration TRIAL = Duration.ofSeconds(4);

    /** A JVM and what it connects to. */
    private static final Duration STARTING = Duration.ofSeconds(3);

    /** Where what was found does not hold again. */
    private static final double STEP_DOWN = 0.9;

    private final Workload workload;
    private final TransportFile transport;
    private final Cell cell;
    private final Path results;
    private final Path home;
    private final ForkedRun.Limits limits;
    private volatile ForkedRun current;
    private volatile boolean aborted;

    /**
     * @param workload that the cell is of
     * @throws ConfigException where the cell sets what the transport does not have
     * @param results where results are kept
     * @param home the checkout whose revision goes into the result
     */
    public CellRun(
            Workload workload, TransportFile transport, Cell cell, Path results, Path home, ForkedRun.Limits limits) {
        this.workload = workload;
        this.transport = transport.with(cell.dimensions());
        this.cell = cell;
        this.results = results;
        this.home = home;
        this.limits = limits;
    }

    /** A result and where it was written. */
    public record Written(BenchmarkResult result, Path directory) {}

    /** The cell that is measured. */
    public Cell cell() {
        return cell;
    }

    /** The name of the transport file. */
    public String transport() {
        return transport.name();
    }

    /** What a reader of progress lines tells this run from others by. */
    public String title() {
        String what = workload.mode() == Mode.MAX_RATE ? "highest rate from " + cell : cell.toString();
        return transport.name() + " " + workload.name() + " " + what;
    }

    /** How long {@link #run} takes if nothing goes wrong. */
    public Duration expectedDuration() {
        Duration fork = STARTING.plus(workload.warmup()).plus(workload.duration());
        Duration forks = fork.multipliedBy(workload.forks());
        if (workload.mode() == Mode.MAX_RATE) {
            forks = forks.plus(TRIAL.plus(workload.duration()).multipliedBy(RateSearch.USUAL_TRIALS))
                    .plus(fork);
        }
        return floorWanted() ? forks.plus(STARTING).plus(FloorRun.expectedDuration(workload)) : forks;
    }

    private boolean floorWanted() {
        return workload.mode() != Mode.THROUGHPUT
                && !workload.floor().isZero()
                && !transport.common().transport().equals(FloorRun.LOOPBACK);
    }

    /**
     * Refuses what could not run, before anything is started.
     *
     * @throws io.twohop.workload.ConfigException for what the files say
     * @throws io.twohop.transport.TransportException for what this machine cannot do
     */
    public void check() {
        // A plan carries the file's text as it is in effect; only here the file's own lines can be named.
        transport.config(Providers.transport(transport.common().transport()));
        Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
        Measurement measurement = Measurement.of(plan(workload.only(cell), temporary, temporary, null));
        measurement.provider().unavailable().ifPresent(why -> {
            throw new TransportException(transport.common().transport() + ": not available here: " + why);
        });
        TopicLimit limit = measurement.provider().topicLimit();
        if (cell.topics() > limit.most()) {
            throw ConfigException.invalid(
                    "topics",
                    cell.topics(),
                    "1 to " + limit.most() + " over " + transport.common().transport() + ": " + limit.why());
        }
        measurement.provider().check(measurement.config(), measurement.context());
        if (!workload.published().isEmpty()) {
            Publication.of(workload.published());
        }
    }

    /** Runs every fork; when aborted, writes what there was. */
    public Written run(RunListener progress) throws IOException, InterruptedException {
        Instant startedAt = Instant.now();
        String name = RunNames.resultName(LocalDateTime.now(), workload.name(), cellName(), transport.name());
        ResultFiles files = new ResultFiles(results, name);
        try (PrivateDirectory data = new PrivateDirectory()) {
            Measured measured = workload.mode() == Mode.MAX_RATE
                    ? search(data.path(), files, progress)
                    : new Measured(workload.only(cell), null, forks(workload.only(cell), data.path(), files, progress));
            Floor floor = floor(measured, data.path());
            BenchmarkResult result = result(name, startedAt, measured, floor);
            return new Written(result, files.write(result));
        }
    }

    /**
     * What came of a cell.
     *
     * @param workload with one cell: the one that was asked for, or that a search found
     */
    private record Measured(Workload workload, Search search, List<Fork> forks) {
        Cell cell() {
            return workload.cells().get(0);
        }
    }

    private List<Fork> forks(Workload single, Path data, ResultFiles files, RunListener progress)
            throws IOException, InterruptedException {
        List<Fork> forks = new ArrayList<>();
        for (int number = 1; number <= single.forks() && !aborted; number++) {
            RunPlan plan = plan(single, data, files.workingDirectory(), recording(number));
            Fork fork = measure(number, plan, progress);
            forks.add(current.ranOutOfMemory() ? fork.failed(neededHeap(plan)) : fork);
        }
        return forks;
    }

    /** What the search found is measured again as asked for; where it does not hold then, a lower rate is, and so on. */
    private Measured search(Path data, ResultFiles files, RunListener progress)
            throws IOException, InterruptedException {
        Workload single = workload.only(cell);
        Fork searching = measure(1, plan(single, data, data, null), progress);
        Search search = current.search();
        if (search == null) {
            return new Measured(single, null, List.of(searching));
        }
        List<Search.Trial> trials = new ArrayList<>(search.trials());
        Double fails = search.failsPerSecond();
        double rate = search.holdsPerSecond() == null
                ? trials.get(trials.size() - 1).offeredPerSecond()
                : search.holdsPerSecond();
        while (true) {
            Workload confirming = SearchEngine.at(single, rate);
            List<Fork> forks = forks(confirming, data, files, progress);
            if (forks.isEmpty()) {
                return new Measured(confirming, new Search(null, fails, trials), forks);
            }
            Search.Trial trial = Search.Trial.of(rate, true, forks, single.objective());
            progress.onTrial(trial);
            trials.add(trial);
            boolean over = trial.met() || aborted || rate < 1 || search.holdsPerSecond() == null;
            if (over) {
                return new Measured(confirming, new Search(trial.met() ? rate : null, fails, trials), forks);
            }
            fails = rate;
            rate *= STEP_DOWN;
        }
    }

    private Fork measure(int number, RunPlan plan, RunListener progress) throws IOException, InterruptedException {
        current = new ForkedRun(number, plan, limits, progress);
        if (aborted) {
            current.abort();
        }
        return Explanations.explain(current.run(), plan.recording());
    }

    private String neededHeap(RunPlan plan) throws IOException, InterruptedException {
        return aborted ? "" : HeapProbe.need(measure(1, HeapProbe.of(plan), RunListener.NONE));
    }

    /** Measured after the run, so as not to delay it; null where it would say nothing. */
    private Floor floor(Measured measured, Path data) throws IOException, InterruptedException {
        if (!floorWanted() || aborted || !measured.forks().stream().allMatch(Fork::complete)) {
            return null;
        }
        Fork fork = measure(1, FloorRun.of(plan(measured.workload(), data, data, null)), RunListener.NONE);
        return fork.complete() ? Floor.of(fork) : null;
    }

    /** Ends the run at once; any thread. {@link #run} then writes what had been measured. */
    public void abort() {
        aborted = true;
        ForkedRun running = current;
        if (running != null) {
            running.abort();
        }
    }

    /** The name of a fork's flight recording; null for none. */
    private String recording(int number) {
        if (workload.jfr() == Jfr.OFF) {
            return null;
        }
        return workload.forks() == 1 ? "recording.jfr" : "recording-fork" + number + ".jfr";
    }

    private RunPlan plan(Workload single, Path data, Path logs, String recording) {
        String runId = RunNames.runId();
        return new RunPlan(
                runId,
                workload.name(),
                single.toDocument().toYaml(),
                transport.name(),
                transport.whole().toYaml(),
                data.resolve(runId),
                logs.toAbsolutePath(),
                recording == null ? null : logs.toAbsolutePath().resolve(recording));
    }

    private String cellName() {
        return workload.cells().size() == 1 ? "" : cell.toString().replaceAll("[^A-Za-z0-9.]+", "-");
    }

    private BenchmarkResult result(String name, Instant startedAt, Measured measured, Floor floor) {
        List<Fork> forks = measured.forks();
        double achieved = forks.stream()
                .mapToDouble(fork -> fork.rates().achievedPerSecond())
                .average()
                .orElse(0);
        Rates rates = new Rates(measured.cell().ratePerSecond(), achieved);
        return new BenchmarkResult(
                BenchmarkResult.SCHEMA_VERSION,
                name,
                startedAt,
                forks.size() == measured.workload().forks() && forks.stream().allMatch(Fork::complete),
                Verdicts.judge(forks, measured.workload().objective()),
                workload.name(),
                Secrets.redact(measured.workload().toDocument().toTree()),
                transport.name(),
                Secrets.redact(transport.whole().toTree()),
                cell.payloadBytes(),
                rates,
                forks.stream()
                        .map(Fork::throughput)
                        .filter(Objects::nonNull)
                        .reduce(Throughput::plus)
                        .orElse(null),
                measured.search(),
                forks.stream()
                        .map(Fork::accounting)
                        .filter(Objects::nonNull)
                        .reduce(Accounting::plus)
                        .orElse(null),
                merge(forks),
                Publication.references(measured.workload(), transport.name()),
                floor,
                Warnings.of(forks, floor),
                forks,
                GitRevision.of(home));
    }

    private static Map<Probe, LatencySummary> merge(List<Fork> forks) {
        Map<Probe, Histogram> sums = new EnumMap<>(Probe.class);
        for (Fork fork : forks) {
            fork.probes()
                    .forEach((probe, summary) -> sums.computeIfAbsent(probe, added -> LatencyRecorder.newHistogram())
                            .add(summary.histogram()));
        }
        Map<Probe, LatencySummary> merged = new EnumMap<>(Probe.class);
        sums.forEach((probe, sum) -> merged.put(probe, LatencySummary.of(sum)));
        return merged;
    }
}
