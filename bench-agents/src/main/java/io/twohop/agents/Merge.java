package io.twohop.agents;

import io.twohop.account.Accounting;
import io.twohop.account.Interval;
import io.twohop.account.Reported;
import io.twohop.engine.ForkCollector;
import io.twohop.engine.ServiceLoads;
import io.twohop.finding.Finding;
import io.twohop.finding.Kind;
import io.twohop.finding.Rules;
import io.twohop.finding.Severity;
import io.twohop.measure.WorkMeter;
import io.twohop.pipeline.ServiceCounts;
import io.twohop.result.CodecCost;
import io.twohop.result.Costs;
import io.twohop.result.Course;
import io.twohop.result.Disturbance;
import io.twohop.result.Expense;
import io.twohop.result.Faults;
import io.twohop.result.Figures;
import io.twohop.result.Fork;
import io.twohop.result.LatencySummary;
import io.twohop.result.Part;
import io.twohop.result.Rates;
import io.twohop.result.Recorded;
import io.twohop.result.ServiceLoad;
import io.twohop.result.Trust;
import io.twohop.workload.Probe;
import io.twohop.workload.Scenario;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** Makes one fork of what agents measured: their samples together, their accounts added. */
final class Merge {
    private final int number;
    private final Scenario scenario;
    private final int loads;
    private final Map<Member, PartReport> reports = new LinkedHashMap<>();
    private final List<Finding> incidents = new ArrayList<>();
    private final List<String> failures = new ArrayList<>();
    private final Map<Member, Fork> measured = new LinkedHashMap<>();
    private ServiceCounts services = ServiceCounts.NONE;
    private Optional<ServiceTimes> times = Optional.empty();

    /** @param loads how many parts are to be merged */
    Merge(int number, Scenario scenario, int loads) {
        this.number = number;
        this.scenario = scenario;
        this.loads = loads;
    }

    /**
     * The start was agreed.
     *
     * @param spreadNanos by how much two agents may have begun apart
     * @param serviceTimes how services' clocks relate to those of loads
     */
    void started(long spreadNanos, ServiceTimes serviceTimes) {
        times = Optional.of(serviceTimes);
        incidents.add(Rules.AGENTS_BEGAN.found(spreadNanos / 1_000));
    }

    /**
     * Adds a report; nothing of it is kept if this throws.
     *
     * @throws RuntimeException if the report is none that the bench can have written
     */
    void add(Member member, PartReport report) {
        if (isLoad(member)) {
            measured.put(member, fork(report));
        }
        report.notices()
                .forEach(notice ->
                        incidents.add(new Finding(Kind.TRANSPORT, Severity.WARNING, notice, "").of(member.title())));
        Optional.ofNullable(report.diagnosis()).ifPresent(why -> failures.add(member.title() + ": " + why));
        if (member.role() == AgentRole.SERVER) {
            return;
        }
        reports.put(member, report);
        services = services.plus(report.service().counts());
    }

    private static boolean isLoad(Member member) {
        return member.role() == AgentRole.LOAD;
    }

    private Fork fork(PartReport report) {
        ForkCollector collector = new ForkCollector(
                number, scenario.load().perSecond() / loads, scenario.load().seconds());
        PartReport.Load load = report.load();
        Optional.ofNullable(load.started()).ifPresent(collector::onStarted);
        load.intervals().forEach(collector::onInterval);
        Optional.ofNullable(load.ended()).ifPresent(collector::onEnded);
        Fork fork = collector.toFork(report.diagnosis());
        return fork.explained(
                load.memory(),
                load.tail(),
                Optional.ofNullable(load.delays())
                        .map(delays -> Trust.of(delays, fork.probes()))
                        .orElse(null));
    }

    /** Leaves out times of services where clocks do not bear them. */
    private void checkServiceTimes() {
        if (times.flatMap(this::objection).isPresent()) {
            measured.replaceAll((member, fork) -> fork(reports.get(member).withoutServiceTimes()));
        }
    }

    /** Returns why times of services cannot be reported, and keeps that, or how exact they are, as an incident. */
    private Optional<Finding> objection(ServiceTimes its) {
        Map<Member, LatencySummary> toService = new LinkedHashMap<>();
        measured.forEach((member, fork) -> toService.put(member, fork.probes().get(Probe.TO_SERVICE)));
        Optional<Finding> objection = its.objection(toService);
        objection.or(() -> its.exactness(List.copyOf(measured.keySet()))).ifPresent(incidents::add);
        return objection;
    }

    private List<Part> parts() {
        List<Part> parts = new ArrayList<>();
        reports.forEach((member, report) -> parts.add(new Part(
                member.number(),
                member.info().name(),
                member.role().key(),
                measured.get(member),
                report.service().taken())));
        return parts;
    }

