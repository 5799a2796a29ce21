package io.twohop.site;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twohop.history.Change;
import io.twohop.history.DatedResult;
import io.twohop.history.History;
import io.twohop.history.Point;
import io.twohop.stats.Trend;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * The results of one scenario in order, with their trend.
 *
 * @param summary columns of the overview by name
 * @param changes of the median by the result that is the first after it
 * @param breaks by the result that is the first on another machine, or on one with other settings
 * @param newestUsable the newest result whose figures can be compared; empty if none can
 */
record Line(
        ObjectNode summary,
        Map<String, List<ObjectNode>> changes,
        Map<String, ObjectNode> breaks,
        Optional<UsableResult> newestUsable) {
    private static final int MOST_POINTS = 40;
    private static final int MISSED = 1;
    private static final double PERCENT = 100;
    private static final String P50 = "p50";
    private static final String KERNEL = "machine.kernel";
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    /** The default of {@code bench history}. */
    private static final double ALPHA = 0.01;

    /**
     * Looks at the results of a scenario.
     *
     * @param facts of the scenario
     * @param entries in order, at least one
     */
    static Line of(ObjectNode facts, List<Entry> entries) {
        return new Reader(facts).line(entries);
    }

    /**
     * Returns the line of a scenario without new results.
     *
     * @param summary as it was
     * @param changes found before, among those of other scenarios
     * @param breaks found before, among those of other scenarios
     */
    static Line of(
            ObjectNode summary,
            List<Entry> entries,
            Map<String, List<ObjectNode>> changes,
            Map<String, ObjectNode> breaks) {
        Optional<UsableResult> newest = Optional.empty();
        for (int i = entries.size() - 1; i >= 0 && newest.isEmpty(); i--) {
            newest = usable(entries.get(i).row().get(), entries.get(i).detail());
        }
        return new Line(summary, changes, breaks, newest);
    }

    private static Optional<UsableResult> usable(ObjectNode row, Supplier<ObjectNode> detail) {
        if (row.path("verdict").asInt() > MISSED) {
            return Optional.empty();
        }
        ObjectNode its = detail.get();
        return its.has("flaw") ? Optional.empty() : Optional.of(UsableResult.of(row, its, settings(its, "both")));
    }

    private static Map<String, String> settings(ObjectNode detail, String part) {
        return strings(detail.path("conditions").path(part));
    }

    private static final class Reader {
        private final ObjectNode facts;
        private final Map<String, ObjectNode> breaks = new HashMap<>();
        private final Map<String, List<Point>> groups = new LinkedHashMap<>();
        private final List<JsonNode> medians = new ArrayList<>();
        private Map<String, String> machine = Map.of();
        private Optional<UsableResult> newestUsable = Optional.empty();

        Reader(ObjectNode facts) {
            this.facts = facts;
        }

        Line line(List<Entry> entries) {
            ObjectNode row = null;
            for (Entry entry : entries) {
                row = entry.row().get();
                read(entry, row, entry.detail().get());
            }
            List<Change> found = groups.values().stream()
                    .flatMap(points -> History.of(Reduction.OF_FORKS.get(P50), points, ALPHA).changes().stream())
                    .sorted(Comparator.comparing(
                                    (Change change) -> change.after().startedAt())
                            .thenComparing(change -> change.after().name()))
                    .toList();
            Map<String, List<ObjectNode>> changes = new HashMap<>();
            found.forEach(change -> changes.computeIfAbsent(change.after().name(), added -> new ArrayList<>())
                    .add(tree(change)));
            ObjectNode summary = facts.deepCopy();
            summary.put("results", entries.size());
            ObjectNode newest = row.deepCopy();
            newest.remove(List.of("jdk", "revision"));
            summary.set("newest", newest);
            summary.set("change", found.isEmpty() ? NullNode.instance : last(found.get(found.size() - 1)));
            ArrayNode trend = summary.putArray("trend");
            medians.subList(Math.max(0, medians.size() - MOST_POINTS), medians.size())
                    .forEach(trend::add);
            return new Line(summary, changes, breaks, newestUsable);
        }

        private void read(Entry entry, ObjectNode row, ObjectNode detail) {
            Map<String, String> both = settings(detail, "both");
            Map<String, String> one = settings(detail, "one");
            Optional.ofNullable(machineChange(both, one))
                    .ifPresent(text -> breaks.put(entry.id(), NODES.objectNode().put("text", text)));
            Optional<UsableResult> usable = usable(row, () -> detail);
            medians.add(usable.isPresent() ? row.path(P50) : NullNode.instance);
            if (usable.isEmpty()) {
                return;
            }
            newestUsable = usable;
            UsableResult result = usable.get();
            double[] values = result.side().values().get(Reduction.OF_FORKS.get(P50));
            if (values == null) {
                return;
            }
            Map<String, String> surroundings = new TreeMap<>(strings(detail.path("versions")));
            Optional.ofNullable(one.remove(KERNEL)).ifPresent(kernel -> surroundings.put("kernel", kernel));
            Map<String, String> setting = new TreeMap<>(both);
            setting.putAll(one);
            DatedResult dated = new DatedResult(
                    null,
                    entry.id(),
                    Instant.ofEpochSecond(entry.started()),
                    row.path("revision").asText(),
                    facts.path("transport").asText(),
                    facts.path("workload").asText(),
                    setting,
                    surroundings,
                    Optional.empty(),
                    Optional.empty());
            groups.computeIfAbsent(setting.toString(), added -> new ArrayList<>())
                    .add(new Point(
                            dated,
                            Trend.median(values),
                            !result.side().untrusted().contains(Reduction.OF_FORKS.get(P50))));
        }

        /** Returns what differs from the machine of the result before; {@code null} if nothing does. A missing value is unknown. */
        private String machineChange(Map<String, String> both, Map<String, String> one) {
            Map<String, String> now = new TreeMap<>(machine);
            List<String> changed = new ArrayList<>();
            List.of(both, one)
                    .forEach(settings -> settings.forEach((key, value) -> {
                        if (key.startsWith("machine.") || key.startsWith("jvm.") || key.startsWith("data.")) {
                            String before = now.put(key, value);
                            if (before != null && !before.equals(value)) {
                                changed.add(key.substring(key.indexOf('.') + 1) + " " + before + " -> " + value);
                            }
                        }
                    }));
            machine = now;
            return changed.isEmpty() ? null : String.join(", ", changed);
        }

        private static ObjectNode tree(Change change) {
            ObjectNode tree = NODES.objectNode().put("figure", P50);
            tree.set(
                    "percent",
                    Numbers.rounded(change.share().map(share -> PERCENT * share).orElse(null)));
            tree.set(
                    "low",
                    Numbers.rounded(change.interval()
                            .map(interval -> PERCENT * interval.low())
                            .orElse(null)));
            tree.set(
                    "high",
                    Numbers.rounded(change.interval()
                            .map(interval -> PERCENT * interval.high())
                            .orElse(null)));
            tree.set("p", Numbers.rounded(change.pValue()));
            tree.put("revision", change.after().revision());
            tree.put("started", change.after().startedAt().getEpochSecond());
            tree.put("before", change.before().revision());
            return tree;
        }

        private static ObjectNode last(Change change) {
            ObjectNode tree = NODES.objectNode();
            tree.put("at", change.after().startedAt().getEpochSecond());
            tree.put("revision", change.after().revision());
            tree.set(
                    "percent",
                    Numbers.rounded(change.share().map(share -> PERCENT * share).orElse(null)));
            return tree;
        }
    }

    static Map<String, String> strings(JsonNode tree) {
        Map<String, String> strings = new TreeMap<>();
        tree.properties()
                .forEach(entry -> strings.put(entry.getKey(), entry.getValue().asText()));
        return strings;
    }
}
