package io.twohop.site;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twohop.account.Accounting;
import io.twohop.compare.ForkSetting;
import io.twohop.compare.Metric;
import io.twohop.compare.Side;
import io.twohop.compare.SideReader;
import io.twohop.config.ConfigException;
import io.twohop.config.YamlDocument;
import io.twohop.finding.Finding;
import io.twohop.result.BenchmarkResult;
import io.twohop.result.Costs;
import io.twohop.result.Environment;
import io.twohop.result.Fork;
import io.twohop.result.ForkMetrics;
import io.twohop.result.LatencySummary;
import io.twohop.result.Machine;
import io.twohop.result.Memory;
import io.twohop.result.Tail;
import io.twohop.result.Trust;
import io.twohop.result.Verdict;
import io.twohop.stats.Trend;
import io.twohop.store.StoredResult;
import io.twohop.workload.Probe;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Collection;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Reduces directories of results to an {@link Entry} each, and their {@link Scenario}s. */
final class Reduction {
    /** The figures of a result's rows, in the order of the bits of {@code untrusted}: column and name. */
    static final Map<String, String> FIGURES = new LinkedHashMap<>();

    static {
        FIGURES.put("p50", "p50");
        FIGURES.put("p90", "p90");
        FIGURES.put("p99", "p99");
        FIGURES.put("p999", "p99.9");
        FIGURES.put("p9999", "p99.99");
        FIGURES.put("max", Trust.MAX);
    }

    /** The site's unit of CPU time is the microsecond. */
    static final String CPU = "cpu";

    /** Figures of forks that comparisons and trends read, by the names that the site gives them. */
    static final Map<String, Metric> OF_FORKS = new LinkedHashMap<>();

    static {
        OF_FORKS.put("p50", new Metric("endToEnd.p50"));
        OF_FORKS.put("p99", new Metric("endToEnd.p99"));
        OF_FORKS.put("achieved", new Metric("achieved.messagesPerSecond"));
        OF_FORKS.put("throughput", new Metric("overall.messagesPerSecond"));
        OF_FORKS.put(CPU, new Metric("cpu.perMessageNanos"));
    }

    private static final double NANOS_PER_MICRO = 1e3;

    private static final int ID_DIGITS = 8;
    private static final int LONGEST_NAME = 120;
    /** Days have four digits of the year. */
    private static final Instant END = Instant.parse("9999-01-01T00:00:00Z");

    private static final int MOST_TEXTS = 20;
    private static final int LONGEST_REASON = 300;
    private static final int INCOMPLETE = 4;

    /** Verdicts by their code. */
    static final List<String> VERDICTS = List.of("Met", "Missed", "Saturated", "Invalid", "incomplete");

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final ShippedFiles shipped;
    private final Privacy privacy;
    private final Map<String, Scenario> scenarios = new ConcurrentHashMap<>();

    Reduction(ShippedFiles shipped, Privacy privacy) {
        this.shipped = shipped;
        this.privacy = privacy;
    }

    /** Returns the scenarios of all results so far, by ID. */
    Map<String, Scenario> scenarios() {
        return scenarios;
    }

    /**
     * Reads a result and reduces it. Several threads may.
     *
     * @param reported whether the site has a copy of its report
     * @throws ConfigException for a result that cannot be read, or that lacks what every result has
     */
    Entry read(Path directory, boolean reported) throws IOException {
        MessageDigest digest = Scripts.sha256();
        BenchmarkResult result = StoredResult.read(directory, digest::update);
        String id = id(directory, digest);
        if (result.startedAt() == null
                || result.startedAt().isBefore(Instant.EPOCH)
                || !result.startedAt().isBefore(END)
                || result.workload() == null
                || result.transport() == null
                || result.forks().contains(null)
                || result.complete() && result.forks().isEmpty()) {
            throw ConfigException.invalid("result", directory, "a result with workload, transport, forks and time");
        }
        try {
            Scenario scenario = Scenario.of(result, shipped, privacy, scenarios);
            ObjectNode detail = detail(id, directory, result);
            if (reported) {
                detail.put("report", true);
            }
            return Entry.of(scenario.id(), row(id, result), detail);
        } catch (NullPointerException | ClassCastException e) {
            throw ConfigException.invalid("result", directory, "a whole result of this bench; a part of it is missing");
        }
    }