    /**
     * Merges the forks of all loads into one.
     *
     * @param broken what broke the fork off; empty if the fork ended by itself
     */
    Fork toFork(Optional<String> broken) {
        checkServiceTimes();
        List<Part> parts = parts();
        List<Fork> forks = List.copyOf(measured.values());
        String failure = broken.or(() -> failures.stream().findFirst())
                .or(() -> missing(forks))
                .or(() -> scenario.faults().isEmpty()
                        ? Balance.of(parts, services).map(Finding::text)
                        : faultsMissing(forks))
                .orElse(null);
        if (forks.isEmpty()) {
            return new ForkCollector(number, scenario.load().perSecond(), 1).toFork(failure);
        }
        Fork first = forks.get(0);
        boolean single = forks.size() == 1;
        Map<Probe, LatencySummary> probes =
                LatencySummary.merged(forks.stream().map(Fork::probes).toList());
        // A load elsewhere than its broker has no share of the service: that of the others would not be of all
        // messages.
        Set.of(Probe.TO_SERVICE, Probe.IN_SERVICE).stream()
                .filter(probe -> forks.stream().anyMatch(fork -> !fork.probes().containsKey(probe)))
                .forEach(probes::remove);
        Rates rates = rates(forks);
        return new Fork(
                number,
                new Course(
                        first.startedAt(),
                        failure,
                        forks.stream()
                                .map(Fork::publishFailure)
                                .filter(Objects::nonNull)
                                .findFirst()
                                .orElse(null)),
                new Figures(
                        rates,
                        null,
                        accounting(forks),
                        probes,
                        List.of(),
                        Trust.merged(forks.stream().map(Fork::trust).toList(), probes)
                                .orElse(null)),
                first.setup(),
                new Disturbance(incidents(), single ? faults(first) : null),
                new Expense(
                        first.expense().sizes(),
                        CodecCost.typical(forks).orElse(null),
                        costs(),
                        serviceLoad(rates, probes)),
                single ? first.recorded() : Recorded.NOTHING,
                parts,
                intervals(forks));
    }

    private Optional<String> missing(List<Fork> forks) {
        return forks.size() < loads
                ? Optional.of("of " + loads + " loads " + (loads - forks.size()) + " handed over nothing")
                : Optional.empty();
    }

    /** A load that did not hear of a fault has not seen what it did. */
    private Optional<String> faultsMissing(List<Fork> forks) {
        int wanted = scenario.faults().size();
        return forks.stream()
                .map(fork ->
                        fork.faults().map(faults -> faults.outcomes().size()).orElse(0))
                .filter(seen -> seen < wanted)
                .findFirst()
                .map(seen -> "of " + wanted + " faults the load heard of " + seen);
    }

    /** With answers that a service knows to have failed: the load counts those as lost by the transport. */
    private Faults faults(Fork only) {
        return only.faults().map(faults -> faults.reported(services.reported())).orElse(null);
    }

    /** Returns the services' reports of messages that are missing. */
    private Reported reported(List<Fork> forks) {
        Optional<Faults> faults = forks.size() == 1 ? forks.get(0).faults() : Optional.empty();
        return faults.map(ofOne -> ofOne.known(services.reported())).orElseGet(services::reported);
    }

    private Accounting accounting(List<Fork> forks) {
        return forks.stream()
                .flatMap(fork -> fork.accounting().stream())
                .reduce(Accounting::plus)
                .filter(sum -> forks.size() == loads)
                .map(sum -> sum.plusService(
                        reported(forks), services.foreign(), services.integrity(), services.acknowledged()))
                .orElse(null);
    }

    private Rates rates(List<Fork> forks) {
        return Rates.sum(
                scenario.load().perSecond(), forks.stream().map(Fork::rates).toList());
    }

    private List<Finding> incidents() {
        List<Finding> all = new ArrayList<>(services.incidents());
        measured.forEach((member, fork) -> fork.incidents().forEach(incident -> all.add(incident.of(member.title()))));
        all.addAll(incidents);
        return all;
    }

    /** Returns the load of all services; {@code null} if none finished a message. */
    private ServiceLoad serviceLoad(Rates rates, Map<Probe, LatencySummary> probes) {
        List<WorkMeter.Sum> work = reports.values().stream()
                .flatMap(report -> report.service().work().stream())
                .toList();
        return Optional.ofNullable(ServiceLoads.of(
                        scenario.service(),
                        work,
                        rates.duePerSecond(),
                        scenario.load().arrivals().kind()))
                .map(load -> load.beside(probes.get(Probe.TO_SERVICE)))
                .orElse(null);
    }

    /** Returns the costs of each agent's process by its name; the first load's process is the one that measures. */
    private Costs costs() {
        List<Costs.ProcessCost> processes = new ArrayList<>();
        double seconds = 0;
        long messages = 0;
        if (measured.values().stream().anyMatch(fork -> fork.costs().isEmpty())) {
            return null;
        }
        for (Map.Entry<Member, Fork> part : measured.entrySet()) {
            Costs its = part.getValue().expense().costs();
            seconds = Math.max(seconds, its.seconds());
            messages += its.messages();
            boolean first = processes.isEmpty();
            for (Costs.ProcessCost process : its.processes()) {
                String name = first ? process.name() : "agent-" + part.getKey().number() + " " + process.name();
                processes.add(new Costs.ProcessCost(
                        name, process.residentBytes(), process.readBytes(), process.writtenBytes(), process.threads()));
            }
        }
        return new Costs(seconds, messages, processes, null, null);
    }

    /** Seconds of all loads that are the same part of the run. */
    private static List<Interval> intervals(List<Fork> forks) {
        Map<List<Object>, List<Interval>> same = new LinkedHashMap<>();
        for (Fork fork : forks) {
            for (Interval interval : fork.intervals()) {
                same.computeIfAbsent(List.of(interval.phase(), interval.startNanos()), key -> new ArrayList<>())
                        .add(interval);
            }
        }
        return same.values().stream().map(Interval::together).toList();
    }
}
