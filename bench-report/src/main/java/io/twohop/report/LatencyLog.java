package io.twohop.report;

import io.twohop.account.Histograms;
import io.twohop.config.ConfigException;
import io.twohop.config.LimitedFile;
import io.twohop.config.OutOfMemory;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;

/** A probe's latencies in one fork, second by second, from its HdrHistogram log. */
record LatencyLog(Path file) {
    /** Returns the number of seconds. */
    int intervals() throws IOException {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(LimitedFile.log(file), StandardCharsets.UTF_8))) {
            return (int) lines.lines()
                    .filter(line -> !line.isEmpty() && Character.isDigit(line.charAt(0)))
                    .count();
        }
    }

    /** Passes each second to a consumer; time stamps are milliseconds from the start of measuring. */
    void forEach(Consumer<Histogram> consumer) {
        try (InputStream in = LimitedFile.log(file);
                HistogramLogReader reader = new HistogramLogReader(in)) {
            EncodableHistogram next = reader.nextIntervalHistogram();
            while (next != null) {
                consumer.accept((Histogram) next);
                next = reader.nextIntervalHistogram();
            }
        } catch (ConfigException e) {
            throw e;
        } catch (IOException e) {
            throw ConfigException.invalid(
                    file.getFileName().toString(),
                    "missing",
                    "a file in " + file.getParent() + "; without it the result is not whole");
        } catch (RuntimeException e) {
            // The reader makes histograms by reflection, which wraps errors.
            OutOfMemory.in(e).ifPresent(error -> {
                throw error;
            });
            throw ConfigException.invalid(
                    file.getFileName().toString(),
                    e.toString(),
                    "an HdrHistogram log in " + file.getParent() + " as the bench wrote it");
        }
    }

    /** Returns the sum of all seconds. */
    Histogram sum() {
        Histogram sum = Histograms.newHistogram();
        forEach(sum::add);
        return sum;
    }
}
