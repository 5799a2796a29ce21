package io.twohop.system;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/** A result as long as one of five minutes, from a short one: the figures of each second are made up, in the same number. */
final class FiveMinutes {
    private static final int SECONDS = 300;
    private static final int MESSAGES_A_SECOND = 5_000;
    private static final int EVENTS = 3_000;
    private static final long HIGHEST = 3_600_000_000_000L;

    private FiveMinutes() {}

    /** Makes it beside the short one. */
    static Path of(Path brief, int number) throws IOException {
        Path made = Files.createDirectory(brief.resolveSibling(brief.getFileName() + "-long" + number));
        SplittableRandom random = new SplittableRandom(number);
        ObjectMapper json = new ObjectMapper();
        ObjectNode result =
                (ObjectNode) json.readTree(brief.resolve("result.json").toFile());
        result.put("name", made.getFileName().toString());
        json.writeValue(made.resolve("result.json").toFile(), result);
        try (Stream<Path> files = Files.list(brief)) {
            for (Path file : files.filter(file -> file.toString().matches(".*(\\.yaml|forks\\.csv)"))
                    .toList()) {
                Files.copy(file, made.resolve(file.getFileName()));
            }
        }
        Path log = made.resolve("endToEnd-fork1.hlog");
        log(log, random);
        for (String probe : new String[] {"lateness", "publish", "toService"}) {
            Files.copy(log, made.resolve(probe + "-fork1.hlog"));
        }
        seconds(made.resolve("intervals.csv"));
        events(made.resolve("events-fork1.csv"), random);
        heap(made.resolve("heap-fork1.csv"), random);
        return made;
    }

    private static void log(Path file, SplittableRandom random) throws IOException {
        try (PrintStream out = new PrintStream(file.toFile(), StandardCharsets.UTF_8)) {
            HistogramLogWriter log = new HistogramLogWriter(out);
            log.outputLogFormatVersion();
            log.outputLegend();
            Histogram histogram = new Histogram(1, HIGHEST, 3);
            for (int second = 0; second < SECONDS; second++) {
                histogram.reset();
                for (int i = 0; i < MESSAGES_A_SECOND; i++) {
                    histogram.recordValue((long) Math.pow(10, 3.2 - Math.log(1 - random.nextDouble()) / 2.5));
                }
                log.outputIntervalHistogram(second, second + 1, histogram, 1.0);
            }
        }
    }

    private static void seconds(Path file) throws IOException {
        StringBuilder csv = new StringBuilder(
                "fork,phase,startSeconds,endSeconds,sent,completed,acknowledged,publishedBytes,arrivedBytes\n");
        for (int second = -60; second < SECONDS; second++) {
            csv.append(String.format(
                    Locale.ROOT,
                    "1,%s,%d.000,%d.000,100000,100000,0,51200000,51200000%n",
                    second < 0 ? "warmup" : "measure",
                    second,
                    second + 1));
        }
        Files.writeString(file, csv);
    }

    private static void events(Path file, SplittableRandom random) throws IOException {
        String[] kinds = {
            "GC young pause (G1)", "safepoint (G1CollectForAllocation)", "no CPU for sink-0", "platform stall"
        };
        StringBuilder csv = new StringBuilder("what,startNanos,endNanos\n");
        for (int i = 0; i < EVENTS; i++) {
            long start = (long) (i * (SECONDS * 1e9 / EVENTS));
            csv.append(kinds[i % kinds.length]).append(',').append(start).append(',');
            csv.append(start + random.nextLong(20_000_000)).append('\n');
        }
        Files.writeString(file, csv);
    }

    private static void heap(Path file, SplittableRandom random) throws IOException {
        StringBuilder csv = new StringBuilder("atNanos,usedBytes,afterCollection,allocatedBytes\n");
        for (int i = 0; i < EVENTS; i++) {
            csv.append((long) (i * (SECONDS * 1e9 / EVENTS))).append(',').append(random.nextLong(100_000_000));
            csv.append(i % 2 == 0 ? ",true," : ",false,")
                    .append(i % 10 == 0 ? i * 1_000_000L : "")
                    .append('\n');
        }
        Files.writeString(file, csv);
    }
}
