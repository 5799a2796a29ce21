package io.twohop.store;

import io.twohop.account.Interval;
import io.twohop.account.Interval.Phase;
import io.twohop.config.ConfigException;
import io.twohop.config.Nanos;
import io.twohop.config.Room;
import io.twohop.config.Texts;
import io.twohop.config.WholeFile;
import io.twohop.config.YamlDocument;
import io.twohop.result.BenchmarkResult;
import io.twohop.result.Fork;
import io.twohop.result.ForkMetrics;
import io.twohop.result.LogComment;
import io.twohop.result.Part;
import io.twohop.workload.Probe;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/**
 * Writes a result's directory. Everything goes into a directory with a temporary name, which is renamed when it is complete.
 * The name of an aborted result says so.
 */
public final class ResultFiles {
    static final String RESULT = "result.json";

    private static final double[] INTERVAL_PERCENTILES = {50, 99, 99.9};

    private final OutputDirectory directory;
    private final Path partial;
    private final Map<String, IOException> failures = new LinkedHashMap<>();

    /**
     * Creates the directory under its temporary name.
     *
     * @param results directory of all results
     * @param name of this result; a number follows if the name is taken
     * @throws ConfigException if the directory cannot be written
     */
    public ResultFiles(Path results, String name) throws IOException {
        prepare(results);
        try {
            directory = OutputDirectory.create(results, name);
            partial = directory.partial();
        } catch (IOException e) {
            throw notWritable(results, e);
        }
    }

    /**
     * Creates the directory of all results unless it exists.
     *
     * @throws ConfigException if it cannot be written to, or its disk is almost full
     */
    public static void prepare(Path results) {
        try {
            Files.createDirectories(results);
            Room.check("results", results, "free some, or give another directory with -Dresults=...");
        } catch (IOException e) {
            throw notWritable(results, e);
        }
    }

    private static ConfigException notWritable(Path results, IOException e) {
        return ConfigException.invalid("results", results, "a directory to write to; " + Texts.reason(e));
    }

    /** Returns the name of the result. */
    public String name() {
        return directory.name();
    }

    /** Returns the directory during the run; logs are written to it directly. */
    public Path workingDirectory() {
        return partial;
    }

    /**
     * Writes all files, renames the directory and returns its final name.
     *
     * @throws ResultNotWritten if writing fails; the directory then keeps its temporary name, and the files that could be
     *     written as a whole
     */
    public Path write(BenchmarkResult result) throws ResultNotWritten {
        writeAll(result);
        if (failures.isEmpty()) {
            try {
                return directory.finish(result.complete());
            } catch (IOException e) {
                failures.put("its final name", e);
            }
        }
        throw new ResultNotWritten(
                result,
                partial,
                List.copyOf(failures.keySet()),
                failures.values().iterator().next());
    }

    /** Writes what says most first, since the disk may fill. */
    private void writeAll(BenchmarkResult result) {
        keep(RESULT, out -> ResultJson.MAPPER.writeValue(out, result));
        keep("workload.yaml", text(() -> YamlDocument.toYaml(result.workloadSettings())));
        keep("transport.yaml", text(() -> YamlDocument.toYaml(result.transportSettings())));
        keep("forks.csv", text(() -> forks(result)));
        keep("intervals.csv", text(() -> intervals(result)));
        keep("jmh.json", out -> ResultJson.MAPPER.writeValue(out, JmhJson.of(result)));
        for (Fork fork : result.forks()) {
            writeHistogramLogs(fork, "");
            for (Part part : fork.loads()) {
                writeHistogramLogs(part.load(), part.suffix());
            }
        }
    }

    private void keep(String name, WholeFile.Content content) {
        try {
            WholeFile.write(partial.resolve(name), content);
        } catch (IOException e) {
            failures.put(name, e);
        }
    }

    private static WholeFile.Content text(Supplier<CharSequence> text) {
        return out -> out.write(text.get().toString().getBytes(StandardCharsets.UTF_8));
    }

