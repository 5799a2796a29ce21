package io.twohop.cli.session;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.twohop.config.ConfigException;
import io.twohop.config.LimitedFile;
import io.twohop.workload.Workload;
import io.twohop.workload.WorkloadBuilder;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;

/** {@code --as DIRECTORY}: takes the number of forks and the warm-up from an earlier result. */
public final class Repetition {
    private static final String OPTION = "--as";

    private Repetition() {}

    /** @throws ConfigException if the directory has no complete result */
    public static Workload of(Workload workload, Path result) {
        JsonNode earlier;
        try (InputStream in = LimitedFile.document(result.resolve("result.json"))) {
            earlier = new ObjectMapper().readTree(in);
        } catch (IOException e) {
            throw ConfigException.invalid(OPTION, result, "the directory of a result, with result.json");
        }
        int forks = earlier.path("forks").size();
        if (!earlier.path("complete").asBoolean() || forks == 0) {
            throw ConfigException.invalid(OPTION, result, "a result that is complete");
        }
        WorkloadBuilder builder = workload.toBuilder().forks(forks);
        JsonNode warmUp = earlier.path("warmUp");
        if (warmUp.isObject()) {
            builder.warmup(Duration.ofSeconds(Math.round(warmUp.path("seconds").asDouble())));
        }
        return builder.build();
    }
}