    /** Returns an ID that is a file name and needs no encoding in a URL. */
    static String id(Path directory, MessageDigest digest) throws IOException {
        String name = directory.toRealPath().getFileName().toString().replaceAll("[^A-Za-z0-9._-]", "_");
        return name.substring(0, Math.min(name.length(), LONGEST_NAME)) + "-"
                + HexFormat.of().formatHex(digest.digest()).substring(0, ID_DIGITS);
    }

    private ObjectNode row(String id, BenchmarkResult result) {
        ObjectNode row = NODES.objectNode();
        row.put("id", id).put("started", result.startedAt().getEpochSecond());
        row.put("verdict", result.complete() ? VERDICTS.indexOf(result.verdict().kind()) : INCOMPLETE);
        row.put("reason", reason(result));
        row.put(
                "trust",
                result.trust()
                        .map(trust -> trust.isWhole() ? "all" : trust.upTo())
                        .orElse("unknown"));
        row.put("forks", result.forks().size());
        LatencySummary latency = result.probes() == null ? LatencySummary.NONE : result.endToEnd();
        Collection<String> doubtful = result.untrusted(Probe.END_TO_END);
        int untrusted = 0;
        int bit = 1;
        for (Map.Entry<String, String> figure : FIGURES.entrySet()) {
            row.set(figure.getKey(), Numbers.rounded(nanos(latency, figure.getValue())));
            untrusted |= doubtful.contains(figure.getValue()) ? bit : 0;
            bit <<= 1;
        }
        row.put("untrusted", untrusted);
        double offered = result.rates() == null ? 0 : result.rates().offeredPerSecond();
        row.set("offered", Numbers.rounded(offered == 0 ? null : (Double) offered));
        row.set(
                "achieved",
                Numbers.precise(
                        result.rates() == null ? null : (Double) result.rates().achievedPerSecond()));
        row.set("cpu", Numbers.rounded(median(result, fork -> fork.costs().map(Costs::cpuMicrosPerMessage))));
        row.set("bytes", Numbers.rounded(median(result, fork -> fork.memory().map(Memory::allocatedBytesPerMessage))));
        row.put("layout", layouts(result));
        row.put("version", version(result));
        row.put(
                "jdk",
                environment(result).map(Environment::java).map(privacy::text).orElse(null));
        row.put("revision", privacy.text(result.revision()));
        return row;
    }

    private static Long nanos(LatencySummary latency, String figure) {
        if (latency.count() == 0) {
            return null;
        }
        return figure.equals(Trust.MAX)
                ? (Long) latency.maxNanos()
                : latency.percentilesNanos().get(figure);
    }

    private String reason(BenchmarkResult result) {
        Optional<String> failure = result.complete()
                ? Optional.empty()
                : result.forks().stream()
                        .map(Fork::failure)
                        .filter(Objects::nonNull)
                        .findFirst();
        String reason = failure.or(() -> result.verdict() instanceof Verdict.Met
                        ? Optional.empty()
                        : result.verdict().reasons().stream().findFirst())
                .orElse(result.complete() ? null : "it broke off");
        return shortened(reason, LONGEST_REASON);
    }

    private String shortened(String text, int longest) {
        String known = privacy.text(text);
        return known == null || known.length() <= longest ? known : known.substring(0, longest) + "...";
    }

    /** Returns the median over the forks, as {@code history} does; {@code null} if no fork has the figure. */
    private static Double median(BenchmarkResult result, Function<Fork, Optional<Double>> figure) {
        double[] values = result.forks().stream()
                .flatMap(fork -> figure.apply(fork).stream())
                .mapToDouble(Double::doubleValue)
                .toArray();
        return values.length == 0 ? null : (Double) Trend.median(values);
    }

    private static Optional<Environment> environment(BenchmarkResult result) {
        return result.forks().stream()
                .map(Fork::environment)
                .filter(Objects::nonNull)
                .findFirst();
    }

    private static String layouts(BenchmarkResult result) {
        String layouts = result.forks().stream()
                .map(Fork::layout)
                .filter(Objects::nonNull)
                .map(layout -> String.valueOf(layout.layout()).toLowerCase(Locale.ROOT))
                .distinct()
                .sorted()
                .collect(Collectors.joining("+"));
        return layouts.isEmpty() ? null : layouts;
    }

