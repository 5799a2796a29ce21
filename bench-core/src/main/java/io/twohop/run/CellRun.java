package io.twohop.run;

import io.twohop.measure.Accounting;
import io.twohop.measure.LatencyRecorder;
import io.twohop.measure.Probe;
import io.twohop.result.BenchmarkResult;
import io.twohop.result.Floor;
import io.twohop.result.Fork;
import io.twohop.result.LatencySummary;
import io.twohop.result.Rates;
import io.twohop.result.ResultFiles;
import io.twohop.result.Verdicts;
import io.twohop.transport.TransportException;
import io.twohop.workload.Cell;
import io.twohop.workload.Jfr;
import io.twohop.workload.Secrets;
import io.twohop.workload.Workload;
import io.twohop.workload.YamlDocument;
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
    /** A JVM and what it connects to. */
    private static final Duration STARTING = Duration.ofSeconds(3);

    private final YamlDocument workloadDocument;
    private final Workload workload;
    private final TransportFile transport;
    private final Cell cell;
    private final Path results;
    private final Path home;
    private final ForkedRun.Limits limits;
    private volatile ForkedRun current;
    private volatile boolean aborted;

    /**
     * @param results where results are kept
     * @param home the checkout whose revision goes into the result
     */
    public CellRun(
            YamlDocument workloadDocument,
            TransportFile transport,
            Cell cell,
            Path results,
            Path home,
            ForkedRun.Limits limits) {
        this.workloadDocument = workloadDocument;
        this.workload = Workload.read(workloadDocument);
        this.transport = transport;
        this.cell = cell;
        this.results = results;
        this.home = home;
        this.limits = limits;
    }

    /** A result and where it was written. */
    public record Written(BenchmarkResult result, Path directory) {}

    /** What a reader of progress lines tells this run from others by. */
    public String title() {
        return transport.name() + " " + workload.name() + " " + cell;
    }

    /** How long {@link #run} takes if nothing goes wrong. */
    public Duration expectedDuration() {
        Duration fork = STARTING.plus(workload.warmup()).plus(workload.duration());
        Duration forks = fork.multipliedBy(workload.forks());
        return floorWanted() ? forks.plus(STARTING).plus(FloorRun.expectedDuration(workload)) : forks;
    }

    private boolean floorWanted() {
        return !workload.floor().isZero() && !transport.common().transport().equals(FloorRun.LOOPBACK);
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
        Measurement measurement = Measurement.of(plan(temporary, temporary, null));
        measurement.provider().unavailable().ifPresent(why -> {
            throw new TransportException(transport.common().transport() + ": not available here: " + why);
        });
        measurement.provider().check(measurement.config(), measurement.context());
    }

    /** Runs every fork; when aborted, writes what there was. */
    public Written run(RunListener progress) throws IOException, InterruptedException {
        Instant startedAt = Instant.now();
        String name = RunNames.resultName(LocalDateTime.now(), workload.name(), cellName(), transport.name());
        ResultFiles files = new ResultFiles(results, name);
        List<Fork> forks = new ArrayList<>();
        Floor floor;
        try (PrivateDirectory data = new PrivateDirectory()) {
            for (int number = 1; number <= workload.forks() && !aborted; number++) {
                RunPlan plan = plan(data.path(), files.workingDirectory(), recording(number));
                Fork fork = measure(number, plan, progress);
                forks.add(current.ranOutOfMemory() ? fork.failed(neededHeap(plan)) : fork);
            }
            floor = floor(forks, data.path());
        }
        BenchmarkResult result = result(name, startedAt, forks, floor);
        return new Written(result, files.write(result));
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
    private Floor floor(List<Fork> forks, Path data) throws IOException, InterruptedException {
        if (!floorWanted() || aborted || !forks.stream().allMatch(Fork::complete)) {
            return null;
        }
        Fork fork = measure(1, FloorRun.of(plan(data, data, null)), RunListener.NONE);
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

    private RunPlan plan(Path data, Path logs, String recording) {
        String runId = RunNames.runId();
        return new RunPlan(
                runId,
                workload.name(),
                workloadDocument.toYaml(),
                transport.name(),
                transport.whole().toYaml(),
                cell.rate().perSecond(),
                cell.size() == null ? 0 : cell.size().bytes(),
                data.resolve(runId),
                logs.toAbsolutePath(),
                recording == null ? null : logs.toAbsolutePath().resolve(recording));
    }

    private String cellName() {
        return workload.cells().size() == 1 ? "" : cell.toString().replaceAll("[^A-Za-z0-9.]+", "-");
    }

    private BenchmarkResult result(String name, Instant startedAt, List<Fork> forks, Floor floor) {
        double achieved = forks.stream()
                .mapToDouble(fork -> fork.rates().achievedPerSecond())
                .average()
                .orElse(0);
        Rates rates = new Rates(cell.rate().perSecond(), achieved);
        return new BenchmarkResult(
                BenchmarkResult.SCHEMA_VERSION,
                name,
                startedAt,
                forks.size() == workload.forks() && forks.stream().allMatch(Fork::complete),
                Verdicts.judge(forks),
                workload.name(),
                Secrets.redact(workload.toDocument().toTree()),
                transport.name(),
                Secrets.redact(transport.whole().toTree()),
                cell.size() == null ? 0 : cell.size().bytes(),
                rates,
                forks.stream()
                        .map(Fork::accounting)
                        .filter(Objects::nonNull)
                        .reduce(Accounting::plus)
                        .orElse(null),
                merge(forks),
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
