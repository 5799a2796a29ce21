package io.twohop.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twohop.account.Accounting;
import io.twohop.account.Histograms;
import io.twohop.result.Fork;
import io.twohop.result.Part;
import io.twohop.workload.Probe;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/** The page's data on each agent of a run, all forks together; empty if one process measured the run. */
final class AgentTrees {
    private AgentTrees() {}

    /** An agent's part of a fork. */
    private record Turn(int fork, Part part) {
        /** Returns what the part measured; nothing for a service. */
        Stream<Fork> load() {
            return part.measured().stream();
        }
    }

    /** {@code title}, {@code role}, the sums of its accounts, {@code achievedPerSecond} as the mean over forks, and {@code curves} by probe. */
    static void put(Path directory, List<Fork> forks, ArrayNode agents) {
        Map<Integer, List<Turn>> turns = new TreeMap<>();
        for (Fork fork : forks) {
            for (Part part : fork.parts()) {
                turns.computeIfAbsent(part.agent(), agent -> new ArrayList<>()).add(new Turn(fork.number(), part));
            }
        }
        turns.values().forEach(its -> put(directory, its, agents.addObject()));
    }

    private static void put(Path directory, List<Turn> turns, ObjectNode agent) {
        Part part = turns.get(0).part();
        agent.put("title", part.title()).put("role", part.role());
        agent.put("taken", sum(turns.stream().flatMap(turn -> turn.part().requests().stream())));
        putSum("sent", turns, Accounting::sent, agent);
        putSum("lost", turns, Accounting::lost, agent);
        putSum("duplicated", turns, Accounting::duplicated, agent);
        putSum("outOfOrder", turns, Accounting::outOfOrder, agent);
        agent.put(
                "achievedPerSecond",
                turns.stream()
                        .mapToDouble(turn -> turn.load()
                                .mapToDouble(load -> load.rates().achievedPerSecond())
                                .sum())
                        .average()
                        .orElse(0));
        ObjectNode curves = agent.putObject("curves");
        for (Probe probe : Probe.values()) {
            Histogram sum = Histograms.newHistogram();
            turns.stream()
                    .filter(turn -> turn.load().anyMatch(load -> load.probes().containsKey(probe)))
                    .forEach(turn -> sum.add(ForkTree.log(directory, turn.fork(), probe, part.suffix())
                            .sum()));
            if (sum.getTotalCount() > 0) {
                ArrayNode curve = curves.putArray(probe.key());
                Percentage.curve(sum).forEach(curve::add);
            }
        }
    }

    private static void putSum(String name, List<Turn> turns, Function<Accounting, Long> count, ObjectNode agent) {
        agent.put(
                name,
                sum(turns.stream()
                        .flatMap(Turn::load)
                        .flatMap(load -> load.accounting().stream())
                        .map(count)));
    }

    /** Returns the sum; {@code null} if no fork has the count. */
    private static Long sum(Stream<Long> counts) {
        return counts.reduce(Long::sum).orElse(null);
    }
}
