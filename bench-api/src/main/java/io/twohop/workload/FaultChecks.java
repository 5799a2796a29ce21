package io.twohop.workload;

import io.twohop.config.ConfigException;
import io.twohop.config.Quantities;
import io.twohop.config.Rate;
import io.twohop.config.Texts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The rules for workloads with faults. */
final class FaultChecks {
    /** Limit on messages, since the outcome of each message is kept until the end. */
    private static final double MOST_MESSAGES = 2_000_000;

    private static final int MOST_FAULTS = 200;
    private static final int MOST_SCENARIOS = 20;
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9-]{0,40}");
    private static final Pattern NODES = Pattern.compile("broker|broker-\\d+|leader|follower");

    private FaultChecks() {}

    /** Returns the faults by name; a single list has an empty name. */
    static Map<String, List<Fault>> copy(Map<String, List<Fault>> given) {
        Map<String, List<Fault>> faults = new LinkedHashMap<>();
        given.forEach((name, list) -> faults.put(name, WorkloadChecks.list(key(name), list, "faults")));
        if (faults.size() > MOST_SCENARIOS) {
            throw ConfigException.invalid("faults", faults.size(), "at most " + MOST_SCENARIOS + " names of faults");
        }
        // -Dfaults=[] leaves an empty list.
        faults.values().removeIf(List::isEmpty);
        return Collections.unmodifiableMap(faults);
    }

    /** Refuses faults that the rest of the workload leaves no room for. */
    static void check(Workload workload) {
        Map<String, List<Fault>> faults = workload.faults();
        if (faults.isEmpty()) {
            return;
        }
        if (workload.mode() != Mode.LATENCY) {
            throw ConfigException.invalid(
                    "faults", faults.size(), "no faults, since they belong to 'mode: latency' only");
        }
        if (workload.arrivals().isUnread()) {
            // Checked again once the file has been read and its length is known.
            return;
        }
        fewEnough(workload.rates(), workload.warmup().plus(workload.duration()));
        faults.forEach((name, list) -> {
            if (!name.isEmpty() && !NAME.matcher(name).matches()) {
                throw ConfigException.invalid("faults", name, "a name of letters, digits and dashes");
            }
            double slowest =
                    workload.rates().stream().mapToDouble(Rate::perSecond).min().orElseThrow();
            inOrder(key(name), each(list), workload.duration(), slowest);
        });
    }

    private static String key(String name) {
        return name.isEmpty() ? "faults" : "faults." + name;
    }

    private static void fewEnough(List<Rate> rates, Duration sending) {
        double seconds = sending.toNanos() / 1e9;
        for (Rate rate : rates) {
            if (rate.perSecond() * seconds > MOST_MESSAGES) {
                throw ConfigException.invalid(
                        "faults",
                        Texts.format("%,.0f messages at %s", rate.perSecond() * seconds, rate),
                        Texts.format(
                                "at most %,.0f, since what became of each is kept; a lower rate or a shorter duration",
                                MOST_MESSAGES));
            }
        }
    }

    /** Returns one fault for each time, ordered by time. */
    static List<Fault> each(List<Fault> faults) {
        List<Fault> each = new ArrayList<>();
        faults.forEach(fault -> each.addAll(fault.each()));
        each.sort(Comparator.comparing(Fault::at));
        return each;
    }

    /** @param slowest rate in messages per second, at which a backlog takes longest */
    private static void inOrder(String key, List<Fault> faults, Duration duration, double slowest) {
        if (faults.size() > MOST_FAULTS) {
            throw ConfigException.invalid(key, faults.size(), "at most " + MOST_FAULTS + " in all");
        }
        List<Fault> earlier = new ArrayList<>();
        for (Fault fault : faults) {
            if (fault.end(slowest).compareTo(duration) >= 0) {
                throw ConfigException.invalid(
                        key, fault, "one that is over before the measured " + Quantities.text(duration) + " are");
            }
            for (Fault other : earlier) {
                if (other.end(slowest).compareTo(fault.at()) >= 0 && other.stopsConsumers()) {
                    throw ConfigException.invalid(
                            key,
                            fault,
                            "one that begins when '" + other + "' is over: another fault meanwhile hides the backlog");
                }
                if (other.end(slowest).compareTo(fault.at()) >= 0 && mayBeOne(other.target(), fault.target())) {
                    throw ConfigException.invalid(key, fault, "one that begins when '" + other + "' is over");
                }
            }
            earlier.add(fault);
        }
        Set<Fault.Action> done = faults.stream().map(Fault::action).collect(Collectors.toSet());
        if (done.containsAll(Set.of(Fault.Action.FILL, Fault.Action.SLOW))) {
            throw ConfigException.invalid(
                    key, "fill disk and slow disk", "one of them, since they need different disks");
        }
    }

    /** Returns whether both targets may turn out to be the same part: only the run knows which node leads. */
    private static boolean mayBeOne(String one, String other) {
        return one.equals(other) || isNode(one) && isNode(other) && !(isNumbered(one) && isNumbered(other));
    }

    private static boolean isNode(String target) {
        return NODES.matcher(target).matches();
    }

    private static boolean isNumbered(String target) {
        return target.startsWith("broker-");
    }
}
