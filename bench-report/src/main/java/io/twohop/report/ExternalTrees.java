package io.twohop.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twohop.compare.Side;
import io.twohop.compare.SideBySide;
import io.twohop.compare.SideBySide.Column;
import io.twohop.compare.SideBySide.Pair;
import io.twohop.compare.SideReader;
import io.twohop.config.ConfigException;
import io.twohop.external.ExternalResult;
import io.twohop.external.Series;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Results of other tools as the page's data, each beside all runs. Nothing about them is tested. */
final class ExternalTrees {
    /** A run's figures. */
    private record Ours(int run, Side side, Column column) {}

    private ExternalTrees() {}

    /** Adds {@code external} to the page's tree. */
    static void put(List<RunTree> runs, List<ExternalResult> external, ObjectNode page) {
        ArrayNode all = page.putArray("external");
        if (external.isEmpty()) {
            return;
        }
        List<Ours> ours = new ArrayList<>();
        ArrayNode refused = page.putArray("notBeside");
        for (int i = 0; i < runs.size(); i++) {
            try {
                Side side = SideReader.read(runs.get(i).directory().toString());
                ours.add(new Ours(i, side, Column.of(side)));
            } catch (ConfigException e) {
                refused.addObject().put("run", i).put("reason", e.getMessage());
            }
        }
        external.forEach(result -> put(result, ours, all.addObject()));
    }

    private static void put(ExternalResult result, List<Ours> ours, ObjectNode tree) {
        tree.put("name", result.name()).put("tool", result.tool()).put("doubt", result.doubt());
        result.statements().forEach(tree.putArray("statements")::add);
        result.limits().forEach(tree.putArray("limits")::add);
        ArrayNode series = tree.putArray("series");
        for (Series one : result.series()) {
            put(one, series.addObject());
        }
        ArrayNode beside = tree.putArray("beside");
        for (Ours our : ours) {
            SideBySide both = SideBySide.of(our.column(), Column.of(result));
            ObjectNode its = beside.addObject()
                    .put("run", our.run())
                    .put("forks", our.side().forks());
            both.unlikeLoads().ifPresent(text -> its.put("unlikeLoads", text));
            ArrayNode pairs = its.putArray("pairs");
            for (Pair pair : both.pairs()) {
                put(
                        pair.base(),
                        pairs.addObject().put("beside", pair.candidate().name()));
            }
        }
    }

    private static void put(Series series, ObjectNode tree) {
        tree.put("name", series.name()).put("quantity", series.quantity().name().toLowerCase(Locale.ROOT));
        ObjectNode figures = tree.putObject("figures");
        series.figures().forEach(figures::put);
        series.doubtful().stream().sorted().forEach(tree.putArray("doubtful")::add);
    }
}
