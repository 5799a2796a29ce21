package io.twohop.judge;

import io.twohop.account.DurationText;
import io.twohop.account.Interval.Phase;
import io.twohop.account.Ledger;
import io.twohop.account.ThreadLayout;
import io.twohop.finding.Finding;
import io.twohop.finding.Kind;
import io.twohop.finding.Rule;
import io.twohop.finding.Rules;
import io.twohop.finding.Severity;
import io.twohop.result.Costs;
import io.twohop.result.Costs.ProcessCost;
import io.twohop.result.Delays;
import io.twohop.result.Floor;
import io.twohop.result.Fork;
import io.twohop.result.Tail;
import io.twohop.result.Times;
import io.twohop.workload.Layout;
import io.twohop.workload.Probe;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToLongFunction;

/** Finds what makes the numbers worth less than they could be. */
public final class Warnings {
    /** A generator with a later median is itself a source of latency. */
    private static final long LATE_NANOS = 1_000;

    /** A higher load per core before the run leaves the run too little. */
    private static final double BUSY_PER_CORE = 0.5;

    /** A larger part of the due messages is a backlog that the window began with. */
    private static final double INHERITED = 0.001;

    /** A floor may lie above a fast transport's median by up to this factor, since it has less warm-up. */
    private static final double ABOVE = 2;

    /** Compiling for a larger part of the window, on one core, is more than stragglers. */
    private static final double COMPILING = 0.05;

    /** Loading more classes is more than stragglers. */
    private static final int LOADING = 200;

    /** Time that a server's threads may wait for a core, in seconds per second. */
    private static final double STARVED = 0.1;

    /** Part of messages delayed by other processes' writes that is worth a warning. */
    private static final double DISK_SHARE = 0.001;

    private Warnings() {}

    /** @param longer settings for a repetition of a run that was too short */
    public static List<Finding> of(List<Fork> forks, Optional<Floor> floor, Longer longer) {
        Set<Finding> warnings = new LinkedHashSet<>();
        for (Fork fork : forks) {
            if (fork.parts().isEmpty()) {
                warnings.addAll(of(fork, longer));
            }
            fork.loads()
                    .forEach(
                            part -> of(part.load(), longer).forEach(warning -> warnings.add(warning.of(part.title()))));
            fork.incidents().stream()
                    .filter(incident -> incident.severity() != Severity.NOTE)
                    .filter(incident -> !incident.invalidates() || fork.hasFaults())
                    .forEach(incident -> warnings.add(incident.as(Severity.WARNING)));
        }
        // A floor that is no lower bound says nothing about the run.
        floor.filter(Floor::isLowerBound).ifPresent(lowest -> {
            slowHarness(lowest, warnings);
            unsettledFloor(forks, lowest, longer, warnings);
        });
        return new ArrayList<>(warnings);
    }

    /** Finds warnings about one process. */
    private static Set<Finding> of(Fork fork, Longer longer) {
        Set<Finding> warnings = new LinkedHashSet<>();
        Known.layout(fork)
                .map(ThreadLayout::note)
                .filter(note -> note.kind() != Kind.RATE || missedRate(fork))
                .ifPresent(warnings::add);
        busyMachine(fork, warnings);
        busyDisk(fork, warnings);
        lateGenerator(fork, warnings);
        inheritedBacklog(fork, longer, warnings);
        unfinishedAtTheEnd(fork, longer, warnings);
        unfinishedWarmup(fork, longer, warnings);
        fullThread(fork, warnings);
        starvedServers(fork, warnings);
        belowZero(fork, warnings);
        SteadyState.of(fork, longer).ifPresent(warnings::add);
        return warnings;
    }

    /** Prefers counted CPU time: a load average includes what the bench itself did before. */
    private static void busyMachine(Fork fork, Set<Finding> warnings) {
        if (fork.costs().map(Costs::elsewhereCpuSeconds).isPresent()) {
            Known.busyElsewhere(fork)
                    .map(costs -> Rules.TAKEN_ELSEWHERE.found(costs.elsewhereCores()))
                    .ifPresent(warnings::add);
        } else {
            Optional.ofNullable(fork.environment())
                    .filter(machine -> machine.loadAverage() > BUSY_PER_CORE * machine.cores())
                    .map(machine -> Rules.BUSY_BEFORE.found(machine.loadAverage(), machine.cores()))
                    .ifPresent(warnings::add);
        }
    }

    /** Reads the delays behind the statement of trust, so that both name the same process. */
    private static void busyDisk(Fork fork, Set<Finding> warnings) {
        fork.trust().ifPresent(trust -> busyDisk(fork, trust.delays(), warnings));
    }

    private static void busyDisk(Fork fork, Delays delays, Set<Finding> warnings) {
        double messages = fork.endToEnd().count();
        delays.byCause().entrySet().stream()
                .filter(cause -> cause.getKey().startsWith(Tail.BUSY_DISK))
                .filter(cause -> cause.getValue() >= DISK_SHARE * messages)
                // The worst first, since a short summary shows only that one.
                .sorted(Map.Entry.<String, Double>comparingByValue()
                        .reversed()
                        .thenComparing(Map.Entry.comparingByKey()))
                .forEach(cause -> warnings.add(
                        Rules.DISK_BUSY.found(cause.getKey(), 100 * Math.min(1, cause.getValue() / messages))));
    }

