package io.twohop.workload;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What a workload with faults has to be like. */
final class FaultChecks {
    /** Each message's fate is kept until the end. */
    private static final double MOST_MESSAGES = 2_000_000;

    private static final int MOST_FAULTS = 200;

    private FaultChecks() {}

    static List<Fault> faults(Mode mode, List<Fault> given, List<Rate> rates, Duration warmup, Duration duration) {
        List<Fault> faults = WorkloadChecks.list("faults", given, "faults");
        if (faults.isEmpty()) {
            return faults;
        }
        if (mode != Mode.LATENCY) {
            throw ConfigException.invalid(
                    "faults", faults.size(), "no faults, since they belong to 'mode: latency' only");
        }
        double seconds = warmup.plus(duration).toNanos() / 1e9;
        for (Rate rate : rates) {
            if (rate.perSecond() * seconds > MOST_MESSAGES) {
                throw ConfigException.invalid(
                        "faults",
                        Messages.format("%,.0f messages at %s", rate.perSecond() * seconds, rate),
                        Messages.format(
                                "at most %,.0f, since what became of each is kept; a lower rate or a shorter duration",
                                MOST_MESSAGES));
            }
        }
        inOrder(each(faults), duration);
        return faults;
    }

    /** One for each time, by time. */
    static List<Fault> each(List<Fault> faults) {
        List<Fault> each = new ArrayList<>();
        faults.forEach(fault -> each.addAll(fault.each()));
        each.sort(Comparator.comparing(Fault::at));
        return each;
    }

    private static void inOrder(List<Fault> faults, Duration duration) {
        if (faults.size() > MOST_FAULTS) {
            throw ConfigException.invalid("faults", faults.size(), "at most " + MOST_FAULTS + " in all");
        }
        Map<String, Fault> last = new HashMap<>();
        for (Fault fault : faults) {
            if (fault.end().compareTo(duration) >= 0) {
                throw ConfigException.invalid(
                        "faults", fault, "one that is over before the measured " + Quantities.text(duration) + " are");
            }
            Fault earlier = last.put(fault.target(), fault);
            if (earlier != null && earlier.end().compareTo(fault.at()) >= 0) {
                throw ConfigException.invalid("faults", fault, "one that begins when '" + earlier + "' is over");
            }
        }
    }
}
