package io.twohop.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twohop.result.BenchmarkResult;
import io.twohop.result.Fork;
import io.twohop.workload.Jfr;
import io.twohop.workload.Probe;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Flame graphs of all forks of a run, from their flight recordings. */
final class Flames {
    private enum Graph {
        CPU,
        SLOW,
        ALLOCATION;

        String key() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** File names of measuring JVMs' recordings, unlike those of brokers. */
    private static final Pattern RECORDING = Pattern.compile("(agent-\\d+-)?recording(-fork(?<fork>\\d+))?\\.jfr");

    private static final String MEASURE = "measure";
    private static final double MILLIS_PER_SECOND = 1e3;

    private final Path directory;
    private final BenchmarkResult result;
    private final Map<Graph, CallTree> graphs = trees();
    private final ArrayNode missing;
    private int seconds;
    private int slowSeconds;
    private long leastP99Nanos = Long.MAX_VALUE;

    private Flames(Path directory, BenchmarkResult result, ArrayNode missing) {
        this.directory = directory;
        this.result = result;
        this.missing = missing;
    }

    private static Map<Graph, CallTree> trees() {
        Map<Graph, CallTree> trees = new EnumMap<>(Graph.class);
        for (Graph graph : Graph.values()) {
            trees.put(graph, new CallTree());
        }
        return trees;
    }

    /**
     * Fills {@code recorded}, the level of the recording; {@code missing}, why there is none or it cannot be read; {@code names}; {@code graphs} by name, those with
     * stacks; and how many {@code slowSeconds} of {@code seconds} there were, with the {@code leastP99Nanos} of them.
     */
    static void put(Path directory, BenchmarkResult result, ObjectNode tree) throws IOException {
        tree.set("recorded", result.workloadSettings().path("jfr"));
        Flames flames = new Flames(directory, result, tree.putArray("missing"));
        flames.read();
        Map<String, Integer> names = new LinkedHashMap<>();
        ObjectNode graphs = tree.putObject("graphs");
        flames.graphs.forEach((graph, calls) -> {
            if (calls.total() > 0) {
                calls.put(names, graphs.putObject(graph.key()));
            }
        });
        ArrayNode all = tree.putArray("names");
        names.keySet().forEach(all::add);
        tree.put("seconds", flames.seconds).put("slowSeconds", flames.slowSeconds);
        tree.put("leastP99Nanos", flames.slowSeconds == 0 ? null : (Long) flames.leastP99Nanos);
    }

    private void read() throws IOException {
        List<Path> recordings;
        try (Stream<Path> files = Files.list(directory)) {
            recordings = files.filter(file ->
                            RECORDING.matcher(file.getFileName().toString()).matches())
                    .sorted()
                    .toList();
        }
        for (Path recording : recordings) {
            read(recording, fork(recording));
        }
        if (recordings.isEmpty()) {
            missing.add(
                    isOff()
                            ? "With -Djfr=off nothing was recorded; -Djfr=profile records stacks"
                            : "Its flight recording is gone, or the JVM died before it was written");
        }
    }

    /** Returns the recording's fork in the result; the last fork for an agent's recording, which has no number. */
    private Fork fork(Path recording) {
        List<Fork> forks = result.forks();
        Matcher name = RECORDING.matcher(recording.getFileName().toString());
        return forks.stream()
                .filter(fork ->
                        name.matches() && Integer.toString(fork.number()).equals(name.group("fork")))
                .findFirst()
                .orElseGet(() -> forks.get(forks.size() - 1));
    }

    /** Adds a recording's stacks if all of it can be read, otherwise none. */
    private void read(Path recording, Fork fork) throws IOException {
        Map<Graph, CallTree> its = trees();
        CallRoles roles = new CallRoles(fork);
        SlowSeconds slow = slow(fork);
        try {
            boolean reaches = RecordedCalls.read(recording, new RecordedCalls.Consumer() {
                @Override
                public void onRunning(String thread, List<String> calls, double atMillis) {
                    List<String> stack = roles.under(thread, calls);
                    its.get(Graph.CPU).add(stack, 1);
                    if (slow.has(atMillis)) {
                        its.get(Graph.SLOW).add(stack, 1);
                    }
                }

                @Override
                public void onAllocation(String thread, List<String> calls, long bytes) {
                    its.get(Graph.ALLOCATION).add(roles.under(thread, calls), bytes);
                }
            });
            if (!reaches) {
                missing.add(recording.getFileName() + " does not reach into the measured window of a run");
                return;
            }
        } catch (IOException | RuntimeException | VirtualMachineError e) {
            // A damaged length may request all memory.
            String why = e instanceof IOException ? e.getMessage() : "it is damaged or too large";
            missing.add(recording.getFileName() + " is no whole flight recording: " + why);
            return;
        }
        its.forEach((graph, calls) -> graphs.get(graph).addAll(calls));
        seconds += slow.of();
        slowSeconds += slow.slow().size();
        slow.slow().forEach(second -> leastP99Nanos = Math.min(leastP99Nanos, second.p99Nanos()));
    }

    private SlowSeconds slow(Fork fork) throws IOException {
        String number = Integer.toString(fork.number());
        double windowSeconds = ForkCsv.rows(directory.resolve("intervals.csv")).stream()
                .filter(row -> number.equals(row.get("fork")) && MEASURE.equals(row.get("phase")))
                .mapToDouble(row -> ForkCsv.number(row, "endSeconds"))
                .max()
                .orElse(0);
        return fork.probes().containsKey(Probe.END_TO_END)
                ? SlowSeconds.of(
                        ForkTree.log(directory, fork.number(), Probe.END_TO_END), windowSeconds * MILLIS_PER_SECOND)
                : new SlowSeconds(List.of(), 0);
    }

    private boolean isOff() {
        return Jfr.OFF
                .name()
                .equalsIgnoreCase(result.workloadSettings().path("jfr").asText());
    }
}
