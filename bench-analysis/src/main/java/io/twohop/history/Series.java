package io.twohop.history;

import io.twohop.compare.ForkSetting;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Results of one workload on one transport, machine and JVM, in the order in which they were started.
 *
 * @param results whose figures can be used, at least one
 * @param leftOut results of the same setting whose figures cannot be used; a run that never started belongs here by workload and
 *     transport alone
 * @param replacedBy number of results of the same workload and transport that were started after the last of these
 */
public record Series(List<DatedResult> results, List<DatedResult> leftOut, int replacedBy) {
    private static final Comparator<DatedResult> IN_ORDER =
            Comparator.comparing(DatedResult::startedAt).thenComparing(DatedResult::name);

    private static final Set<String> KNOWN_BEFORE = Set.of("workload", "transport", "machine", "jvm");

    /** Returns settings that differ between series, by key, with the value of each series or "absent". */
    public static Map<String, List<String>> differences(List<Series> series) {
        Set<String> keys = new TreeSet<>();
        series.forEach(one -> keys.addAll(one.setting().keySet()));
        Map<String, List<String>> differences = new TreeMap<>();
        for (String key : keys) {
            List<String> values = series.stream()
                    .map(one -> one.setting().getOrDefault(key, "absent"))
                    .toList();
            if (values.stream().distinct().count() > 1) {
                differences.put(key, values);
            }
        }
        return differences;
    }

    /** Groups results by their setting, the series with the newest result first. */
    static List<Series> of(List<DatedResult> all) {
        Map<Map<String, String>, List<DatedResult>> usable = new LinkedHashMap<>();
        all.stream()
                .filter(DatedResult::isUsable)
                .sorted(IN_ORDER)
                .forEach(result -> usable.computeIfAbsent(result.setting(), added -> new ArrayList<>())
                        .add(result));
        return usable.values().stream()
                .map(results -> of(results, all))
                .sorted(Comparator.comparing((Series series) -> series.newest().startedAt())
                        .reversed())
                .toList();
    }

    private static Series of(List<DatedResult> results, List<DatedResult> all) {
        Map<String, String> setting = results.get(0).setting();
        Map<String, String> workload = workloadOf(setting);
        List<DatedResult> leftOut = all.stream()
                .filter(result -> !result.isUsable() && isOf(result.setting(), setting))
                .sorted(IN_ORDER)
                .toList();
        Instant last = results.get(results.size() - 1).startedAt();
        long later = all.stream()
                .filter(result -> result.isUsable()
                        && result.startedAt().isAfter(last)
                        && workloadOf(result.setting()).equals(workload))
                .count();
        return new Series(List.copyOf(results), leftOut, (int) later);
    }

    /** Returns the settings of a workload on a transport, whatever the machine. */
    private static Map<String, String> workloadOf(Map<String, String> settings) {
        return settings.entrySet().stream()
                .filter(entry -> ForkSetting.isOfFiles(entry.getKey()))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    /** Compares what is known before a run measures: a run that never started does not know its machine. */
    private static boolean isOf(Map<String, String> flawed, Map<String, String> setting) {
        return flawed.entrySet().stream()
                .filter(entry -> KNOWN_BEFORE.contains(entry.getKey().split("\\.", 2)[0]))
                .allMatch(entry -> entry.getValue().equals(setting.get(entry.getKey())));
    }

    /** Returns the setting of all results, by key. */
    public Map<String, String> setting() {
        return results.get(0).setting();
    }

    /** Returns the last usable result. */
    public DatedResult newest() {
        return results.get(results.size() - 1);
    }

    /** Returns the last result, usable or not. */
    public DatedResult last() {
        return Stream.concat(results.stream(), leftOut.stream()).max(IN_ORDER).orElseThrow();
    }
}
