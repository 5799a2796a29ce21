package io.twohop.launch;

import io.twohop.config.ConfigException;
import io.twohop.demand.Demand;
import io.twohop.engine.Cleaning;
import io.twohop.engine.Measurement;
import io.twohop.engine.protocol.RunListener;
import io.twohop.engine.protocol.RunPlan;
import io.twohop.fault.FaultTargets;
import io.twohop.registry.TransportFile;
import io.twohop.result.BenchmarkResult;
import io.twohop.result.EventSamples;
import io.twohop.result.SideBySide;
import io.twohop.sandbox.Sandbox;
import io.twohop.transport.Footprint;
import io.twohop.transport.TopicLimit;
import io.twohop.transport.TransportException;
import io.twohop.workload.Cell;
import io.twohop.workload.Mode;
import io.twohop.workload.Scenario;
import io.twohop.workload.SearchBudget;
import io.twohop.workload.Workload;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** One cell of a workload on one transport: its forks one after the other, then its result and the result's files. */
public final class CellRun {
    /** A JVM and what it connects to. */
    private static final Duration STARTING = Duration.ofSeconds(3);

    private final Workload workload;
    private final TransportFile transport;
    private final Cell cell;
    private final Scenario scenario;
    private final Path results;
    private final Path home;
    private final Place place;
    private final Attempts attempts;
    private Demand demand;
    private EventSamples samples;

    /**
     * @param workload that the cell is of
     * @throws ConfigException where the cell sets what the transport does not have
     * @param results where results are kept
     * @param home the checkout whose revision goes into the result
     */
    public CellRun(Workload workload, TransportFile transport, Cell cell, Path results, Path home, Place place) {
        this.workload = workload;
        this.transport = transport.with(cell.dimensions());
        this.cell = cell;
        this.scenario = workload.scenario(cell);
        this.results = results;
        this.home = home;
        this.place = place;
        this.attempts = new Attempts(place);
    }

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
        Duration forks = fork.multipliedBy(workload.forks()).plus(workload.warmUpTrial());
        if (workload.mode() == Mode.MAX_RATE) {
            SearchBudget budget = SearchBudget.of(workload);
            return budget.usual();
        }
        return FloorRun.isWanted(workload, transport)
                ? forks.plus(STARTING).plus(FloorRun.expectedDuration(workload))
                : forks;
    }

    /**
     * Refuses what could not run, before anything is started.
     *
     * @throws io.twohop.config.ConfigException for what the files say
     * @throws io.twohop.transport.TransportException for what this machine cannot do
     */
    public void check() {
        transport.checkNames();
        Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
        Carriers.check(workload, scenario, transport);
        RunPlan plan = RunPlan.of(RunNames.runId(), scenario, transport, temporary, temporary, null);
        Measurement measurement = place.measurement(plan);
        place.check(plan, measurement);
        samples = measurement.samples();
        measurement.transport().provider().unavailable().ifPresent(why -> {
            throw new TransportException(transport.common().transport() + ": not available here: " + why);
        });
        if (workload.service().process() && !measurement.transport().provider().spansProcesses()) {
            throw ConfigException.invalid(
                    "service.process",
                    true,
                    "no process over " + transport.common().transport() + ", which stays within one");
        }
        scenario.faults().forEach(fault -> FaultTargets.check(fault, faultTargets()));
        try {
            Sandbox.of(scenario.faults()).check();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        TopicLimit limit = measurement.transport().provider().topicLimit();
        if (cell.topics() > limit.most()) {
            throw ConfigException.invalid(
                    "topics",
                    cell.topics(),
                    "1 to " + limit.most() + " over " + transport.common().transport() + ": " + limit.why());
        }
        try {
            measurement.transport().check(measurement.context());
        } catch (ConfigException e) {
            throw transport.whole().located(e);
        }
        demand = demand(measurement);
        transport.common().limits().check(demand);
    }

    private Demand demand(Measurement measurement) {
        Footprint footprint = measurement
                .transport()
                .servers()
                .map(servers -> servers.footprint(measurement.context()))
                .orElseGet(() -> new Footprint(List.of(), workload.hops() * cell.topics(), 1));
        return Demand.of(
                transport.whole().sourceName(),
                transport.isForeign(),
                scenario.load(),
                workload.forks(),
                workload.warmUpTrial(),
                measurement.context(),
                footprint);
    }

    /** What the run asks of its servers; known once it is checked. */
    public Demand demand() {
        return demand;
    }

    private List<String> faultTargets() {
        return place.faultTargets(scenario, transport);
    }

    /**
     * Why a scenario of several cannot be on this transport, which has no such part: then it is left out; empty where it can.
     * Where there is but one, {@link #check} refuses.
     */
    public Optional<String> leftOut() {
        if (cell.faults() == null) {
            return Optional.empty();
        }
        return scenario.faults().stream()
                .filter(fault ->
                        FaultTargets.resolve(fault.target(), faultTargets()).isEmpty())
                .findFirst()
                .map(fault -> title() + ": no " + fault.target() + " there");
    }

    /** Runs every fork, or a search; when aborted, writes what there was. */
    public BenchmarkResult run(RunListener progress) throws IOException, InterruptedException {
        try (CellMeasurement measurement = begin(null, null)) {
            if (workload.mode() == Mode.MAX_RATE) {
                measurement.search(progress);
            } else {
                measurement.forks(progress);
            }
            return measurement.finish();
        }
    }

    /**
     * The same step by step, for forks of several cells in turn.
     *
     * @param interleaved names the call whose rounds the forks are measured in; null where they take no turns
     * @param duet how they are measured side by side with another run's; null where they are not
     * @throws IOException when there is no place for the result
     */
    public CellMeasurement begin(String interleaved, SideBySide duet) throws IOException, InterruptedException {
        Cleaning.before(transport);
        return new CellMeasurement(workload, transport, cell, results, home, samples, interleaved, duet, attempts);
    }

    /** Ends the run at once; any thread. {@link #run} then writes what had been measured. */
    public void abort() {
        attempts.abort();
    }
}