    private void writeHistogramLogs(Fork fork, String suffix) {
        for (Probe probe : fork.probes().keySet()) {
            keep(probe.key() + "-fork" + fork.number() + suffix + ".hlog", out -> writeHistogramLog(fork, probe, out));
        }
    }

    private static void writeHistogramLog(Fork fork, Probe probe, OutputStream file) throws IOException {
        try (PrintStream out = new PrintStream(new BufferedOutputStream(file), false, StandardCharsets.UTF_8)) {
            HistogramLogWriter log = new HistogramLogWriter(out);
            log.outputComment(LogComment.of(probe));
            log.outputLogFormatVersion();
            log.outputLegend();
            for (Interval interval : fork.intervals()) {
                if (interval.phase() != Phase.WARMUP && interval.latencies().containsKey(probe)) {
                    // Values stay in nanoseconds: a maximum in another unit would not match the encoded histogram.
                    log.outputIntervalHistogram(
                            interval.startNanos() / Nanos.PER_SECOND,
                            interval.endNanos() / Nanos.PER_SECOND,
                            interval.histogram(probe),
                            1.0);
                }
            }
            // A full disk shows here only.
            if (out.checkError()) {
                throw new IOException("no room");
            }
        }
    }

    /** Returns a row for each fork, with a column for each figure of any fork. */
    private static CharSequence forks(BenchmarkResult result) {
        Map<Integer, Map<String, Double>> rows = new LinkedHashMap<>();
        Set<String> columns = new LinkedHashSet<>();
        for (Fork fork : result.forks()) {
            rows.put(fork.number(), ForkMetrics.of(fork));
            columns.addAll(rows.get(fork.number()).keySet());
        }
        StringBuilder csv = new StringBuilder("fork");
        columns.forEach(column -> csv.append(',').append(column));
        csv.append(',').append(ForkMetrics.UNTRUSTED);
        for (Fork fork : result.forks()) {
            Map<String, Double> metrics = rows.get(fork.number());
            csv.append('\n').append(fork.number());
            columns.forEach(column -> csv.append(',').append(Objects.toString(metrics.get(column), "")));
            csv.append(',').append(String.join(" ", ForkMetrics.untrusted(fork)));
        }
        return csv.append('\n');
    }

    private static CharSequence intervals(BenchmarkResult result) {
        StringBuilder csv = new StringBuilder(
                "fork,phase,startSeconds,endSeconds,countedSeconds,due,sent,completed,acknowledged,publishedBytes,arrivedBytes");
        for (Probe probe : Probe.values()) {
            for (String column : new String[] {"Count", "P50Nanos", "P99Nanos", "P99.9Nanos", "MaxNanos"}) {
                csv.append(',').append(probe.key()).append(column);
            }
        }
        csv.append('\n');
        for (Fork fork : result.forks()) {
            for (Interval interval : fork.intervals()) {
                appendInterval(csv, fork.number(), interval);
            }
        }
        return csv;
    }

    private static void appendInterval(StringBuilder csv, int fork, Interval interval) {
        csv.append(Texts.format(
                "%d,%s,%.3f,%.3f,%.6f,%d,%d,%d,%d,%d,%d",
                fork,
                interval.phase().name().toLowerCase(Locale.ROOT),
                interval.startNanos() / Nanos.PER_SECOND,
                interval.endNanos() / Nanos.PER_SECOND,
                interval.countedNanos() / Nanos.PER_SECOND,
                interval.due(),
                interval.sent(),
                interval.completed(),
                interval.acknowledged(),
                interval.publishedBytes(),
                interval.arrivedBytes()));
        for (Probe probe : Probe.values()) {
            Histogram histogram = interval.histogram(probe);
            csv.append(',').append(histogram.getTotalCount());
            for (double percentile : INTERVAL_PERCENTILES) {
                csv.append(',').append(histogram.getValueAtPercentile(percentile));
            }
            csv.append(',').append(histogram.getMaxValue());
        }
        csv.append('\n');
    }
}