    private String version(BenchmarkResult result) {
        return result.forks().stream()
                .map(Fork::versions)
                .filter(versions -> !versions.isEmpty())
                .findFirst()
                .map(versions -> new TreeMap<>(versions)
                        .entrySet().stream()
                                .map(entry -> privacy.text(entry.getKey() + " " + entry.getValue()))
                                .collect(Collectors.joining(", ")))
                .orElse(null);
    }

    private ObjectNode detail(String id, Path directory, BenchmarkResult result) {
        ObjectNode detail = NODES.objectNode();
        String name = privacy.text(result.name());
        if (!ResultId.name(id).equals(name)) {
            detail.put("name", name);
        }
        putTexts(detail.putArray("reasons"), result.verdict().reasons());
        ObjectNode probes = detail.putObject("probes");
        if (result.probes() != null) {
            result.probes().forEach((probe, latency) -> putProbe(probes, result, probe, latency));
        }
        putForks(detail, directory, result);
        putGuarantees(detail, result);
        putMachine(detail, result);
        ObjectNode files = detail.putObject("files");
        files.put("workload", privacy.text(YamlDocument.toYaml(privacy.tree(result.workloadSettings()))));
        files.put("transport", privacy.text(YamlDocument.toYaml(privacy.tree(result.transportSettings()))));
        detail.put("command", "./bench -Dworkload=workload.yaml transport.yaml");
        putTexts(
                detail.putArray("warnings"),
                result.warnings().stream().map(Finding::sentence).toList());
        detail.set("conditions", conditions(result));
        detail.properties()
                .removeIf(entry ->
                        entry.getValue().isContainerNode() && entry.getValue().isEmpty());
        return detail;
    }

    private void putTexts(ArrayNode array, List<String> texts) {
        texts.stream().limit(MOST_TEXTS).forEach(text -> array.add(shortened(text, LONGEST_REASON)));
    }

    private static void putProbe(ObjectNode probes, BenchmarkResult result, Probe probe, LatencySummary latency) {
        if (latency.count() == 0) {
            return;
        }
        ObjectNode one = probes.putObject(probe.key()).put("count", latency.count());
        ObjectNode percentiles = one.putObject("percentiles");
        latency.percentilesNanos().forEach((label, nanos) -> percentiles.set(label, Numbers.rounded(nanos)));
        percentiles.set(Trust.MAX, Numbers.rounded(latency.maxNanos()));
        List<String> untrusted = result.untrusted(probe);
        if (!untrusted.isEmpty()) {
            untrusted.forEach(one.putArray("untrusted")::add);
        }
    }

    /** Puts the figures by which forks are compared, or the reason that they cannot be. */
    private void putForks(ObjectNode detail, Path directory, BenchmarkResult result) {
        List<Map<String, Double>> figures = result.forks().stream()
                .map(fork -> fork.rates() == null ? Map.<String, Double>of() : ForkMetrics.of(fork))
                .toList();
        ObjectNode forks = detail.putObject("forks");
        OF_FORKS.forEach((name, metric) -> {
            if (figures.stream().anyMatch(its -> its.containsKey(metric.name()))) {
                ArrayNode each = forks.putArray(name);
                figures.forEach(its -> {
                    Double value = its.get(metric.name());
                    each.add(Numbers.precise(
                            value == null || !name.equals(CPU) ? value : (Double) (value / NANOS_PER_MICRO)));
                });
            }
        });
        try {
            if (result.verdict() instanceof Verdict.Saturated) {
                throw ConfigException.invalid("result", directory, "a run that held its rate; this one is saturated");
            }
            Side side = SideReader.of(directory, result);
            List<String> untrusted = OF_FORKS.entrySet().stream()
                    .filter(figure -> side.untrusted().contains(figure.getValue()))
                    .map(Map.Entry::getKey)
                    .toList();
            untrusted.forEach(detail.putArray("untrusted")::add);
            side.turns().rounds().stream()
                    .findFirst()
                    .ifPresent(round -> detail.put(
                            "interleaved",
                            Scripts.digest(round.getBytes(StandardCharsets.UTF_8))
                                    .substring(0, ID_DIGITS)));
            ObjectNode chosen = NODES.objectNode();
            side.conditions()
                    .chosen()
                    .forEach((key, values) -> chosen.put(
                            privacy.text(key), privacy.value(key, String.join(" and ", new TreeSet<>(values)))));
            if (!chosen.isEmpty()) {
                detail.set("chosen", chosen);
            }
        } catch (ConfigException e) {
            detail.put("flaw", shortened(e.expected(), LONGEST_REASON));
        }
    }

