package io.twohop.result;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.nio.file.Path;
import java.time.Instant;

/**
 * The identity of a run, and how it ended.
 *
 * @param name of the run: time, workload, cell, transport
 * @param startedAt start of the run
 * @param complete whether every fork completed
 * @param revision git revision of the benchmark, or "unknown"
 * @param directory the directory of its files; {@code null} until they are written
 */
public record Run(
        String name,
        Instant startedAt,
        boolean complete,
        String revision,
        @JsonIgnore Path directory) {}
