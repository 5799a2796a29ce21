package io.twohop.doctor;

import io.twohop.config.Texts;
import io.twohop.cost.OtherProcesses.Busy;
import io.twohop.cost.OtherProcesses.Other;
import java.util.List;
import java.util.stream.Collectors;

/** What else runs. */
final class LoadChecks {
    private static final String GROUP = "load";

    /** A load of this much per core leaves a run too little; its own warning has the same. */
    private static final double BUSY_PER_CORE = 0.5;

    /** Less is what every machine does beside. */
    private static final double BUSY_CORES = 0.1;

    private static final double NAMED_CORES = 0.02;
    private static final int NAMED = 3;

    private LoadChecks() {}

    static List<Check> of(SystemFiles files, int cores, Busy busy) {
        return List.of(average(files, cores), others(busy));
    }

    private static Check average(SystemFiles files, int cores) {
        return files.text("proc/loadavg")
                .map(text -> Double.parseDouble(text.split("\\s+")[0]))
                .map(load -> Check.of(
                        GROUP,
                        "average",
                        Texts.format("%.1f on %d cores over the last minute", load, cores),
                        Check.figures("loadAverage", load, "cores", cores),
                        load > BUSY_PER_CORE * cores,
                        "stop what else runs; the average falls within a minute or two"))
                .orElseGet(() -> Check.unknown(GROUP, "average"));
    }

    private static Check others(Busy busy) {
        if (busy.cores() == null) {
            return Check.unknown(GROUP, "others");
        }
        List<Other> named = busy.processes().stream()
                .filter(other -> other.cores() > NAMED_CORES)
                .limit(NAMED)
                .toList();
        return Check.of(
                GROUP,
                "others",
                Texts.format("%.2f cores", busy.cores())
                        + (named.isEmpty()
                                ? ""
                                : named.stream()
                                        .map(other ->
                                                Texts.format("%s %d (%.2f)", other.name(), other.pid(), other.cores()))
                                        .collect(Collectors.joining(", ", ": ", ""))),
                Check.figures("cores", busy.cores(), "processes", named),
                busy.cores() > BUSY_CORES,
                "stop them, or keep them off the cores that measure: taskset -p");
    }
}
