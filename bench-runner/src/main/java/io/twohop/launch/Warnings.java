package io.twohop.launch;

import io.twohop.account.DurationText;
import io.twohop.account.Interval.Phase;
import io.twohop.account.Ledger;
import io.twohop.account.Warning;
import io.twohop.judge.Verdicts;
import io.twohop.result.Costs;
import io.twohop.result.Costs.ProcessCost;
import io.twohop.result.Environment;
import io.twohop.result.Floor;
import io.twohop.result.Fork;
import io.twohop.result.LatencySummary;
import io.twohop.result.Tail;
import io.twohop.result.Times;
import io.twohop.workload.Layout;
import io.twohop.workload.Probe;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.ToLongFunction;

/** Finds what a reader of the numbers should know, each with what to do about it. */
final class Warnings {
    /** The generator is itself a source of latency when its median is this late. */
    private static final long LATE_NANOS = 1_000;

    /** A load of this much per core before the run leaves the run too little. */
    private static final double BUSY_PER_CORE = 0.5;

    /** A larger part of what arrives in the window is a backlog that it began with. */
    private static final double INHERITED = 0.001;

    /** The floor is measured with less warm-up and may lie a little above a fast transport's median. */
    private static final double ABOVE = 2;

    /** So much of the window spent compiling, on one core, is more than stragglers. */
    private static final double COMPILING = 0.05;

    /** And so is this number of classes. */
    private static final int LOADING = 200;

    /** Seconds of each that a server's threads may wait for a core. */
    private static final double STARVED = 0.1;

    /** The part of messages from which those that waited for others' writes are worth a warning. */
    private static final double DISK_SHARE = 0.001;

    private static final String BUSY_REMEDY = "stop what else runs on it and repeat; bench doctor shows what that is";

    private Warnings() {}

    /** @param longer what to repeat the run with where it was too short */
    static List<Warning> of(List<Fork> forks, Floor floor, Longer longer) {
        Set<Warning> warnings = new LinkedHashSet<>();
        for (Fork fork : forks) {
            if (fork.parts().isEmpty()) {
                warnings.addAll(of(fork, longer));
            }
            fork.loads()
                    .forEach(part -> of(part.load(), longer)
                            .forEach(warning ->
                                    warnings.add(new Warning(part.title() + ": " + warning.text(), warning.remedy()))));
            fork.incidents().stream()
                    .filter(incident -> !incident.invalidates() || fork.faults() != null)
                    .forEach(incident -> warnings.add(new Warning(incident.text(), incident.remedy())));
        }
        slowHarness(floor, warnings);
        unsettledFloor(forks, floor, longer, warnings);
        return new ArrayList<>(warnings);
    }

