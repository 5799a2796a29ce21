package io.twohop.external;

import io.twohop.config.ConfigException;
import io.twohop.config.LimitedFile;
import io.twohop.config.Texts;
import io.twohop.workload.Percentiles;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads HdrHistogram's percentile distribution, as text or CSV, and the output of wrk2 ({@code --latency}), which holds one or two. wrk2
 * writes milliseconds; others state no unit.
 */
final class PercentileText {
    private static final double ROUNDING = 1e-9;
    private static final Pattern HEADER = Pattern.compile(
            "\\s*\"?Value\"?[\\s,]+\"?Percentile\"?[\\s,]+\"?TotalCount\"?[\\s,]+\"?1/\\(1-Percentile\\)\"?\\s*");
    private static final Pattern TITLE = Pattern.compile("\\s*Latency Distribution \\(HdrHistogram - (\\w+) Latency.*");
    private static final Pattern SPECTRUM = Pattern.compile("\\s*Detailed Percentile spectrum:\\s*");
    private static final Pattern REQUESTS = Pattern.compile("\\s*Requests/sec:\\s*([\\d.]+)\\s*");
    private static final Pattern ERRORS = Pattern.compile("\\s*(Socket errors: .*|Non-2xx or 3xx responses: .*)");
    private static final String NUMBER = "[\\d.eE+-]+";
    private static final Pattern ROW = Pattern.compile("\\s*(" + NUMBER + ")[\\s,]+(" + NUMBER
            + ")[\\s,]+(\\d+)(?:[\\s,]+(?:" + NUMBER + "|[iI]nf(?:inity)?))?\\s*");
    private static final double NANOS_PER_MILLI = 1e6;
    private static final int MOST_SERIES = 10;

    private static final List<String> LIMITS = List.of(
            "a percentile text has no series over time, and states neither losses nor whether the load was a constant rate or a"
                    + " closed loop",
            "a percentile between two lines of the text is shown as that of the next line");

    private final Path file;
    private final List<Spectrum> spectra = new ArrayList<>();
    private final List<String> facts = new ArrayList<>();
    private final List<Series> rates = new ArrayList<>();
    private boolean isWrk2;
    private String title = "latency";
    private boolean inRows;

    /** One distribution. */
    private static final class Spectrum {
        private final String name;
        private final long line;
        private final List<double[]> rows = new ArrayList<>();
        private long count;

        Spectrum(String name, long line) {
            this.name = name;
            this.line = line;
        }

        private boolean isWhole() {
            return !rows.isEmpty() && last()[1] == 1;
        }

        private double[] last() {
            return rows.get(rows.size() - 1);
        }

        /** A percentile divided by 100 may differ in its last digit from the share that the text has. */
        private double at(double share) {
            return rows.stream()
                    .filter(row -> row[1] >= share - ROUNDING)
                    .findFirst()
                    .orElseThrow()[0];
        }
    }

    private PercentileText(Path file) {
        this.file = file;
    }

    static boolean isOne(List<String> firstLines) {
        return firstLines.stream()
                .anyMatch(line -> HEADER.matcher(line).matches()
                        || SPECTRUM.matcher(line).matches()
                        || TITLE.matcher(line).matches());
    }

