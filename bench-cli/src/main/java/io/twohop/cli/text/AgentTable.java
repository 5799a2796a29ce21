package io.twohop.cli.text;

import io.twohop.account.Accounting;
import io.twohop.account.DurationText;
import io.twohop.config.Texts;
import io.twohop.result.Fork;
import io.twohop.result.LatencySummary;
import io.twohop.result.Part;
import io.twohop.workload.Percentiles;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/** The messages and latencies of each agent in a fork that several agents measured. */
record AgentTable(Fork fork) {
    private static final int FIGURE_WIDTH = 9;
    private static final double[] PERCENTILES = {50, 99};
    private static final String UNKNOWN = "-";

    void print(PrintStream out) {
        if (fork.parts().isEmpty()) {
            return;
        }
        TextTable table = new TextTable().left(0);
        List<String> header = new ArrayList<>(List.of("agents, fork " + fork.number(), "messages", "lost", "achieved"));
        for (double percentile : PERCENTILES) {
            header.add(Percentiles.label(percentile));
        }
        header.stream().skip(1).forEach(column -> table.right(FIGURE_WIDTH));
        table.row(header);
        fork.parts()
                .forEach(part -> table.row(
                        part.measured().map(load -> load(part.title(), load)).orElseGet(() -> service(part))));
        table.print("  ", out);
        out.println();
    }

    private static List<String> service(Part part) {
        return List.of(part.title(), part.requests().map(AgentTable::count).orElse(UNKNOWN));
    }

    private static List<String> load(String title, Fork load) {
        List<String> row = new ArrayList<>(List.of(
                title,
                load.accounting().map(Accounting::sent).map(AgentTable::count).orElse(UNKNOWN),
                load.accounting().map(Accounting::lost).map(AgentTable::count).orElse(UNKNOWN),
                Summary.perSecond(load.rates().achievedPerSecond())));
        LatencySummary latency = load.endToEnd();
        for (double percentile : PERCENTILES) {
            row.add(
                    Percentiles.supports(latency.count(), percentile)
                            ? DurationText.of(latency.percentile(percentile).toNanos())
                            : UNKNOWN);
        }
        return row;
    }

    private static String count(long messages) {
        return Texts.format("%,d", messages);
    }
}
