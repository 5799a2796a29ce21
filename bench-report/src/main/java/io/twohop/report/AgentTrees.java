package io.twohop.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twohop.account.Histograms;
import io.twohop.result.Part;
import io.twohop.workload.Probe;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/** The page's data on each agent of a run, all forks together; empty if one process measured the run. */
final class AgentTrees {
    private AgentTrees() {}

    /** An agent's part of a fork. */
    private record Turn(int fork, JsonNode part) {
        Part named() {
            return new Part(
                    part.path("agent").asInt(),
                    part.path("name").asText(),
                    part.path("role").asText(),
                    null,
                    null);
        }

        JsonNode load() {
            return part.path("load");
        }
    }

    /** {@code title}, {@code role}, the sums of its accounts, {@code achievedPerSecond} as the mean over forks, and {@code curves} by probe. */
    static void put(Path directory, JsonNode forks, ArrayNode agents) {
        Map<Integer, List<Turn>> turns = new TreeMap<>();
        for (JsonNode fork : forks) {
            for (JsonNode part : fork.path("parts")) {
                turns.computeIfAbsent(part.path("agent").asInt(), agent -> new ArrayList<>())
                        .add(new Turn(fork.path("number").asInt(), part));
            }
        }
        turns.values().forEach(its -> put(directory, its, agents.addObject()));
    }

    private static void put(Path directory, List<Turn> turns, ObjectNode agent) {
        Part part = turns.get(0).named();
        agent.put("title", part.title()).put("role", part.role());
        agent.put("taken", sum(turns, "/taken"));
        for (String count : List.of("sent", "lost", "duplicated", "outOfOrder")) {
            agent.put(count, sum(turns, "/load/accounting/" + count));
        }
        agent.put(
                "achievedPerSecond",
                turns.stream()
                        .mapToDouble(turn ->
                                turn.load().at("/rates/achievedPerSecond").asDouble())
                        .average()
                        .orElse(0));
        ObjectNode curves = agent.putObject("curves");
        for (Probe probe : Probe.values()) {
            Histogram sum = Histograms.newHistogram();
            turns.stream()
                    .filter(turn -> turn.load().path("probes").has(probe.key()))
                    .forEach(turn -> sum.add(ForkTree.log(directory, turn.fork(), probe, part.suffix())
                            .sum()));
            if (sum.getTotalCount() > 0) {
                ArrayNode curve = curves.putArray(probe.key());
                Percentage.curve(sum).forEach(curve::add);
            }
        }
    }

    /** Returns null if no fork has the count. */
    private static Long sum(List<Turn> turns, String path) {
        List<JsonNode> known = turns.stream()
                .map(turn -> turn.part().at(path))
                .filter(JsonNode::isNumber)
                .toList();
        return known.isEmpty()
                ? null
                : known.stream().mapToLong(JsonNode::asLong).sum();
    }
}
