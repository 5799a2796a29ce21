package io.twohop.agents;

import io.twohop.finding.Finding;
import io.twohop.finding.Rules;
import io.twohop.pipeline.ServiceClocks;
import io.twohop.result.LatencySummary;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The relation between the clocks of services and those of loads, by the wall clocks of their machines, read before and after the run.
 * Agents on one machine share a clock; clocks of several machines agree as exactly as chrony keeps them.
 */
final class ServiceTimes {
    /** Largest error of {@code toService}, as a share of its median, with which it is still reported. */
    static final double SHARE = 0.1;

    private static final Duration LIMIT = Duration.ofSeconds(5);
    private static final double NANOS_PER_MICRO = 1e3;

    private final List<Member> services;
    private final Map<Member, MachineClocks> before;
    private Map<Member, MachineClocks> after = Map.of();

    /** @param before clocks of loads and services before the run */
    ServiceTimes(List<Member> services, Map<Member, MachineClocks> before) {
        this.services = services;
        this.before = before;
    }

    /** Asks each agent for its clocks. */
    static Map<Member, MachineClocks> read(Control control, List<Member> members) throws InterruptedException {
        Map<Member, MachineClocks> clocks = new LinkedHashMap<>();
        for (Member member : members) {
            MachineClocks its = control.ask(Verb.CLOCKS.subject(member.info().id()), Question.NONE, LIMIT)
                    .map(Answer::clocks)
                    .orElseThrow(() -> new AgentsException(member.title() + " does not answer"));
            clocks.put(member, its);
        }
        return clocks;
    }

    /** Takes the same clocks after the run. */
    void after(Map<Member, MachineClocks> clocks) {
        after = clocks;
    }

    /** Returns the clocks of the services as the sinks of a load need them. */
    ServiceClocks of(Member load) {
        return unbounded(load).isPresent()
                ? ServiceClocks.UNKNOWN
                : new ServiceClocks(
                        true,
                        services.stream()
                                .map(service -> aheadNanos(before, service, load))
                                .toList());
    }

    private static long aheadNanos(Map<Member, MachineClocks> clocks, Member service, Member load) {
        return clocks.get(service).aheadNanos() - clocks.get(load).aheadNanos();
    }

    /** Returns a machine whose wall clock nothing bounds, if that matters. */
    private Optional<Member> unbounded(Member load) {
        return isOneMachine(load)
                ? Optional.empty()
                : Stream.concat(Stream.of(load), services.stream())
                        .filter(member -> before.get(member).bound().isEmpty())
                        .findFirst();
    }

    private boolean isOneMachine(Member load) {
        return services.stream().allMatch(service -> isOneMachine(service, load));
    }

    private static boolean isOneMachine(Member one, Member other) {
        return one.info().machine().equals(other.info().machine());
    }

    /** Returns the largest error of a load's times to a service, in nanoseconds; empty if nothing bounds it. */
    Optional<Long> withinNanos(Member load) {
        long most = 0;
        for (Member service : services) {
            if (!after.containsKey(service) || !after.containsKey(load)) {
                return Optional.empty();
            }
            long within = Math.abs(aheadNanos(after, service, load) - aheadNanos(before, service, load));
            for (Member member : List.of(service, load)) {
                MachineClocks first = before.get(member);
                MachineClocks second = after.get(member);
                within += Math.max(first.readNanos(), second.readNanos());
                if (isOneMachine(service, load)) {
                    continue;
                }
                if (first.bound().isEmpty() || second.bound().isEmpty()) {
                    return Optional.empty();
                }
                within += Math.max(first.bound().get(), second.bound().get());
            }
            most = Math.max(most, within);
        }
        return Optional.of(most);
    }

    /** Returns why {@code toService} cannot be reported; empty if it can. */
    Optional<Finding> objection(Map<Member, LatencySummary> toService) {
        for (Map.Entry<Member, LatencySummary> load : toService.entrySet()) {
            Optional<Member> unbounded = unbounded(load.getKey());
            if (unbounded.isPresent()) {
                return Optional.of(
                        Rules.TO_SERVICE_UNBOUNDED.found(unbounded.get().title()));
            }
            Optional<Long> within = withinNanos(load.getKey());
            if (within.isEmpty()) {
                return Optional.of(Rules.TO_SERVICE_UNCHECKED.found());
            }
            if (load.getValue() == null) {
                continue;
            }
            double median = load.getValue().histogram().getValueAtPercentile(50);
            if (within.get() > SHARE * median) {
                return Optional.of(
                        Rules.TO_SERVICE_TOO_INEXACT.found(within.get() / NANOS_PER_MICRO, median / NANOS_PER_MICRO));
            }
        }
        return Optional.empty();
    }

    /** Returns the largest error of {@code toService}, if the clocks of several machines decide it. */
    Optional<Finding> exactness(List<Member> loads) {
        List<Long> within = new ArrayList<>();
        loads.stream()
                .filter(load -> !isOneMachine(load))
                .map(this::withinNanos)
                .flatMap(Optional::stream)
                .forEach(within::add);
        return within.stream().max(Long::compare).map(nanos -> Rules.TO_SERVICE_INEXACT.found(nanos / NANOS_PER_MICRO));
    }
}