    /** What one process measured. */
    private static Set<Warning> of(Fork fork, Longer longer) {
        Set<Warning> warnings = new LinkedHashSet<>();
        if (fork.layout() != null && fork.layout().note() != null) {
            warnings.add(fork.layout().note());
        }
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

    /** What ran beside the run is counted where it can be. A load average is also of what the bench itself did before. */
    private static void busyMachine(Fork fork, Set<Warning> warnings) {
        Environment environment = fork.environment();
        Costs costs = fork.costs();
        if (costs != null && costs.elsewhereCpuSeconds() != null) {
            double cores = costs.elsewhereCores();
            if (cores > Costs.BUSY_ELSEWHERE) {
                warnings.add(new Warning(
                        String.format(
                                Locale.ROOT,
                                "everything else on the machine, a shared server included, took %.2f cores while it was measured",
                                cores),
                        BUSY_REMEDY));
            }
        } else if (environment != null && environment.loadAverage() > BUSY_PER_CORE * environment.cores()) {
            warnings.add(new Warning(
                    "the machine was busy before the run (load " + Math.round(10 * environment.loadAverage()) / 10.0
                            + " on " + environment.cores() + " cores)",
                    BUSY_REMEDY));
        }
    }

    /** Reads what the statement of trust rests on, so that both name the same neighbour. */
    private static void busyDisk(Fork fork, Set<Warning> warnings) {
        if (fork.trust() == null) {
            return;
        }
        double messages = fork.probes().get(Probe.END_TO_END).count();
        fork.trust().delays().byCause().entrySet().stream()
                .filter(cause -> cause.getKey().startsWith(Tail.BUSY_DISK))
                .filter(cause -> cause.getValue() >= DISK_SHARE * messages)
                // Where only the first is shown, it is the worst.
                .sorted(Map.Entry.<String, Double>comparingByValue()
                        .reversed()
                        .thenComparing(Map.Entry.comparingByKey()))
                .forEach(cause -> warnings.add(new Warning(
                        String.format(
                                Locale.ROOT,
                                "%s: that delayed %.1f %% of messages",
                                cause.getKey(),
                                100 * Math.min(1, cause.getValue() / messages)),
                        "stop what else writes to that disk, or keep the data on another one")));
    }

    private static void belowZero(Fork fork, Set<Warning> warnings) {
        if (fork.accounting() != null && fork.accounting().integrity().belowZero() > 0) {
            warnings.add(new Warning(
                    fork.accounting().integrity().belowZero() + " latencies were below zero, and count as zero",
                    "use the clock source tsc where the machine has it; bench doctor shows which it uses"));
        }
    }

    private static void fullThread(Fork fork, Set<Warning> warnings) {
        boolean single = fork.layout() != null && fork.layout().layout() == Layout.SINGLE;
        if (single
                && fork.faults() == null
                && fork.complete()
                && isMuch(fork, late -> late.arrivedLater() + late.undelivered())) {
            warnings.add(
                    fork.layout().hasService()
                            ? new Warning(
                                    "one thread did all the work, and did not keep up",
                                    "give it two with -Dlayout=shared")
                            : new Warning(
                                    "one thread sent and received, and did not keep up",
                                    "give it two with -Dlayout=dedicated"));
        }
    }

    /** Whether a rate is missed for this part of what was due: what failed or was lost missed it for another reason. */
    private static boolean isMuch(Fork fork, ToLongFunction<Ledger> part) {
        if (fork.accounting() == null) {
            return false;
        }
        Ledger window = fork.accounting().window();
        return part.applyAsLong(window) > (1 - Verdicts.SUSTAINED) * window.due();
    }

    /** What they waited for a core is in the latencies, and no property of theirs. */
    private static void starvedServers(Fork fork, Set<Warning> warnings) {
        if (fork.costs() == null) {
            return;
        }
        Map<String, Double> waiting = fork.costs().waitingByPart();
        fork.costs().processes().stream()
                .map(ProcessCost::name)
                .filter(name -> !name.equals(Costs.MEASURING) && waiting.getOrDefault(name, 0.0) > STARVED)
                .forEach(name -> warnings.add(new Warning(
                        String.format(
                                Locale.ROOT,
                                "%s's threads waited for a core, all together %.2f s of each second",
                                name,
                                waiting.get(name)),
                        "offer a lower rate, or give it cores of its own: its latencies are this machine's")));
    }

    private static void lateGenerator(Fork fork, Set<Warning> warnings) {
        LatencySummary lateness = fork.probes().get(Probe.LATENESS);
        if (lateness != null && lateness.count() > 0 && lateness.percentile(50).toNanos() > LATE_NANOS) {
            warnings.add(new Warning(
                    "the generator was late by "
                            + DurationText.of(lateness.percentile(50).toNanos()) + " at the median",
                    "free a core for it, offer a lower rate with -Drate=..., or use a machine with more cores"));
        }
    }

    private static void inheritedBacklog(Fork fork, Longer longer, Set<Warning> warnings) {
        if (fork.accounting() == null) {
            return;
        }
        Ledger window = fork.accounting().window();
        // What is always in flight, the window also ends with.
        long backlog = fork.accounting().inherited() - window.arrivedLater();
        if (backlog > INHERITED * window.due()) {
            warnings.add(new Warning(
                    "measuring began with a backlog of " + backlog
                            + " messages from warm-up, and the latencies contain the wait for it",
                    longer.warmUp()));
        }
    }

    /** What has not been compiled before measuring is compiled while measuring, and takes a core meanwhile. */
    private static void unfinishedWarmup(Fork fork, Longer longer, Set<Warning> warnings) {
        if (fork.memory() == null) {
            return;
        }
        Times compilations = fork.memory().window().compilations();
        boolean compiling = compilations.totalNanos() > COMPILING * measuredNanos(fork);
        boolean loading = fork.memory().classesLoaded() > LOADING;
        if (compiling || loading) {
            warnings.add(new Warning(
                    "the JVM was still warming up while it was measured: " + compilations.count()
                            + " methods compiled in " + DurationText.of(compilations.totalNanos()) + ", "
                            + fork.memory().classesLoaded() + " classes loaded",
                    longer.warmUp()));
        }
    }

    private static double measuredNanos(Fork fork) {
        return fork.intervals().stream()
                .filter(interval -> interval.phase() == Phase.MEASURE)
                .mapToLong(interval -> interval.endNanos() - interval.startNanos())
                .sum();
    }

    private static void slowHarness(Floor floor, Set<Warning> warnings) {
        if (floor != null && floor.isLowerBound() && floor.rates().heldShare() < Verdicts.SUSTAINED) {
            warnings.add(new Warning(
                    "harness and codec alone, over loopback, achieved "
                            + Math.round(floor.rates().achievedPerSecond()) + " messages/s",
                    "offer a lower rate, choose a faster codec, or use a machine with more cores"));
        }
    }

    /** A floor that lies clearly above is that of a JVM which still worked off what came while it was slow. */
    private static void unsettledFloor(List<Fork> forks, Floor floor, Longer longer, Set<Warning> warnings) {
        if (floor == null || !floor.isLowerBound()) {
            return;
        }
        long floorNanos = floor.endToEnd().percentile(50).toNanos();
        OptionalLong highest = forks.stream()
                .map(fork -> fork.probes().get(Probe.END_TO_END))
                .filter(latency -> latency != null && latency.count() > 0)
                .mapToLong(latency -> latency.percentile(50).toNanos())
                .max();
        boolean isAbove = highest.isPresent() && floorNanos > ABOVE * highest.getAsLong();
        if (isAbove) {
            warnings.add(new Warning(
                    "the floor's median is above the run's own: it had not settled when it was measured",
                    "ignore the floor, or " + longer.measureFloor()));
        }
    }

    private static void unfinishedAtTheEnd(Fork fork, Longer longer, Set<Warning> warnings) {
        if (fork.complete() && isMuch(fork, Ledger::arrivedLater)) {
            warnings.add(new Warning(
                    "part of the offered rate arrived after the window; where the verdict does not say that a backlog"
                            + " grows, a stall at its end delayed it",
                    longer.measure() + ", on a quiet machine"));
        }
    }
}
