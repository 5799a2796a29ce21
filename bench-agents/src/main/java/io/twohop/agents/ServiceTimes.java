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
 * How the clocks of services relate to those of loads: through the wall clocks of their machines, read before the run and after it. Of
 * one machine all is the same clock; of several it is as exact as chrony keeps them.
 */
final class ServiceTimes {
    /** {@code toService} is reported where it may be wrong by at most this part of its median. */
    static final double SHARE = 0.1;

    private static final Duration LIMIT = Duration.ofSeconds(5);
    private static final double NANOS_PER_MICRO = 1e3;

    private final List<Member> services;
    private final Map<Member, MachineClocks> before;
    private Map<Member, MachineClocks> after = Map.of();

    /** @param before the clocks of loads and services */
    ServiceTimes(List<Member> services, Map<Member, MachineClocks> before) {
        this.services = services;
        this.before = before;
    }

    /** Asks each. */
    static Map<Member, MachineClocks> read(Control control, List<Member> members) throws InterruptedException {
        Map<Member, MachineClocks> clocks = new LinkedHashMap<>();
        for (Member member : members) {
            Answer answer =
                    control.ask(Verb.CLOCKS.subject(member.info().id()), Question.of(null), Answer.class, LIMIT);
            if (answer == null || answer.clocks() == null) {
                throw new AgentsException(member.title() + " does not answer");
            }
            clocks.put(member, answer.clocks());
        }
        return clocks;
    }

    /** Once all is measured: the same clocks again. */
    void after(Map<Member, MachineClocks> clocks) {
        after = clocks;
    }

    /** As a load's sinks need it. */
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

    /** One of the machines whose wall clock nothing bounds, if that matters. */
    private Optional<Member> unbounded(Member load) {
        return isOneMachine(load)
                ? Optional.empty()
                : Stream.concat(Stream.of(load), services.stream())
                        .filter(member -> before.get(member).boundNanos() == null)
                        .findFirst();
    }

    private boolean isOneMachine(Member load) {
        return services.stream().allMatch(service -> isOneMachine(service, load));
    }

    private static boolean isOneMachine(Member one, Member other) {
        return one.info().machine().equals(other.info().machine());
    }

    /** By how much the load's times to a service may be wrong; empty where nothing bounds that. */
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
                if (first.boundNanos() == null || second.boundNanos() == null) {
                    return Optional.empty();
                }
                within += Math.max(first.boundNanos(), second.boundNanos());
            }
            most = Math.max(most, within);
        }
        return Optional.of(most);
    }

    /** Why {@code toService} cannot be reported; empty where it can. */
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

    /** How exact it is, where several machines' clocks decide that. */
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
