package io.twohop.site;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twohop.compare.Comparison;
import io.twohop.compare.Metric;
import io.twohop.compare.MetricFinding;
import io.twohop.compare.Side;
import io.twohop.stats.ConfidenceInterval;
import io.twohop.stats.SignificanceTest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Compares the newest usable results of the scenarios of one question, two at a time, as {@code bench compare} does. */
final class Pairs {
    /** A scenario is compared with as many others, those whose median is nearest. */
    static final int MOST = 20;

    private static final int MOST_DIFFERENCES = 3;
    private static final double PERCENT = 100;

    /** The defaults of {@code bench compare}. Alpha holds for each pair by itself. */
    private static final Comparison.Options OPTIONS =
            new Comparison.Options(SignificanceTest.PERMUTATION, 0.05, true, 0.05);

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private Pairs() {}

    /**
     * Compares the scenarios of a question.
     *
     * @param results the newest usable one of each scenario, by the scenario's ID
     * @param before pairs of the site as it was; those of the same results are kept
     * @return pairs of each scenario, by its ID
     */
    static Map<String, ArrayNode> of(Map<String, UsableResult> results, Map<String, ArrayNode> before) {
        Map<String, ArrayNode> pairs = new TreeMap<>();
        results.forEach((scenario, result) -> {
            ArrayNode list = NODES.arrayNode();
            results.keySet().stream()
                    .filter(other -> !other.equals(scenario))
                    .sorted(Comparator.comparingDouble((String other) -> distance(result, results.get(other)))
                            .thenComparing(Comparator.naturalOrder()))
                    .limit(MOST)
                    .forEach(other -> {
                        List<JsonNode> known = known(before.get(scenario), result, results.get(other));
                        if (known.isEmpty()) {
                            put(list, other, result, results.get(other));
                        } else {
                            list.addAll(known);
                        }
                    });
            if (!list.isEmpty()) {
                pairs.put(scenario, list);
            }
        });
        return pairs;
    }

    private static List<JsonNode> known(ArrayNode pairs, UsableResult result, UsableResult other) {
        List<JsonNode> known = new ArrayList<>();
        if (pairs != null) {
            pairs.forEach(pair -> {
                if (pair.path("a").asText().equals(result.id())
                        && pair.path("b").asText().equals(other.id())) {
                    known.add(pair);
                }
            });
        }
        return known;
    }

    private static double distance(UsableResult one, UsableResult other) {
        double distance = Math.abs(Math.log(one.size() / other.size()));
        return Double.isNaN(distance) ? Double.MAX_VALUE : distance;
    }

    private static void put(ArrayNode list, String with, UsableResult result, UsableResult other) {
        Side side = result.side();
        Map<String, String> differences = side.differences(other.side());
        if (!differences.isEmpty()) {
            List<String> first = differences.entrySet().stream()
                    .limit(MOST_DIFFERENCES)
                    .map(entry -> entry.getKey() + ": " + entry.getValue())
                    .toList();
            notComparable(list, with, result, other, String.join("; ", first));
            return;
        }
        if (result.isOfDuet()) {
            notComparable(list, with, result, other, "measured side by side; bench compare pairs their slices");
            return;
        }
        Comparison comparison = Comparison.of(
                        other.side(), List.of(side), List.copyOf(Reduction.OF_FORKS.values()), OPTIONS)
                .get(0);
        String unlike = String.join("; ", side.unlike(other.side()));
        for (Map.Entry<String, Metric> figure : Reduction.OF_FORKS.entrySet()) {
            comparison.tested().stream()
                    .filter(finding -> finding.metric().equals(figure.getValue()) && !isAsExpected(finding))
                    .forEach(finding -> list.add(tree(with, result, other, figure.getKey(), finding, unlike)));
        }
    }

    /** An equal load is what a comparison of latencies takes for granted. */
    private static boolean isAsExpected(MetricFinding finding) {
        return finding.role() == MetricFinding.Role.PRECONDITION
                && finding.word() != MetricFinding.Word.IMPROVED
                && finding.word() != MetricFinding.Word.REGRESSED;
    }

    private static void notComparable(
            ArrayNode list, String with, UsableResult result, UsableResult other, String reason) {
        list.addObject()
                .put("with", with)
                .put("a", result.id())
                .put("b", other.id())
                .put("verdict", "not comparable")
                .put("reason", reason);
    }

    private static ObjectNode tree(
            String with, UsableResult result, UsableResult other, String figure, MetricFinding finding, String unlike) {
        ObjectNode pair =
                NODES.objectNode().put("with", with).put("a", result.id()).put("b", other.id());
        pair.put("figure", figure).put("verdict", verdict(figure, finding));
        pair.set(
                "percent",
                Numbers.rounded(finding.change().map(share -> PERCENT * share).orElse(null)));
        finding.interval().ifPresent((ConfidenceInterval interval) -> {
            pair.set("low", Numbers.rounded(PERCENT * interval.low()));
            pair.set("high", Numbers.rounded(PERCENT * interval.high()));
        });
        pair.set("p", finding.pValue().map(Numbers::rounded).orElse(NullNode.instance));
        int its = result.side().forks();
        int others = other.side().forks();
        if (its == others) {
            pair.put("n", its);
        } else {
            pair.put("n", its + " and " + others);
        }
        String needed = finding.forksNeeded()
                .map(forks -> forks + " forks of each may tell")
                .orElse("");
        String reason = needed + (needed.isEmpty() || unlike.isEmpty() ? "" : "; ") + unlike;
        return reason.isEmpty() ? pair : pair.put("reason", reason);
    }

    /** Returns compare's answer about this scenario against the other. */
    private static String verdict(String figure, MetricFinding finding) {
        boolean isCost = figure.equals(Reduction.CPU);
        String better = isCost ? "cheaper" : "faster";
        String worse = isCost ? "more expensive" : "slower";
        return switch (finding.word()) {
            case IMPROVED -> better;
            case REGRESSED -> worse;
            case MAY_HAVE_IMPROVED -> "may be " + better;
            case MAY_HAVE_REGRESSED -> "may be " + worse;
            case NO_DIFFERENCE -> finding.text(OPTIONS);
            case NOT_ENOUGH_DATA, NOT_TRUSTED -> finding.word().toString();
        };
    }
}