    private void putGuarantees(ObjectNode detail, BenchmarkResult result) {
        ObjectNode guarantees = detail.putObject("guarantees");
        result.forks().stream()
                .map(Fork::guarantees)
                .filter(Objects::nonNull)
                .findFirst()
                .ifPresent(promised -> {
                    guarantees
                            .put("delivery", word(promised.delivery()))
                            .put("afterFailure", word(promised.afterFailure()));
                    guarantees.put("ordered", promised.ordered()).put("acknowledged", promised.acknowledged());
                    guarantees.put("durability", privacy.text(promised.durability()));
                    guarantees.put("replication", promised.replication());
                });
        ArrayNode accounting = detail.putArray("accounting");
        result.accounting().ifPresent((Accounting account) -> {
            accounting.add(account.scheduled()).add(account.sent());
            accounting.add(account.received()).add(account.lost());
            accounting.add(account.undelivered()).add(account.filtered());
            accounting.add(account.duplicated()).add(account.outOfOrder());
            accounting.add(account.tooLate()).add(account.failed());
        });
        ObjectNode versions = detail.putObject("versions");
        result.forks().stream()
                .limit(1)
                .forEach(fork ->
                        fork.versions().forEach((key, value) -> versions.put(privacy.text(key), privacy.text(value))));
    }

    private static String word(Enum<?> value) {
        return value == null ? null : value.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private void putMachine(ObjectNode detail, BenchmarkResult result) {
        ObjectNode machine = detail.putObject("machine");
        ArrayNode flags = detail.putArray("flags");
        environment(result).ifPresent(environment -> {
            machine.put("os", privacy.text(environment.os())).put("kernel", privacy.text(environment.kernel()));
            machine.put("vm", privacy.text(environment.vm())).put("java", privacy.text(environment.java()));
            machine.put("maxHeapBytes", environment.maxHeapBytes());
            machine.put("clockSource", privacy.text(environment.clockSource()));
            detail.set("loadBefore", Numbers.rounded(environment.loadAverage()));
            Optional.ofNullable(environment.machine()).ifPresent((Machine its) -> {
                machine.put("governor", privacy.text(its.governor())).put("smt", its.smt());
                machine.put("hugePages", privacy.text(its.hugePages()));
                machine.put("memoryLimitBytes", its.memoryLimitBytes()).put("cpuQuota", its.cpuQuota());
            });
            environment.storage().ifPresent(storage -> machine.put("fileSystem", privacy.text(storage.fileSystem())));
            environment.jvmFlags().stream()
                    .limit(MOST_TEXTS)
                    .forEach(flag -> flags.add(shortened(flag, LONGEST_REASON)));
        });
        Double steal = median(result, fork -> fork.tail().map(Tail::stealShare));
        detail.set("stealPercent", Numbers.rounded(steal == null ? null : (Double) (100 * steal)));
        machine.properties().removeIf(entry -> entry.getValue().isNull());
    }

    /**
     * Returns the settings that {@code compare} and {@code history} hold equal, without those of the files that a scenario holds
     * equal.
     */
    private ObjectNode conditions(BenchmarkResult result) {
        ObjectNode conditions = NODES.objectNode();
        Map<String, String> both = new TreeMap<>(ForkSetting.ofBothSides(result));
        Map<String, String> one = new TreeMap<>(ForkSetting.ofOneSide(result));
        both.values().removeIf(String::isEmpty);
        one.keySet().removeAll(both.keySet());
        one.keySet().removeIf(ForkSetting::isOfFiles);
        both.keySet().removeIf(key -> ForkSetting.isOfFiles(key) && !Scenario.LENGTHS.contains(key));
        // The names of agents are often those of hosts.
        one.computeIfPresent(
                "agents",
                (key, agents) -> agents.isEmpty()
                        ? null
                        : Scripts.digest(agents.getBytes(StandardCharsets.UTF_8))
                                .substring(0, ID_DIGITS));
        environment(result).map(Environment::kernel).ifPresent(kernel -> one.put("machine.kernel", kernel));
        put(conditions.putObject("both"), both);
        put(conditions.putObject("one"), one);
        return conditions;
    }

    private void put(ObjectNode tree, Map<String, String> settings) {
        settings.forEach((key, value) -> {
            JsonNode text = NODES.textNode(privacy.value(key, value));
            tree.set(privacy.text(key), text);
        });
    }
}
