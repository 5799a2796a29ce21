package io.twohop.workload;

import java.util.List;

/**
 * The settings of one fork: single values where a {@link Workload} has lists, keys, and defaults. The parent process makes
 * scenarios of a workload; the measuring JVM gets one as JSON and trusts it. Immutable.
 *
 * @param jvm options of the JVM that measures
 * @param jfr contents of the flight recording
 * @param objective the limits that a rate has to meet in a search
 * @param faults one for each time, by time; empty without faults
 */
public record Scenario(
        Load load,
        Payload payload,
        Topology topology,
        Placement placement,
        ServiceOptions service,
        JvmOptions jvm,
        Jfr jfr,
        Slo objective,
        List<Fault> faults) {
    public Scenario {
        faults = List.copyOf(faults);
    }

    /**
     * Returns the scenario of one cell.
     *
     * @param workload a file of arrivals that it has must have been read
     */
    static Scenario of(Workload workload, Cell cell) {
        Load load = new Load(
                pace(workload, cell), workload.arrivals(), workload.warmup(), workload.duration(), workload.drain());
        Topology topology = new Topology(workload.hops(), cell.topics(), cell.producers(), cell.subscribers());
        List<Fault> faults = cell.faults() == null
                ? workload.faults().values().stream().flatMap(List::stream).toList()
                : workload.faults().get(cell.faults());
        return new Scenario(
                load,
                Payload.of(workload, cell),
                topology,
                new Placement(workload.layout(), workload.idle(), workload.affinity()),
                workload.service(),
                workload.jvm(),
                workload.jfr(),
                workload.objective(),
                FaultChecks.each(faults));
    }

    private static Pace pace(Workload workload, Cell cell) {
        return switch (workload.mode()) {
            case THROUGHPUT ->
                new Pace.Closed(workload.inFlight(), workload.count() == null ? Long.MAX_VALUE : workload.count());
            case MAX_RATE -> new Pace.Search(cell.ratePerSecond(), SearchBudget.of(workload));
            case LATENCY ->
                workload.profile() == null
                        ? new Pace.Constant(cell.ratePerSecond())
                        : new Pace.Changing(workload.profile(), cell.ratePerSecond());
        };
    }

    /** Returns this scenario with another load. */
    public Scenario with(Load other) {
        return new Scenario(other, payload, topology, placement, service, jvm, jfr, objective, faults);
    }

    /** Returns this scenario with another placement. */
    public Scenario with(Placement other) {
        return new Scenario(load, payload, topology, other, service, jvm, jfr, objective, faults);
    }

    /** Returns this scenario with another service. */
    public Scenario with(ServiceOptions other) {
        return new Scenario(load, payload, topology, placement, other, jvm, jfr, objective, faults);
    }

    /** Returns this scenario in another JVM, with another recording. */
    public Scenario with(JvmOptions otherJvm, Jfr otherJfr) {
        return new Scenario(load, payload, topology, placement, service, otherJvm, otherJfr, objective, faults);
    }

    /** Returns this scenario with another objective. */
    public Scenario with(Slo other) {
        return new Scenario(load, payload, topology, placement, service, jvm, jfr, other, faults);
    }

    /** Returns this scenario without faults. */
    public Scenario withoutFaults() {
        return new Scenario(load, payload, topology, placement, service, jvm, jfr, objective, List.of());
    }
}
