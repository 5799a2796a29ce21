package io.twohop.workload;

import io.twohop.config.ConfigException;
import io.twohop.config.Given;
import io.twohop.config.Help;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Options of the JVM that measures. */
public record JvmOptions(
        @Help("initial and maximum heap as the JVM writes it, at least 8m (512m, 4g); null for its default")
        String heap,

        @Help("the collector; null for the JVM's default") Gc gc,

        @Help("further flags, one each, in order; never null")
        List<String> flags) {
    private static final Pattern HEAP = Pattern.compile("\\d{1,15}[kKmMgGtT]?");
    private static final long MIN_HEAP_BYTES = 8L << 20;
    private static final long MAX_HEAP_BYTES = 16L << 40;
    private static final Pattern SEVERAL = Pattern.compile("\\s-(?:X|D|-)");
    private static final List<String> REFUSED = List.of(
            "-cp",
            "-classpath",
            "--class-path",
            "-jar",
            "-m",
            "--module",
            "-p",
            "--module-path",
            "--upgrade-module-path");

    public enum Gc {
        G1("-XX:+UseG1GC"),
        ZGC("-XX:+UseZGC"),
        PARALLEL("-XX:+UseParallelGC"),
        SERIAL("-XX:+UseSerialGC"),
        EPSILON("-XX:+UnlockExperimentalVMOptions", "-XX:+UseEpsilonGC");

        private final List<String> flags;

        Gc(String... flags) {
            this.flags = List.of(flags);
        }
    }

    public JvmOptions {
        Given.of("heap", heap)
                .onlyIf(
                        size -> HEAP.matcher(size).matches() && isPossible(bytes(size)),
                        "8m to 16t, in the JVM's way, such as 512m or 4g");
        flags = List.copyOf(Given.of("flags", flags).or(List.of()));
        for (int i = 0; i < flags.size(); i++) {
            checkFlag("flags[" + i + "]", flags.get(i));
        }
    }

    /** Returns options that leave every choice to the JVM. */
    public static JvmOptions defaults() {
        return new JvmOptions(null, null, List.of());
    }

    /** Returns the arguments for {@code java}: heap, collector, then the further flags. */
    public List<String> toFlags() {
        List<String> all = new ArrayList<>();
        all.addAll(Given.of("heap", heap)
                .map(size -> List.of("-Xms" + size, "-Xmx" + size))
                .or(List.of()));
        all.addAll(Given.of("gc", gc).map(collector -> collector.flags).or(List.of()));
        all.addAll(flags);
        return List.copyOf(all);
    }

    private static void checkFlag(String name, String flag) {
        if (!flag.matches("-[^\\s].*")) {
            throw ConfigException.invalid(name, flag, "a JVM flag, which starts with '-'");
        }
        if (REFUSED.contains(flag.split("[=\\s]", 2)[0])) {
            throw ConfigException.invalid(name, flag, "no flag for the class path or the main class, which a run sets");
        }
        if (SEVERAL.matcher(flag).find()) {
            throw ConfigException.invalid(name, flag, "one flag for each entry of the list");
        }
    }

    private static boolean isPossible(long bytes) {
        return bytes >= MIN_HEAP_BYTES && bytes <= MAX_HEAP_BYTES;
    }

    /** Returns the heap in bytes; empty for the JVM's default. */
    public Optional<Long> heapBytes() {
        return Optional.ofNullable(heap).map(JvmOptions::bytes);
    }

    private static long bytes(String heap) {
        String digits = heap.replaceAll("\\D", "");
        int exponent = "kmgt".indexOf(heap.toLowerCase(Locale.ROOT).charAt(heap.length() - 1)) + 1;
        double bytes = Long.parseLong(digits) * Math.pow(1024, exponent);
        return bytes > MAX_HEAP_BYTES ? Long.MAX_VALUE : (long) bytes;
    }
}
