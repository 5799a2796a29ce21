package io.twohop.result;

import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The resources that a process may use, and their settings. A value that the system does not state is null.
 *
 * @param memoryBytes of the machine
 * @param memoryLimitBytes of the container or control group; null without a limit
 * @param cpuQuota cores that the container or control group may use; null without a limit
 * @param governor of the clock frequency, such as {@code performance}
 * @param smt whether cores run two threads at a time
 * @param hugePages use of huge pages: {@code always}, {@code madvise} or {@code never}
 */
public record Machine(
        Long memoryBytes, Long memoryLimitBytes, Double cpuQuota, String governor, Boolean smt, String hugePages) {
    /** Returns the memory for this process and its children; empty if unknown. */
    public Optional<Long> roomBytes() {
        return Stream.of(memoryBytes, memoryLimitBytes).filter(Objects::nonNull).min(Long::compare);
    }
}
