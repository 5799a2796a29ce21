package io.twohop.external;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twohop.config.ConfigException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.HdrHistogram.DoubleHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistogramLogFileTest {
    private static final int SAMPLES = 1_000;

    @TempDir
    Path directory;

    /** Returns a second with the values from a number on, evenly apart. */
    private static Histogram second(String tag, long from) {
        Histogram histogram = new Histogram(3);
        for (int i = 0; i < SAMPLES; i++) {
            histogram.recordValue(from + i);
        }
        histogram.setTag(tag);
        return histogram;
    }

    private Path log(String comment, Histogram... seconds) throws IOException {
        Path file = directory.resolve("a.hlog");
        try (PrintStream out = new PrintStream(Files.newOutputStream(file), false, StandardCharsets.UTF_8)) {
            HistogramLogWriter log = new HistogramLogWriter(out);
            log.outputComment(comment);
            log.outputLogFormatVersion();
            log.outputLegend();
            for (int i = 0; i < seconds.length; i++) {
                log.outputIntervalHistogram(i, i + 1.0, seconds[i], 1_000_000.0);
            }
        }
        return file;
    }

    private static ExternalResult read(Path file, String... units) throws IOException {
        return ExternalFiles.read("a.hlog", file, FileUnits.of(List.of(units))).orElseThrow();
    }

    @Test
    void shouldAddTheIntervalsOfEachTag() throws IOException {
        ExternalResult result =
                read(log("[Logged elsewhere]", second("READ", 1), second("WRITE", 1_001), second("READ", 1_001)), "us");

        assertThat(result.series()).extracting(Series::name).containsExactly("READ", "WRITE");
        assertThat(result.series().get(0).figures())
                .containsOnlyKeys("p50", "p90", "p99", "max")
                .containsEntry("p50", 1_000_000.0)
                .containsEntry("p99", 1_980_000.0)
                .containsEntry("max", 2_000_000.0);
        assertThat(result.series().get(1).figures()).containsEntry("p50", 1_500_000.0);
        assertThat(result.facts()).containsExactly("READ: 2,000 samples", "WRITE: 1,000 samples");
        assertThat(result.limits()).anyMatch(limit -> limit.contains("no rate and no loss"));
    }

    @Test
    void shouldAskForTheUnitThatOnlyOurOwnLogStates() throws IOException {
        Path others = log("[Logged elsewhere]", second(null, 1));
        assertThatThrownBy(() -> read(others))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith("--unit: missing (expected: the unit of the values in " + others);
        assertThat(read(others, others + "=ms", "s").series().get(0).figures()).containsEntry("max", 1e9);

        Path own = log(
                "[toService from intended time, nanoseconds; times count from the start of measuring]",
                second(null, 1));
        assertThat(read(own).series().get(0).name()).isEqualTo("toService");
        assertThat(read(own).series().get(0).figures()).containsEntry("max", 1_000.0);
    }

    @Test
    void shouldRefuseUnitsThatNobodyNeeds() throws IOException {
        FileUnits units = FileUnits.of(List.of("us"));
        ExternalFiles.read("a", log("[endToEnd from intended time, nanoseconds; and more]", second(null, 1)), units);
        assertThatThrownBy(units::refuseUnused).hasMessageStartingWith("--unit: for all files (expected: ");
        FileUnits needed = FileUnits.of(List.of("us"));
        ExternalFiles.read("a", log("[Logged elsewhere]", second(null, 1)), needed);
        needed.refuseUnused();
        assertThatThrownBy(() -> FileUnits.of(List.of("a=us", "hours"))).hasMessageStartingWith("--unit: hours");
        assertThatThrownBy(() -> FileUnits.of(List.of("us", "ms"))).hasMessageContaining("one unit for each file");
    }

    /** The library's reader takes a broken line for the end of the log. */
    @Test
    void shouldNameTheLineThatIsBroken() throws IOException {
        Path whole = log("[Logged elsewhere]", second(null, 1), second(null, 1));
        String text = Files.readString(whole);

        Files.writeString(whole, text.substring(0, text.length() - 20));
        assertThatThrownBy(() -> read(whole, "ns")).hasMessageStartingWith(whole + ":5: interval: ");
        Files.writeString(whole, text.replace("0.000,1.000,", "0.000,"));
        assertThatThrownBy(() -> read(whole, "ns")).hasMessageStartingWith(whole + ":4: interval: ");
        Files.writeString(whole, text + "no line of a log\n");
        assertThatThrownBy(() -> read(whole, "ns")).hasMessageStartingWith(whole + ":6: interval: no line of a log");
        Files.writeString(whole, text.lines().limit(3).reduce("", (all, line) -> all + line + "\n"));
        assertThatThrownBy(() -> read(whole, "ns")).hasMessageContaining("at least one sample");
    }

    @Test
    void shouldReadOtherLineEndsAndAByteOrderMark() throws IOException {
        Path file = log("[Logged elsewhere]", second("A", 1));
        ExternalResult plain = read(file, "ns");

        Files.writeString(file, "\ufeff" + Files.readString(file).replace("\n", "\r\n"));

        assertThat(read(file, "ns").series()).isEqualTo(plain.series());
    }

    @Test
    void shouldRefuseHistogramsOfFractions() throws IOException {
        Path file = directory.resolve("a.hlog");
        DoubleHistogram fractions = new DoubleHistogram(3);
        fractions.recordValue(1.5);
        try (PrintStream out = new PrintStream(Files.newOutputStream(file), false, StandardCharsets.UTF_8)) {
            HistogramLogWriter log = new HistogramLogWriter(out);
            log.outputLegend();
            log.outputIntervalHistogram(0.0, 1.0, fractions, 1.0);
        }
        assertThatThrownBy(() -> read(file, "ns"))
                .hasMessageStartingWith(file + ":2: interval: a histogram of fractions");
    }

    /** Any damage is either harmless or named, even where a histogram asks for all memory. */
    @Test
    void shouldReadOrRefuseDamagedLogs() throws IOException {
        Path file = log("[Logged elsewhere]", second("A", 1), second("B", 1_000_000));
        byte[] whole = Files.readAllBytes(file);
        Random random = new Random(7);
        for (int i = 0; i < 500; i++) {
            byte[] damaged = whole.clone();
            for (int flips = 0; flips < 2; flips++) {
                damaged[random.nextInt(damaged.length)] = whole[random.nextInt(whole.length)];
            }
            Files.write(file, damaged);
            try {
                read(file, "ns");
            } catch (ConfigException e) {
                assertThat(e.getMessage()).contains(file + ":", "(expected: ");
            }
        }
    }
}
