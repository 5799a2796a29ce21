package io.twohop.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.twohop.config.ConfigException;
import io.twohop.workload.Workload;
import io.twohop.workload.WorkloadBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/** {@code --as DIRECTORY}: what a result's run decided by itself is taken over as it is. */
final class Repetition {
    private static final String OPTION = "--as";

    private Repetition() {}

    /** @throws ConfigException where the directory has no whole result */
    static Workload of(Workload workload, Path result) {
        JsonNode earlier;
        try {
            earlier = new ObjectMapper().readTree(result.resolve("result.json").toFile());
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
