package io.twohop.jmh.bare;

import io.twohop.codec.CodecProvider;
import io.twohop.config.Quantities;
import io.twohop.launch.ForkCommand;
import io.twohop.registry.Providers;
import io.twohop.registry.TransportFile;
import io.twohop.registry.TransportFiles;
import io.twohop.result.BenchmarkResult;
import io.twohop.result.LatencySummary;
import io.twohop.result.Verdict;
import io.twohop.store.StoredResult;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;

/**
 * Runs a bare client and TwoHop in turns, each run in a fresh JVM with the same flags, and prints their ratios. Arguments are transport
 * files, options, and {@code -Dkey=value} for TwoHop alone:
 *
 * <ul>
 *   <li>{@code --rates=10k,capacity}: messages per second, or the throughput of a closed loop
 *   <li>{@code --pairs=3}: runs of each
 *   <li>{@code --warmup=4s}, {@code --duration=5s}
 *   <li>{@code --bench=./bench}: the command to compare with, such as that of another checkout
 *   <li>{@code --directory=/dev/shm}: where Chronicle's files are
 * </ul>
 *
 * <p>The exit status is 1 if a run of either did not hold its rate: such a pair has no ratio.
 */
public final class Bare {
    /** The share of the offered rate that TwoHop requires. */
    private static final double HELD = 0.99;

    private static final String CAPACITY = "capacity";
    private static final String RESULT = "result=";

    /** The broker's logger, also on the class path, would fill the output. */
    private static final Map<String, String> LOGGING = Map.of(
            "slf4j.provider", "org.slf4j.simple.SimpleServiceProvider",
            "slf4j.internal.verbosity", "ERROR",
            "org.slf4j.simpleLogger.defaultLogLevel", "error");

    private List<String> rates = List.of("10k", "100k");
    private int pairs = 3;
    private String warmup = "4s";
    private String duration = "5s";
    private String bench = beside().toString();
    private Path directory = memory();
    private final List<String> keys = new ArrayList<>();
    private final List<String> files = new ArrayList<>();
    private boolean refused;

    private Bare(String[] arguments) {
        Arrays.asList(arguments).forEach(this::take);
        if (files.isEmpty()) {
            throw new IllegalArgumentException(
                    "transport file: absent (expected: one or more, such as chronicle.yaml)");
        }
    }

    private void take(String argument) {
        String value = argument.substring(argument.indexOf('=') + 1);
        switch (argument.replaceFirst("=.*", "")) {
            case "--rates" -> rates = List.of(value.split(","));
            case "--pairs" -> pairs = Integer.parseInt(value);
            case "--warmup" -> warmup = value;
            case "--duration" -> duration = value;
            case "--bench" -> bench = value;
            case "--directory" -> directory = Path.of(value);
            default -> {
                if (argument.startsWith("--")) {
                    throw new IllegalArgumentException(
                            argument + " (expected: --rates, --pairs, --warmup, --duration, --bench or --directory)");
                }
                (argument.startsWith("-D") ? keys : files).add(argument);
            }
        }
    }

    /** Returns the command of the checkout whose {@code bench-jmh/target} this class is in. */
    private static Path beside() {
        Path own = Path.of(
                Bare.class.getProtectionDomain().getCodeSource().getLocation().getPath());
        return own.getParent().getParent().resolveSibling("bench");
    }

    private static Path memory() {
        Path memory = Path.of("/dev/shm");
        return Files.isWritable(memory) ? memory : Path.of(System.getProperty("java.io.tmpdir"));
    }

    public static void main(String[] arguments) throws Exception {
        LOGGING.forEach((name, value) -> System.setProperty(name, value));
        Bare bare = new Bare(arguments);
        for (String file : bare.files) {
            bare.compare(file);
        }
        System.exit(bare.refused ? 1 : 0);
    }

    private void compare(String name) throws Exception {
        TransportFile file = TransportFile.of(TransportFiles.find(name));
        boolean single = BareClient.of(file.name()).isSingleThreaded();
        List<String> rows = new ArrayList<>();
        for (String rate : rates) {
            if (CAPACITY.equals(rate) && !single) {
                throw new IllegalArgumentException("rate: capacity (expected: a rate, since " + name
                        + " has several threads); see ./bench -Dworkload=max-rate.yaml " + name);
            }
            BarePairs results = new BarePairs();
            for (int pair = 0; pair < pairs; pair++) {
                boolean bareFirst = pair % 2 == 0;
                BareResult first = bareFirst ? bare(file, rate) : twoHop(name, rate, single);
                BareResult second = bareFirst ? twoHop(name, rate, single) : bare(file, rate);
                results.add(bareFirst ? first : second, bareFirst ? second : first);
            }
            rows.add(CAPACITY.equals(rate) ? results.capacity() : results.latencies(rate));
            refused |= results.size() < pairs;
        }
        System.out.println();
        System.out.println(name + ", medians of " + pairs + " pairs with range, latencies in us:");
        System.out.println();
        System.out.println(BarePairs.HEADING);
        rows.forEach(System.out::println);
    }

