package io.twohop.cli;

import io.twohop.result.Costs;
import io.twohop.result.Costs.ProcessCost;
import io.twohop.result.Costs.ThreadCost;
import io.twohop.result.StoredResult;
import io.twohop.workload.ConfigException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Locale;
import java.util.SortedMap;

/** What each thread of a stored run took of the CPU, as a table for each fork. */
final class CostTable {
    private static final double MILLIS = 1e3;

    private CostTable() {}

    /**
     * Prints it.
     *
     * @throws ConfigException where there is no such result, or it does not say
     */
    static void print(Path result, PrintStream out) throws IOException {
        SortedMap<Integer, Costs> forks = StoredResult.costs(StoredResult.read(result));
        if (forks.isEmpty()) {
            throw ConfigException.invalid(
                    "--run", result, "a result with CPU times, as runs on Linux have that came to their end");
        }
        forks.forEach((number, costs) -> print(number, costs, out));
    }

    private static void print(int fork, Costs costs, PrintStream out) {
        out.printf(
                Locale.ROOT,
                "fork %d, %.1f s, %.2f cores; in milliseconds of all threads of a name together%n",
                fork,
                costs.seconds(),
                costs.cores());
        out.printf(
                "  %-10s %-15s %-20s%8s%12s%12s%12s%12s%n",
                "process", "part", "threads", "count", "ran", "in kernel", "waited", "switches");
        for (ProcessCost process : costs.processes()) {
            for (ThreadCost thread : process.threads()) {
                out.printf(
                        Locale.ROOT,
                        "  %-10s %-15s %-20s%8d%,12.1f%,12.1f%,12.1f%,12d%n",
                        process.name(),
                        thread.part(),
                        thread.name(),
                        thread.count(),
                        MILLIS * thread.cpuSeconds(),
                        MILLIS * thread.kernelSeconds(),
                        MILLIS * thread.waitedSeconds(),
                        thread.switches());
            }
        }
        if (costs.elsewhereCpuSeconds() != null) {
            out.printf(
                    Locale.ROOT,
                    "  %-10s %-15s %-20s%8s%,12.1f%n",
                    "elsewhere",
                    "",
                    "",
                    "",
                    MILLIS * costs.elsewhereCpuSeconds());
        }
    }
}
