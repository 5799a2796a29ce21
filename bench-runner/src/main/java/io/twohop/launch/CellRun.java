package io.twohop.launch;

import io.twohop.config.ConfigException;
import io.twohop.demand.Demand;
import io.twohop.engine.Cleaning;
import io.twohop.engine.Measurement;
import io.twohop.engine.protocol.RunListener;
import io.twohop.fault.FaultTargets;
import io.twohop.registry.TransportFile;
import io.twohop.result.BenchmarkResult;
import io.twohop.result.EventSamples;
import io.twohop.result.SideBySide;
import io.twohop.result.Turns;
import io.twohop.transport.Footprint;
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

/** A run of one cell of a workload on one transport: its forks one after the other, then the result and its files. */
public final class CellRun {
    /** Expected time for starting a JVM and servers. */
    private static final Duration STARTING = Duration.ofSeconds(3);

    private final CellPlan plan;
    private final Workload workload;
    private final TransportFile transport;
    private final Cell cell;
    private final Scenario scenario;
    private final Place place;
    private final Attempts attempts;
    private Measurement measurement;
    private Demand demand;
    private EventSamples samples;

    /**
     * Creates a run.
     *
     * @param workload the workload of the cell and of others
     * @param results directory of all results
     * @param home the checkout whose revision goes into the result
     * @throws ConfigException if the cell sets a key that the transport does not have
     */
    public CellRun(Workload workload, TransportFile transport, Cell cell, Path results, Path home, Place place) {
        this.plan = new CellPlan(workload, transport.with(cell.dimensions()), cell, results, home);
        this.workload = workload;
        this.transport = plan.transport();
        this.cell = cell;
        this.scenario = plan.scenario();
        this.place = place;
        this.attempts = new Attempts(place);
    }

    /** Returns an error at the place of its key in the workload. */
    ConfigException located(ConfigException error) {
        return workload.located(error);
    }

    /** Returns the cell. */
    public Cell cell() {
        return cell;
    }

    /** Returns the name of the transport file. */
    public String transport() {
        return transport.name();
    }

    /** Returns the run's title in progress lines. */
    public String title() {
        String what = workload.mode() == Mode.MAX_RATE ? "highest rate from " + cell : cell.toString();
        return transport.name() + " " + workload.name() + " " + what;
    }

    /** Returns how long {@link #run} takes if nothing goes wrong. */
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
     * @return the measurement of the first fork
     * @throws io.twohop.config.ConfigException for mistakes in the files
     * @throws io.twohop.transport.TransportException if this machine lacks something the run needs
     */
    public Measurement check() {
        measurement = new CellChecks(plan, place).check();
        samples = measurement.samples();
        demand = demand(measurement);
        transport.common().limits().check(demand);
        return measurement;
    }

    /** Returns the measurement of the first fork; known once {@link #check} has returned. */
    Measurement measurement() {
        return measurement;
    }

    private Demand demand(Measurement measurement) {
        Footprint footprint = footprint(measurement);
        return Demand.of(
                transport.whole().sourceName(),
                transport.isForeign(),
                scenario.load(),
                workload.forks(),
                workload.warmUpTrial(),
                measurement.context(),
                footprint);
    }

    private Footprint footprint(Measurement measurement) {
        if (scenario.service().isDeployed()) {
            return new Footprint(List.of(), 0, 1);
        }
        return measurement
                .transport()
                .servers()
                .map(servers -> servers.footprint(measurement.context()))
                .orElseGet(() -> new Footprint(List.of(), workload.hops() * cell.topics(), 1));
    }

    /** Returns the run's demand on its servers; known once {@link #check} has returned. */
    public Demand demand() {
        return demand;
    }

    private List<String> faultTargets() {
        return place.faultTargets(scenario, transport);
    }

    /**
     * Returns why one of several scenarios is left out: the transport has no such target for a fault. A single scenario is refused by
     * {@link #check} instead.
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

    /** Runs every fork, or a search, and writes the result; after an abort, of what had been measured. */
    public BenchmarkResult run(RunListener progress) throws IOException, InterruptedException {
        try (CellMeasurement measurement = begin(Turns.NONE)) {
            if (workload.mode() == Mode.MAX_RATE) {
                measurement.search(progress);
            } else {
                measurement.forks(progress);
            }
            return measurement.finish();
        }
    }

    /**
     * Begins a run whose forks the caller measures, in turn with those of other runs.
     *
     * @param interleaved names the call whose rounds the forks are measured in
     * @param duet how they are measured side by side with another run's; {@code null} if they are not
     * @throws IOException if the result's directory cannot be created
     */
    public CellMeasurement begin(String interleaved, SideBySide duet) throws IOException, InterruptedException {
        return begin(new Turns(interleaved, duet));
    }

    private CellMeasurement begin(Turns turns) throws IOException, InterruptedException {
        Cleaning.before(transport);
        return new CellMeasurement(plan, samples, turns, attempts);
    }

    /** Ends the run at once; any thread. {@link #run} then writes what had been measured. */
    public void abort() {
        attempts.abort();
    }
}
