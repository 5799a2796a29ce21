package io.twohop.history;

import com.fasterxml.jackson.databind.JsonNode;
import io.twohop.compare.ForkSetting;
import io.twohop.compare.Side;
import io.twohop.compare.SideReader;
import io.twohop.config.ConfigException;
import io.twohop.store.StoredResult;
import java.io.IOException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * A result, with when it was measured.
 *
 * @param directory where its files are
 * @param name of the run
 * @param startedAt when the run was started
 * @param revision git revision of the bench, or "unknown"
 * @param transport the transport file's name
 * @param workload the workload's name
 * @param setting what is the same in all results of a series, by key
 * @param surroundings what may change within a series, by key, such as the kernel's release
 * @param side its figures; null where they cannot be used
 * @param flaw why they cannot; null where they can
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
        Side side,
        String flaw) {
    /** Verdicts whose figures are of the transport, and not of a queue that grows. */
    private static final Set<String> SOUND = Set.of("Met", "Missed");

    /** Whether its figures can be used. */
    public boolean isUsable() {
        return side != null;
    }

    /**
     * Reads one.
     *
     * @throws ConfigException where there is none, or none that can be placed in a series
     */
    static DatedResult read(Path directory) throws IOException {
        JsonNode result = StoredResult.read(directory);
        String flaw = flaw(result);
        Side side = null;
        if (flaw == null) {
            try {
                side = SideReader.read(directory.toString());
            } catch (ConfigException e) {
                flaw = e.getMessage();
            }
        }
        return new DatedResult(
                directory,
                result.path("name").asText(),
                startedAt(directory, result),
                result.path("revision").asText("unknown"),
                result.path("transport").asText(),
                result.path("workload").asText(),
                ForkSetting.ofOneSide(result, result.at("/forks/0")),
                surroundings(result),
                side,
                flaw);
    }

    private static String flaw(JsonNode result) {
        if (!result.path("complete").asBoolean()) {
            return "it broke off";
        }
        String kind = result.at("/verdict/kind").asText();
        if (SOUND.contains(kind)) {
            return null;
        }
        String reason = result.at("/verdict/reasons/0").asText();
        return "it is " + kind.toUpperCase(Locale.ROOT) + (reason.isEmpty() ? "" : ": " + reason);
    }

    private static Instant startedAt(Path directory, JsonNode result) {
        String text = result.path("startedAt").asText();
        try {
            return Instant.parse(text);
        } catch (DateTimeException e) {
            throw ConfigException.invalid("startedAt", text, "the time at which " + directory + " was measured");
        }
    }

    private static Map<String, String> surroundings(JsonNode result) {
        Map<String, String> surroundings = new TreeMap<>();
        JsonNode fork = result.at("/forks/0");
        surroundings.put("kernel", fork.at("/environment/kernel").asText());
        fork.path("versions")
                .properties()
                .forEach(entry ->
                        surroundings.put(entry.getKey(), entry.getValue().asText()));
        return surroundings;
    }
}
