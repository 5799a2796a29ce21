package io.twohop.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.twohop.config.ConfigException;
import io.twohop.result.BenchmarkResult;
import io.twohop.result.CodecCost;
import io.twohop.result.Costs;
import java.io.CharConversionException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;

/** Reads back the {@code result.json} that {@link ResultFiles} wrote. */
public final class StoredResult {
    private static final ObjectMapper JSON = new ObjectMapper();

    private StoredResult() {}

    /** Whether a directory holds one. */
    public static boolean isIn(Path directory) {
        return Files.isRegularFile(file(directory));
    }

    private static Path file(Path directory) {
        return directory.resolve(ResultFiles.RESULT);
    }

    /** What the codec took by itself, of the first fork; null where the result does not say. */
    public static CodecCost codec(JsonNode result) {
        try {
            return JSON.treeToValue(result.at("/forks/0/codec"), CodecCost.class);
        } catch (JsonProcessingException e) {
            return null;
        }
    }

    /** What each fork took of its machine, by the number of the fork; without those where that was not counted. */
    public static SortedMap<Integer, Costs> costs(JsonNode result) {
        SortedMap<Integer, Costs> costs = new TreeMap<>();
        for (JsonNode fork : result.path("forks")) {
            try {
                if (fork.path("costs").isObject()) {
                    costs.put(fork.path("number").asInt(), JSON.treeToValue(fork.path("costs"), Costs.class));
                }
            } catch (JsonProcessingException e) {
                // Written by another version.
            }
        }
        return costs;
    }

    /**
     * Reads it as a tree, as documented in docs/RESULTS.md.
     *
     * @throws ConfigException where there is none, or none that this library reads
     */
    public static JsonNode read(Path directory) throws IOException {
        Path file = file(directory);
        if (!isIn(directory)) {
            throw ConfigException.invalid("result", directory, "a result's directory, with a " + ResultFiles.RESULT);
        }
        try {
            JsonNode result = JSON.readTree(file.toFile());
            if (!result.path("schemaVersion").isInt() || !result.path("verdict").isObject()) {
                throw ConfigException.invalid("result", file, "a result of this bench; this is another file");
            }
            int version = result.path("schemaVersion").asInt();
            if (version != BenchmarkResult.SCHEMA_VERSION) {
                throw ConfigException.invalid(
                        "schemaVersion",
                        version,
                        BenchmarkResult.SCHEMA_VERSION + ", which this bench reads; " + directory
                                + " was written by another");
            }
            return result;
        } catch (JsonProcessingException e) {
            throw ConfigException.invalid("result", file, "a whole result; this is no JSON: " + e.getOriginalMessage());
        } catch (CharConversionException e) {
            throw ConfigException.invalid("result", file, "a whole result in UTF-8; this is not: " + e.getMessage());
        }
    }
}
