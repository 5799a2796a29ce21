package io.twohop.workload;

import java.util.List;

/**
 * The settings of one fork: single values where a {@link Workload} has lists, keys, and defaults. The parent process makes
 * scenarios of a workload; the measuring JVM gets one as JSON and trusts it. Immutable.
 *
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
                pace(workload, cell),
                workload.arrivals(),
                workload.warmup(),
                workload.duration(),
                workload.get(Keys.DRAIN));
        Topology topology = new Topology(workload.hops(), cell.topics(), cell.producers(), cell.subscribers());
        List<Fault> faults = workload.faults().entrySet().stream()
                .filter(named ->
                        cell.given(Keys.FAULTS).map(named.getKey()::equals).or(true))
                .flatMap(named -> named.getValue().stream())
                .toList();
        return new Scenario(
                load,
                Payload.of(workload, cell),
                topology,
                new Placement(workload.get(Keys.LAYOUT), workload.get(Keys.IDLE), workload.get(Keys.AFFINITY)),
                workload.service(),
                workload.get(Keys.JVM),
                workload.get(Keys.JFR),
                workload.objective(),
                FaultChecks.each(faults));
    }

    private static Pace pace(Workload workload, Cell cell) {
        return switch (workload.mode()) {
            case THROUGHPUT ->
                new Pace.Closed(
                        workload.get(Keys.IN_FLIGHT), workload.given(Keys.COUNT).or(Long.MAX_VALUE));
            case MAX_RATE -> new Pace.Search(cell.ratePerSecond(), SearchBudget.of(workload));
            case LATENCY ->
                workload.profile().changes()
                        ? new Pace.Changing(workload.profile(), cell.ratePerSecond())
                        : new Pace.Constant(cell.ratePerSecond());
        };
    }

    public Scenario with(Load other) {
        return new Scenario(other, payload, topology, placement, service, jvm, jfr, objective, faults);
    }

    public Scenario with(Placement other) {
        return new Scenario(load, payload, topology, other, service, jvm, jfr, objective, faults);
    }

    public Scenario with(ServiceOptions other) {
        return new Scenario(load, payload, topology, placement, other, jvm, jfr, objective, faults);
    }

    public Scenario with(JvmOptions otherJvm, Jfr otherJfr) {
        return new Scenario(load, payload, topology, placement, service, otherJvm, otherJfr, objective, faults);
    }

    public Scenario with(Slo other) {
        return new Scenario(load, payload, topology, placement, service, jvm, jfr, other, faults);
    }

    public Scenario withoutFaults() {
        return new Scenario(load, payload, topology, placement, service, jvm, jfr, objective, List.of());
    }
}
