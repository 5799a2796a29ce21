package io.twohop.machine;

import io.twohop.config.Texts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The control groups of this process, of either version, with all enclosing groups: each may limit it. Any thread. */
public final class ControlGroups {
    private static final Pattern QUOTA = Pattern.compile("(\\d+)\\s+(\\d+)");
    private static final Pattern COUNT = Pattern.compile("(?m)^(\\w+) (\\d{1,18})$");
    private static final Pattern INACTIVE_FILE = Pattern.compile("(?m)^(?:total_)?inactive_file (\\d{1,18})$");
    private static final Pattern OOM_KILLS = Pattern.compile("(?m)^oom_kill (\\d{1,18})$");
    private static final long NANOS_PER_MICRO = 1_000;
    private static final int MEBIBYTE = 1 << 20;

    /** A limit that is more than any machine has is none. */
    private static final double MOST_BYTES = 1L << 60;

    private final List<Path> groups;

    private ControlGroups(List<Path> groups) {
        this.groups = groups;
    }

    /**
     * The throttling of a group that had used up its share of a period.
     *
     * @param periods number of completed periods in which the group ran
     * @param throttled number of these in which the kernel stopped it
     * @param nanos length of these stops, over all its CPUs
     */
    public record Throttling(long periods, long throttled, long nanos) {
        /** Returns the throttling since an earlier count. */
        public Throttling since(Throttling before) {
            return new Throttling(periods - before.periods, throttled - before.throttled, nanos - before.nanos);
        }
    }

    /** @param root where {@code proc} and {@code sys} are */
    public static ControlGroups of(Path root) {
        List<Path> groups = new ArrayList<>();
        Path all = root.resolve("sys/fs/cgroup");
        for (String line : text(root.resolve("proc/self/cgroup")).orElse("").split("\n")) {
            String[] parts = line.split(":", 3);
            if (parts.length == 3) {
                // Version 1 has one hierarchy per kind of resource.
                Path top = parts[1].isEmpty() ? all : all.resolve(parts[1]);
                Path group = top.resolve(parts[2].replaceFirst("^/+", "")).normalize();
                for (; group.startsWith(top); group = group.getParent()) {
                    groups.add(group);
                }
            }
        }
        return new ControlGroups(groups);
    }

    /** Returns the number of cores of the tightest group; empty without a limit. */
    public Optional<Double> cpuQuota() {
        return least(ControlGroups::cpuQuota);
    }

    /** Returns the tightest limit of memory in bytes; empty without a limit. */
    public Optional<Long> memoryLimitBytes() {
        return least(ControlGroups::memoryLimit)
                .filter(bytes -> bytes < MOST_BYTES)
                .map(Double::longValue);
    }

    /** Returns the memory that the tightest group may still take, in bytes, not below zero; empty without a limit. */
    public Optional<Long> memoryLeftBytes() {
        return groups.stream()
                .map(ControlGroups::memoryLeft)
                .flatMap(Optional::stream)
                .min(Long::compare);
    }

    /** The kernel takes file pages that nobody has used of late from a group before it kills a process. */
    private static Optional<Long> memoryLeft(Path group) {
        return memoryLimit(group).filter(bytes -> bytes < MOST_BYTES).map(limit -> {
            long used = text(group.resolve("memory.current"))
                    .or(() -> text(group.resolve("memory.usage_in_bytes")))
                    .map(Long::valueOf)
                    .orElse(0L);
            long reclaimable = text(group.resolve("memory.stat"))
                    .map(INACTIVE_FILE::matcher)
                    .filter(Matcher::find)
                    .map(found -> Long.parseLong(found.group(1)))
                    .orElse(0L);
            return Math.max(0, limit.longValue() - Math.max(0, used - reclaimable));
        });
    }

    /** Returns the throttling of the group that was stopped most often; empty without a quota. */
    public Optional<Throttling> throttling() {
        return groups.stream()
                .filter(group -> cpuQuota(group).isPresent())
                .map(ControlGroups::throttling)
                .flatMap(Optional::stream)
                .max(Comparator.comparingLong(Throttling::throttled));
    }

    /** Counts the processes that the kernel has killed in each group with a limit of memory. */
    public Map<Path, Long> memoryKills() {
        Map<Path, Long> kills = new LinkedHashMap<>();
        for (Path group : groups) {
            if (memoryLimit(group).filter(bytes -> bytes < MOST_BYTES).isPresent()) {
                text(group.resolve("memory.events"))
                        .or(() -> text(group.resolve("memory.oom_control")))
                        .map(OOM_KILLS::matcher)
                        .filter(Matcher::find)
                        .ifPresent(found -> kills.put(group, Long.valueOf(found.group(1))));
            }
        }
        return kills;
    }

    /**
     * Describes the limit of memory at which the kernel has killed a process since an earlier count; empty if it has
     * killed none.
     */
    public Optional<String> memoryKillerSince(Map<Path, Long> before) {
        return memoryKills().entrySet().stream()
                .filter(kills -> kills.getValue() > before.getOrDefault(kills.getKey(), 0L))
                .map(Map.Entry::getKey)
                .min(Comparator.comparing(group -> memoryLimit(group).orElse(MOST_BYTES)))
                .map(group -> Texts.format(
                        "the memory limit of %,d MiB of the control group %s",
                        (long) (memoryLimit(group).orElse(0.0) / MEBIBYTE), group));
    }

    private Optional<Double> least(Function<Path, Optional<Double>> limit) {
        return groups.stream()
                .map(limit)
                .flatMap(Optional::stream)
                .filter(value -> value > 0)
                .min(Double::compare);
    }

    private static Optional<Double> memoryLimit(Path group) {
        return text(group.resolve("memory.max"))
                .or(() -> text(group.resolve("memory.limit_in_bytes")))
                .filter(text -> text.matches("\\d{1,19}"))
                .map(Double::valueOf);
    }

    private static Optional<Double> cpuQuota(Path group) {
        return text(group.resolve("cpu.max"))
                .or(() -> text(group.resolve("cpu.cfs_quota_us"))
                        .flatMap(quota ->
                                text(group.resolve("cpu.cfs_period_us")).map(period -> quota + " " + period)))
                .map(QUOTA::matcher)
                .filter(Matcher::matches)
                .map(found -> Double.parseDouble(found.group(1)) / Double.parseDouble(found.group(2)));
    }

    private static Optional<Throttling> throttling(Path group) {
        return text(group.resolve("cpu.stat")).map(text -> {
            long periods = 0;
            long throttled = 0;
            long nanos = 0;
            Matcher counts = COUNT.matcher(text);
            while (counts.find()) {
                long count = Long.parseLong(counts.group(2));
                switch (counts.group(1)) {
                    case "nr_periods" -> periods = count;
                    case "nr_throttled" -> throttled = count;
                    case "throttled_usec" -> nanos = NANOS_PER_MICRO * count;
                    // That of version 1.
                    case "throttled_time" -> nanos = count;
                    default -> {
                        // Of something else.
                    }
                }
            }
            return new Throttling(periods, throttled, nanos);
        });
    }

    /** Returns a small file's text without white space around it; empty if it cannot be read. */
    static Optional<String> text(Path file) {
        try {
            return Optional.of(Files.readString(file).strip());
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