    /** Returns null for a run that did not hold its rate. */
    private BareResult bare(TransportFile file, String rate) throws Exception {
        double perSecond = CAPACITY.equals(rate) ? 0 : Quantities.rate(rate).perSecond();
        CodecProvider codec = Providers.codec(file.common().codec());
        Set<String> flags = new LinkedHashSet<>(ForkCommand.JVM_FLAGS);
        flags.addAll(file.provider().jvmFlags());
        flags.addAll(codec.jvmFlags());
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(flags);
        LOGGING.forEach((name, value) -> command.add("-D" + name + "=" + value));
        List<String> classPath = new ArrayList<>(file.configured().classPath());
        classPath.add(System.getProperty("java.class.path"));
        command.addAll(List.of("-cp", String.join(File.pathSeparator, classPath), BareMain.class.getName()));
        command.addAll(List.of(file.name(), codec.name(), "" + perSecond, warmup, duration));
        try (BarePlace place = BarePlace.open(file.name(), directory)) {
            BareResult result = BareResult.read(run(command, place.properties()));
            boolean held = result.perSecond() >= HELD * perSecond;
            say("bare", rate, result, held ? "" : "REFUSED: the rate was not held");
            return held ? result : null;
        }
    }

    /** Returns null for a run that was not met. */
    private BareResult twoHop(String name, String rate, boolean single) throws Exception {
        boolean capacity = CAPACITY.equals(rate);
        Path workload = Files.createTempFile("bare-", ".yaml");
        try {
            Files.write(
                    workload,
                    List.of(
                            capacity ? "mode: throughput" : "rate: " + rate,
                            "warmup: " + warmup,
                            "duration: " + duration,
                            "floor: 0s",
                            "layout: " + (single ? "single" : "auto")));
            List<String> command = new ArrayList<>(List.of(bench, "--quiet", "-Dworkload=" + workload));
            if ("chronicle.yaml".equals(name)) {
                command.add("-Dtransport.path=" + directory);
            }
            command.addAll(keys);
            command.add(name);
            return accepted(rate, run(command, new Properties()));
        } finally {
            Files.delete(workload);
        }
    }

    /** Reads the result that TwoHop's last line names; null unless it was met. */
    private static BareResult accepted(String rate, String output) throws IOException {
        int at = output.lastIndexOf(RESULT);
        if (at < 0) {
            throw new IllegalStateException("TwoHop failed: " + output);
        }
        String path = output.substring(at + RESULT.length()).lines().findFirst().orElseThrow();
        BenchmarkResult result = StoredResult.read(Path.of(path));
        Verdict verdict = result.verdict();
        LatencySummary latency = result.endToEnd();
        BareResult figures = new BareResult(
                latency.count(),
                result.throughput()
                        .map(throughput -> throughput.overall().messagesPerSecond())
                        .orElse(result.rates().achievedPerSecond()),
                latency.percentilesNanos().getOrDefault("p50", 0L),
                latency.percentilesNanos().getOrDefault("p99", 0L));
        boolean met = verdict instanceof Verdict.Met;
        say("TwoHop", rate, figures, met ? "" : "REFUSED: " + verdict.kind() + " " + verdict.reasons());
        return met ? figures : null;
    }

    private static void say(String who, String rate, BareResult result, String remark) {
        String latency = CAPACITY.equals(rate)
                ? ""
                : String.format(Locale.ROOT, "p50 %,d ns, p99 %,d ns, ", result.p50Nanos(), result.p99Nanos());
        System.out.printf(Locale.ROOT, "%-6s %8s  %s%,.0f/s %s%n", who, rate, latency, result.perSecond(), remark);
    }

    /**
     * Returns what a process printed; its standard error only if it failed.
     *
     * @param input the properties that the process reads
     */
    private static String run(List<String> command, Properties input) throws IOException, InterruptedException {
        Path errors = Files.createTempFile("bare-", ".log");
        try {
            Process process =
                    new ProcessBuilder(command).redirectError(errors.toFile()).start();
            try (OutputStream out = process.getOutputStream()) {
                input.store(out, null);
            }
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return process.waitFor() == 0 ? output : output + Files.readString(errors);
        } finally {
            Files.delete(errors);
        }
    }
}
