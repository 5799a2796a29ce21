package io.twohop.external;

import io.twohop.config.ConfigException;
import io.twohop.config.LimitedFile;
import io.twohop.config.OutOfMemory;
import io.twohop.config.Texts;
import io.twohop.result.LatencySummary;
import io.twohop.result.LogComment;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;

/**
 * Reads an HdrHistogram log, of any version: the sum of its intervals for each tag. The log states no unit, except those of the bench,
 * whose comment has it.
 */
final class HistogramLogFile {
    private static final String TOOL = "HdrHistogram log";
    private static final String UNTAGGED = "latency";
    private static final int MOST_TAGS = 100;
    private static final Pattern FIRST = Pattern.compile("#\\[?(Histogram log format|StartTime:|BaseTime:|Logg).*"
            + "|\"StartTimestamp\",.*|(Tag=[^,]*,)?[\\d.]+,[\\d.]+,[\\d.]+,D?HIST.*");
    private static final List<String> LIMITS = List.of(
            "an HdrHistogram log states no rate and no loss, and not when its clock starts: at the intended time or at the send");

    private final Path file;
    private final Map<String, Histogram> sums = new LinkedHashMap<>();
    private String probe = UNTAGGED;
    private boolean isOwn;
    private long intervals;

    private HistogramLogFile(Path file) {
        this.file = file;
    }

    static boolean isOne(List<String> firstLines) {
        return firstLines.stream()
                .anyMatch(line ->
                        FIRST.matcher(line).matches() || LogComment.probe(line).isPresent());
    }

    static ExternalResult read(String name, Path path, FileUnits units) throws IOException {
        HistogramLogFile log = new HistogramLogFile(path);
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(LimitedFile.log(path), StandardCharsets.UTF_8))) {
            long number = 0;
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                log.add(++number, ExternalFiles.withoutMark(line));
            }
        }
        return log.result(name, units);
    }

    private void add(long number, String line) {
        if (line.isBlank() || line.startsWith("\"StartTimestamp\"")) {
            return;
        }
        if (line.startsWith("#")) {
            LogComment.probe(line).ifPresent(own -> {
                isOwn = true;
                probe = own;
            });
            return;
        }
        Histogram interval = interval(number, line);
        intervals++;
        String tag = Objects.requireNonNullElse(interval.getTag(), probe);
        if (!sums.containsKey(tag) && sums.size() == MOST_TAGS) {
            throw error(number, "tag", tag, "at most " + MOST_TAGS + " tags");
        }
        try {
            sums.computeIfAbsent(tag, added -> growing(interval)).add(interval);
        } catch (RuntimeException e) {
            throw error(number, "interval", Texts.of(e), "a histogram of values of 0 and more");
        }
    }

    private static Histogram growing(Histogram first) {
        Histogram sum = new Histogram(first.getNumberOfSignificantValueDigits());
        sum.setAutoResize(true);
        return sum;
    }

    /** A reader of one line alone: of a whole file, it takes a broken line for the end. */
    private Histogram interval(long number, String line) {
        byte[] bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
        try (HistogramLogReader reader = new HistogramLogReader(new ByteArrayInputStream(bytes))) {
            EncodableHistogram read = reader.nextIntervalHistogram();
            if (read instanceof Histogram histogram) {
                return histogram;
            }
            throw error(
                    number,
                    "interval",
                    read == null ? line : "a histogram of fractions",
                    "start, length, maximum and an encoded histogram of whole numbers");
        } catch (ConfigException e) {
            throw e;
        } catch (RuntimeException | OutOfMemoryError e) {
            // The reader makes histograms by reflection, which wraps errors. A broken line asks for any amount of
            // memory.
            String found = OutOfMemory.in(e).isPresent() ? "more memory than there is" : Texts.of(e);
            throw error(number, "interval", found, "an encoded histogram");
        }
    }

    private ExternalResult result(String name, FileUnits units) {
        sums.values().removeIf(sum -> sum.getTotalCount() <= 0);
        if (sums.isEmpty()) {
            throw error(1, "log", intervals + " intervals without a sample", "at least one sample");
        }
        double nanos = isOwn ? 1 : units.nanosOf(file);
        List<Series> series = new ArrayList<>();
        List<String> facts = new ArrayList<>();
        sums.forEach((tag, sum) -> {
            LatencySummary summary = LatencySummary.of(sum);
            Map<String, Double> figures = new LinkedHashMap<>();
            summary.percentilesNanos().forEach((label, value) -> figures.put(label, nanos * value));
            figures.put("max", nanos * summary.maxNanos());
            String shown = ExternalFiles.shown(tag);
            series.add(Series.ofLatencies(shown, figures));
            facts.add(Texts.format("%s: %,d samples", shown, sum.getTotalCount()));
        });
        return new ExternalResult(name, TOOL, series, facts, LIMITS);
    }

    private ConfigException error(long line, String name, Object value, String expected) {
        return ConfigException.inFile(file, line, name, value, expected);
    }
}
