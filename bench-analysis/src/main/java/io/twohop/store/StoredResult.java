package io.twohop.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DatabindException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twohop.config.ConfigException;
import io.twohop.config.LimitedFile;
import io.twohop.result.BenchmarkResult;
import java.io.CharConversionException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/** Reads the {@code result.json} that {@link ResultFiles} wrote. */
public final class StoredResult {
    private StoredResult() {}

    /** Returns whether a path is the file of a result, which stands for its directory. */
    public static boolean isFile(Path path) {
        return path.endsWith(ResultFiles.RESULT);
    }

    /** Returns whether a directory holds a result. */
    public static boolean isIn(Path directory) {
        return Files.isRegularFile(file(directory));
    }

    private static Path file(Path directory) {
        return directory.resolve(ResultFiles.RESULT);
    }

    /**
     * Reads a result. Histograms lie in other files, and delays behind the trust are not stored: both are {@code null}.
     *
     * @throws ConfigException for a missing file, and for one that this library cannot read
     */
    public static BenchmarkResult read(Path directory) throws IOException {
        return read(directory, content -> {});
    }

    /**
     * Reads a result as {@link #read(Path)} does, for callers that need its file as well.
     *
     * @param content takes the bytes of the file
     */
    public static BenchmarkResult read(Path directory, Consumer<byte[]> content) throws IOException {
        Path file = file(directory);
        if (!isIn(directory)) {
            throw ConfigException.invalid("result", directory, "a result's directory, with a " + ResultFiles.RESULT);
        }
        try (InputStream in = LimitedFile.document(file)) {
            byte[] bytes = in.readAllBytes();
            content.accept(bytes);
            JsonNode tree = ResultJson.MAPPER.readTree(bytes);
            if (!tree.path("schemaVersion").isInt() || !tree.path("verdict").isObject()) {
                throw ConfigException.invalid("result", file, "a result of this bench; this is another file");
            }
            int version = tree.path("schemaVersion").asInt();
            if (version != BenchmarkResult.SCHEMA_VERSION) {
                throw ConfigException.invalid(
                        "schemaVersion",
                        version,
                        BenchmarkResult.SCHEMA_VERSION + ", which this bench reads; " + directory
                                + " was written by another");
            }
            return ResultJson.MAPPER.treeToValue(tree, BenchmarkResult.class);
        } catch (DatabindException e) {
            throw ConfigException.invalid("result", file, "a result of this bench; " + e.getOriginalMessage());
        } catch (JsonProcessingException e) {
            throw ConfigException.invalid("result", file, "a whole result; this is no JSON: " + e.getOriginalMessage());
        } catch (CharConversionException e) {
            throw ConfigException.invalid("result", file, "a whole result in UTF-8; this is not: " + e.getMessage());
        }
    }

    /** Returns a result, or a record of one, in the form of {@code result.json}. */
    public static ObjectNode toTree(Record record) {
        return ResultJson.MAPPER.valueToTree(record);
    }
}