    private static void belowZero(Fork fork, Set<Finding> warnings) {
        fork.accounting()
                .map(account -> account.integrity().belowZero())
                .filter(latencies -> latencies > 0)
                .map(latencies -> Rules.BELOW_ZERO.found(latencies))
                .ifPresent(warnings::add);
    }

    private static void fullThread(Fork fork, Set<Finding> warnings) {
        if (missedRate(fork)) {
            Known.layout(fork)
                    .filter(threads -> threads.layout() == Layout.SINGLE)
                    .map(threads ->
                            fullThread(threads).found(threads.hasService() ? "did all the work" : "sent and received"))
                    .ifPresent(warnings::add);
        }
    }

    /** Returns the rule whose remedy names another layout only if a trial found it better, or will choose it. */
    private static Rule fullThread(ThreadLayout threads) {
        if (threads.capacity() != null && threads.capacity().twoCarryMore()) {
            return Rules.FULL_THREAD_OF_TWO;
        }
        boolean isAsked = threads.reason() == null;
        return isAsked && threads.cores() > 1 ? Rules.FULL_THREAD_AS_ASKED : Rules.FULL_THREAD;
    }

    /** Returns whether too many messages came late; a forecast of that counts only then. */
    private static boolean missedRate(Fork fork) {
        return !fork.hasFaults() && fork.complete() && isMuch(fork, late -> late.arrivedLater() + late.undelivered());
    }

    /** Returns whether this part of the due messages is enough to miss the rate; lost and failed messages are not in it. */
    private static boolean isMuch(Fork fork, ToLongFunction<Ledger> part) {
        return Known.window(fork)
                .filter(window -> part.applyAsLong(window) > (1 - Verdicts.SUSTAINED) * window.due())
                .isPresent();
    }

    /** A server's wait for a core is part of the latencies, though the server did not cause it. */
    private static void starvedServers(Fork fork, Set<Finding> warnings) {
        fork.costs().ifPresent(costs -> starvedServers(costs, warnings));
    }

    private static void starvedServers(Costs costs, Set<Finding> warnings) {
        Map<String, Double> waiting = costs.waitingByPart();
        costs.processes().stream()
                .map(ProcessCost::name)
                .filter(name -> !name.equals(Costs.MEASURING) && waiting.getOrDefault(name, 0.0) > STARVED)
                .forEach(name -> warnings.add(Rules.SERVER_WAITED.found(name, waiting.get(name))));
    }

    private static void lateGenerator(Fork fork, Set<Finding> warnings) {
        Known.medianNanos(fork, Probe.LATENESS)
                .filter(nanos -> nanos > LATE_NANOS)
                .map(nanos -> Rules.GENERATOR_LATE.found(DurationText.of(nanos)))
                .ifPresent(warnings::add);
    }

    private static void inheritedBacklog(Fork fork, Longer longer, Set<Finding> warnings) {
        fork.accounting().ifPresent(account -> {
            // The window also ends with messages that are always in flight.
            long backlog = account.inherited() - account.window().arrivedLater();
            if (backlog > INHERITED * account.window().due()) {
                warnings.add(Rules.BACKLOG_INHERITED.found(backlog, longer.warmUp()));
            }
        });
    }

    /** Code that warm-up left uncompiled is compiled in the window, and takes a core meanwhile. */
    private static void unfinishedWarmup(Fork fork, Longer longer, Set<Finding> warnings) {
        fork.memory().ifPresent(memory -> {
            Times compilations = memory.window().compilations();
            boolean compiling = compilations.totalNanos() > COMPILING * measuredNanos(fork);
            boolean loading = memory.classesLoaded() > LOADING;
            if (compiling || loading) {
                warnings.add(Rules.STILL_WARMING_UP.found(
                        compilations.count(),
                        DurationText.of(compilations.totalNanos()),
                        memory.classesLoaded(),
                        longer.warmUp()));
            }
        });
    }

    private static double measuredNanos(Fork fork) {
        return fork.intervals().stream()
                .filter(interval -> interval.phase() == Phase.MEASURE)
                .mapToLong(interval -> interval.endNanos() - interval.startNanos())
                .sum();
    }

    private static void slowHarness(Floor floor, Set<Finding> warnings) {
        if (floor.rates().heldShare() < Verdicts.SUSTAINED) {
            warnings.add(Rules.FLOOR_SLOW.found(
                    floor.isOverSockets() ? "sockets" : "memory",
                    Math.round(floor.rates().achievedPerSecond())));
        }
    }

    /** A floor clearly above the run comes from a JVM that still drained the backlog of its slow start. */
    private static void unsettledFloor(List<Fork> forks, Floor floor, Longer longer, Set<Finding> warnings) {
        long floorNanos = floor.endToEnd().percentile(50).toNanos();
        forks.stream()
                .flatMap(fork -> Known.medianNanos(fork, Probe.END_TO_END).stream())
                .max(Comparator.naturalOrder())
                .filter(highest -> floorNanos > ABOVE * highest)
                .map(highest -> Rules.FLOOR_UNSETTLED.found(longer.floor()))
                .ifPresent(warnings::add);
    }

    private static void unfinishedAtTheEnd(Fork fork, Longer longer, Set<Finding> warnings) {
        if (fork.complete() && isMuch(fork, Ledger::arrivedLater)) {
            warnings.add(Rules.ARRIVED_LATER.found(longer.duration()));
        }
    }
}
