package io.twohop.cli.text;

import io.twohop.config.ConfigException;
import io.twohop.config.Texts;
import io.twohop.result.Costs;
import io.twohop.result.Costs.ProcessCost;
import io.twohop.result.Costs.ThreadCost;
import io.twohop.result.Fork;
import io.twohop.store.StoredResult;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The CPU time of each thread of a stored run, as a table per fork. */
public final class CostTable {
    private static final double MILLIS = 1e3;
    private static final int PROCESS_WIDTH = 9;
    private static final int PART_WIDTH = 14;
    private static final int THREADS_WIDTH = 20;
    private static final int COUNT_WIDTH = 6;
    private static final int FIGURE_WIDTH = 10;

    private CostTable() {}

    /**
     * Prints the tables of a result.
     *
     * @throws ConfigException if there is no such result, or it has no costs
     */
    public static void print(Path result, PrintStream out) throws IOException {
        List<Fork> forks = StoredResult.read(result).forks().stream()
                .filter(fork -> fork.costs().isPresent())
                .toList();
        if (forks.isEmpty()) {
            throw ConfigException.invalid(
                    "--run", result, "a result with CPU times, as runs on Linux have that came to their end");
        }
        forks.forEach(fork -> print(fork.number(), fork.costs().get(), out));
    }

    private static void print(int fork, Costs costs, PrintStream out) {
        out.printf(
                Locale.ROOT,
                "fork %d, %.1f s, %.2f cores; in milliseconds of all threads of a name together%n",
                fork,
                costs.seconds(),
                costs.cores());
        TextTable table = new TextTable()
                .left(PROCESS_WIDTH)
                .left(PART_WIDTH)
                .left(THREADS_WIDTH)
                .right(COUNT_WIDTH);
        table.right(FIGURE_WIDTH).right(FIGURE_WIDTH).right(FIGURE_WIDTH).right(FIGURE_WIDTH);
        table.row(List.of("process", "part", "threads", "count", "ran", "in kernel", "waited", "switches"));
        for (ProcessCost process : costs.processes()) {
            for (ThreadCost thread : process.threads()) {
                table.row(List.of(
                        process.name(),
                        thread.part(),
                        thread.name(),
                        Integer.toString(thread.count()),
                        millis(thread.cpuSeconds()),
                        millis(thread.kernelSeconds()),
                        millis(thread.waitedSeconds()),
                        Texts.format("%,d", thread.switches())));
            }
        }
        Optional.ofNullable(costs.elsewhereCpuSeconds())
                .ifPresent(seconds -> table.row(List.of("elsewhere", "", "", "", millis(seconds))));
        table.print("  ", out);
    }

    private static String millis(double seconds) {
        return Texts.format("%,.1f", MILLIS * seconds);
    }
}
