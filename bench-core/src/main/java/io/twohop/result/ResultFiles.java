package io.twohop.result;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import io.twohop.measure.Interval;
import io.twohop.measure.Interval.Phase;
import io.twohop.measure.Probe;
import io.twohop.workload.YamlDocument;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Locale;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/**
 * Writes a result's directory. Everything goes into a directory with a temporary name, which is renamed when it is whole;
 * the name of a result that is not complete says so.
 */
public final class ResultFiles {
    private static final String PARTIAL_SUFFIX = ".partial";
    private static final String INCOMPLETE_SUFFIX = "-incomplete";
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double[] INTERVAL_PERCENTILES = {50, 99, 99.9};

    private static final ObjectMapper JSON = JsonMapper.builder()
            .addModule(new SimpleModule().addSerializer(Instant.class, ToStringSerializer.instance))
            .enable(SerializationFeature.INDENT_OUTPUT)
            .build();

    private final Path directory;
    private final Path partial;

    /**
     * Creates the directory under its temporary name.
     *
     * @param results where results are kept
     * @param name of this one
     */
    public ResultFiles(Path results, String name) throws IOException {
        directory = results.resolve(name);
        partial = results.resolve(name + PARTIAL_SUFFIX);
        Files.createDirectories(partial);
    }

    /** The directory while it is being written; logs go here at once. */
    public Path workingDirectory() {
        return partial;
    }

    /** Writes all files and gives the directory its final name, which is returned. */
    public Path write(BenchmarkResult result) throws IOException {
        Files.writeString(partial.resolve("workload.yaml"), YamlDocument.toYaml(result.workloadSettings()));
        Files.writeString(partial.resolve("transport.yaml"), YamlDocument.toYaml(result.transportSettings()));
        for (Fork fork : result.forks()) {
            for (Probe probe : fork.probes().keySet()) {
                writeHistogramLog(fork, probe);
            }
        }
        writeIntervals(result);
        JSON.writeValue(partial.resolve("result.json").toFile(), result);
        Path wanted =
                result.complete() ? directory : directory.resolveSibling(directory.getFileName() + INCOMPLETE_SUFFIX);
        return Files.move(partial, wanted);
    }

    private void writeHistogramLog(Fork fork, Probe probe) throws IOException {
        Path file = partial.resolve(probe.key() + "-fork" + fork.number() + ".hlog");
        try (PrintStream out = new PrintStream(file.toFile(), StandardCharsets.UTF_8)) {
            HistogramLogWriter log = new HistogramLogWriter(out);
            log.outputComment(
                    "[" + probe.key() + " from intended time, nanoseconds; times count from the start of measuring]");
            log.outputLogFormatVersion();
            log.outputLegend();
            for (Interval interval : fork.intervals()) {
                if (interval.phase() != Phase.WARMUP && interval.latencies().containsKey(probe)) {
                    // Values stay in nanoseconds: a maximum in another unit would not match the encoded histogram.
                    log.outputIntervalHistogram(
                            interval.startNanos() / NANOS_PER_SECOND,
                            interval.endNanos() / NANOS_PER_SECOND,
                            interval.histogram(probe),
                            1.0);
                }
            }
        }
    }

    private void writeIntervals(BenchmarkResult result) throws IOException {
        StringBuilder csv = new StringBuilder(
                "fork,phase,startSeconds,endSeconds,sent,completed,acknowledged,publishedBytes,arrivedBytes");
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
        Files.writeString(partial.resolve("intervals.csv"), csv);
    }

    private static void appendInterval(StringBuilder csv, int fork, Interval interval) {
        csv.append(String.format(
                Locale.ROOT,
                "%d,%s,%.3f,%.3f,%d,%d,%d,%d,%d",
                fork,
                interval.phase().name().toLowerCase(Locale.ROOT),
                interval.startNanos() / NANOS_PER_SECOND,
                interval.endNanos() / NANOS_PER_SECOND,
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