    static ExternalResult read(String name, Path path, FileUnits units) throws IOException {
        PercentileText text = new PercentileText(path);
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(LimitedFile.document(path), StandardCharsets.UTF_8))) {
            long number = 0;
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                text.add(++number, ExternalFiles.withoutMark(line));
            }
        }
        return text.result(name, units);
    }

    private void add(long number, String line) {
        Matcher row = ROW.matcher(line);
        Matcher titled = TITLE.matcher(line);
        Matcher requests = REQUESTS.matcher(line);
        Matcher errors = ERRORS.matcher(line);
        if (HEADER.matcher(line).matches()) {
            if (spectra.size() == MOST_SERIES) {
                throw error(number, "text", "more distributions", "at most " + MOST_SERIES);
            }
            spectra.add(new Spectrum(title + (spectra.isEmpty() || isWrk2 ? "" : " " + (spectra.size() + 1)), number));
            inRows = true;
        } else if (inRows && row.matches()) {
            add(number, row);
        } else if (inRows && !line.isBlank() && !line.stripLeading().startsWith("#")) {
            if (!spectra.get(spectra.size() - 1).isWhole()) {
                throw error(number, "row", line.strip(), "value, percentile, count and 1/(1-percentile)");
            }
            inRows = false;
            add(number, line);
        } else if (titled.matches()) {
            isWrk2 = true;
            title = "Recorded".equals(titled.group(1)) ? "latency" : "uncorrected latency";
        } else if (SPECTRUM.matcher(line).matches()) {
            isWrk2 = true;
        } else if (requests.matches()) {
            rates.add(Series.ofLoad("requests", true, number(number, "Requests/sec", requests.group(1))));
        } else if (errors.matches()) {
            facts.add("wrk2: " + ExternalFiles.shown(errors.group(1)));
        }
    }

    private void add(long number, Matcher row) {
        Spectrum spectrum = spectra.get(spectra.size() - 1);
        double value = number(number, "value", row.group(1));
        double share = number(number, "percentile", row.group(2));
        if (share < 0 || share > 1) {
            throw error(number, "percentile", row.group(2), "a share from 0 to 1");
        }
        if (!spectrum.rows.isEmpty() && (value < spectrum.last()[0] || share < spectrum.last()[1])) {
            throw error(number, "row", row.group().strip(), "values and percentiles that do not fall");
        }
        spectrum.rows.add(new double[] {value, share});
        spectrum.count = (long) number(number, "count", row.group(3));
    }

    private ExternalResult result(String name, FileUnits units) {
        if (spectra.isEmpty()) {
            throw error(1, "text", "no distribution", "wrk2's output with --latency");
        }
        double nanos = isWrk2 ? NANOS_PER_MILLI : units.nanosOf(file);
        List<Series> series = new ArrayList<>();
        for (Spectrum spectrum : spectra) {
            series.add(series(spectrum, nanos));
            facts.add(Texts.format("%s: %,d samples", spectrum.name, spectrum.count));
        }
        series.addAll(rates);
        String clock = isWrk2
                ? "wrk2 counts from the planned time, to about 1 ms; the text states the achieved rate and not the planned one"
                : "the text states no rate, and not when its clock starts: at the intended time or at the send";
        return new ExternalResult(
                name,
                isWrk2 ? "wrk2" : "HdrHistogram's percentile text",
                series,
                facts,
                Stream.concat(LIMITS.stream(), Stream.of(clock)).toList());
    }

    private Series series(Spectrum spectrum, double nanos) {
        if (!spectrum.isWhole()) {
            String last = spectrum.rows.isEmpty() ? "no row" : "rows up to " + Texts.plain(spectrum.last()[1]);
            throw error(spectrum.line, "percentiles", last, "a whole distribution, up to 1.000000");
        }
        Map<String, Double> figures = new LinkedHashMap<>();
        for (double percentile : Percentiles.stated()) {
            if (Percentiles.supports(spectrum.count, percentile)) {
                figures.put(Percentiles.label(percentile), nanos * spectrum.at(percentile / 100));
            }
        }
        figures.put("max", nanos * spectrum.last()[0]);
        boolean isHeadline = !spectrum.name.startsWith("uncorrected");
        return new Series(spectrum.name, Quantity.LATENCY, isHeadline, figures, Set.of(), List.of(), Map.of());
    }

    private double number(long line, String name, String text) {
        try {
            double number = Double.parseDouble(text);
            if (Double.isFinite(number) && number >= 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Rejected below, like a number that is not finite.
        }
        throw error(line, name, text, "a finite number of 0 or more");
    }

    private ConfigException error(long line, String name, Object value, String expected) {
        return ConfigException.inFile(file, line, name, value, expected);
    }
}
