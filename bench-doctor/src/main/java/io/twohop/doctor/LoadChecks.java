package io.twohop.doctor;

import io.twohop.config.Texts;
import io.twohop.cost.OtherProcesses.Busy;
import io.twohop.cost.OtherProcesses.Other;
import java.util.List;
import java.util.stream.Collectors;

/** Checks of the load that other programs put on the machine. */
final class LoadChecks {
    /** A higher load per core leaves a run too little; the warning of a busy machine has the same limit. */
    private static final double BUSY_PER_CORE = 0.5;

    /** Every machine has a little background load. */
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
                .map(load -> CheckRules.LOAD_AVERAGE.warnsIf(
                        load > BUSY_PER_CORE * cores, Check.figures("loadAverage", load, "cores", cores), load, cores))
                .orElseGet(CheckRules.LOAD_AVERAGE::unknown);
    }

    private static Check others(Busy busy) {
        List<Other> named = busy.processes().stream()
                .filter(other -> other.cores() > NAMED_CORES)
                .limit(NAMED)
                .toList();
        String names = named.stream()
                .map(other -> Texts.format("%s %d (%.2f)", other.name(), other.pid(), other.cores()))
                .collect(Collectors.joining(", "));
        return busy.cores()
                .map(cores -> CheckRules.OTHERS.warnsIf(
                        cores > BUSY_CORES,
                        Check.figures("cores", cores, "processes", named),
                        cores,
                        named.isEmpty() ? "" : ": " + names))
                .orElseGet(CheckRules.OTHERS::unknown);
    }
}
