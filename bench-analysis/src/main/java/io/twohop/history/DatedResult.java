package io.twohop.history;

import io.twohop.compare.ForkSetting;
import io.twohop.compare.Side;
import io.twohop.compare.SideReader;
import io.twohop.config.ConfigException;
import io.twohop.result.BenchmarkResult;
import io.twohop.result.Environment;
import io.twohop.result.Verdict;
import io.twohop.store.StoredResult;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A result with its time.
 *
 * @param directory of its files
 * @param name of the run
 * @param startedAt when the run was started
 * @param revision git revision of the bench, or "unknown"
 * @param transport the transport file's name
 * @param workload the workload's name
 * @param setting values shared by all results of a series, by key
 * @param surroundings values that may change within a series, by key, such as the kernel's release
 * @param side its figures; empty if unusable
 * @param flaw the reason that the figures are unusable; empty if they are usable
 */
public record DatedResult(
        Path directory,
        String name,
        Instant startedAt,
        String revision,
        String transport,
        String workload,
        Map<String, String> setting,
        Map<String, String> surroundings,
        Optional<Side> side,
        Optional<String> flaw) {
    /** Returns whether its figures can be used. */
    public boolean isUsable() {
        return side.isPresent();
    }

    /**
     * Reads a result.
     *
     * @throws ConfigException for a missing result, and for one that fits into no series
     */
    static DatedResult read(Path directory) throws IOException {
        BenchmarkResult result = StoredResult.read(directory);
        Optional<String> flaw = flaw(result);
        Optional<Side> side = Optional.empty();
        if (flaw.isEmpty()) {
            try {
                side = Optional.of(SideReader.read(directory.toString()));
            } catch (ConfigException e) {
                flaw = Optional.of(e.getMessage());
            }
        }
        if (result.startedAt() == null) {
            throw ConfigException.invalid("startedAt", "", "the time at which " + directory + " was measured");
        }
        return new DatedResult(
                directory,
                result.name(),
                result.startedAt(),
                result.revision(),
                result.transport(),
                result.workload(),
                ForkSetting.ofOneSide(result),
                surroundings(result),
                side,
                flaw);
    }

    private static Optional<String> flaw(BenchmarkResult result) {
        if (!result.complete()) {
            return Optional.of("it broke off");
        }
        Verdict verdict = result.verdict();
        if (verdict instanceof Verdict.Met || verdict instanceof Verdict.Missed) {
            return Optional.empty();
        }
        return Optional.of("it is " + verdict.kind().toUpperCase(Locale.ROOT)
                + verdict.reasons().stream().findFirst().map(": "::concat).orElse(""));
    }

    private static Map<String, String> surroundings(BenchmarkResult result) {
        Map<String, String> surroundings = new TreeMap<>();
        result.forks().stream().limit(1).forEach(fork -> {
            // A fork that never started has no environment.
            Optional.ofNullable(fork.environment())
                    .map(Environment::kernel)
                    .ifPresent(kernel -> surroundings.put("kernel", kernel));
            surroundings.putAll(fork.versions());
        });
        return surroundings;
    }
}
