package io.twohop.history;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import java.util.function.UnaryOperator;

/** Directories of results, one a night, with as much in them as a history reads. */
public final class Nights {
    private static final Instant FIRST = Instant.parse("2026-03-01T02:00:00Z");
    private static final int FORKS = 3;
    private static final String RESULT = """
            {"schemaVersion": 1, "name": "%s", "startedAt": "%s", "complete": true,
             "verdict": {"kind": "Met", "reasons": []}, "workload": "nightly", "transport": "chronicle",
             "workloadSettings": {"rate": ["10k/s"], "forks": "3", "description": "x"},
             "transportSettings": {"description": "x", "transport": "chronicle", "rollCycle": "10s"},
             "payloadBytes": 0, "revision": "%s",
             "forks": [{"layout": {"layout": "SINGLE", "idle": "SPIN"}, "codec": {"name": "wire"},
               "versions": {"chronicle-queue": "2026.4"},
               "environment": {"os": "Linux", "cpu": "some", "cores": 2, "java": "17", "vm": "VM 17", "maxHeapBytes": 5,
                 "kernel": "6.1", "clockSource": "tsc", "machine": {"governor": "performance", "smt": true},
                 "data": {"fileSystem": "ext4"}}}]}
            """;

    private final Path directory;

    /** @param directory where they are made */
    public Nights(Path directory) {
        this.directory = directory;
    }

    /** Of all nights of a number, with p99 as given and around it what chance makes of forks; p50 is half of it. */
    public Nights all(int nights, IntToDoubleFunction p99) throws IOException {
        return from(0, nights, p99, json -> json);
    }

    /** The same from a night on, with another result. */
    public Nights from(int first, int nights, IntToDoubleFunction p99, UnaryOperator<String> changed)
            throws IOException {
        for (int night = first; night < first + nights; night++) {
            night(night, p99.applyAsDouble(night), changed);
        }
        return this;
    }

    /** One of them. */
    public Path night(int night, double p99, UnaryOperator<String> changed) throws IOException {
        Path result = Files.createDirectories(directory.resolve(name(night)));
        Files.writeString(
                result.resolve("result.json"),
                changed.apply(RESULT.formatted(name(night), FIRST.plus(night, ChronoUnit.DAYS), commit(night))));
        SplittableRandom random = new SplittableRandom(night);
        StringBuilder csv = new StringBuilder("fork,endToEnd.p50,endToEnd.p99,overall.messagesPerSecond,untrusted\n");
        for (int fork = 1; fork <= FORKS; fork++) {
            double value = p99 * Math.exp(0.02 * random.nextGaussian());
            csv.append(String.format(Locale.ROOT, "%d,%.1f,%.1f,%.1f,%n", fork, value / 2, value, 1e9 / value));
        }
        Files.writeString(result.resolve("forks.csv"), csv.toString().replace("\r", ""));
        return result;
    }

    /** The directory of a night. */
    public Path at(int night) {
        return directory.resolve(name(night));
    }

    /** The commit of a night. */
    public static String commit(int night) {
        return String.format("c%03d", night);
    }

    private static String name(int night) {
        return String.format("night-%03d", night);
    }
}
