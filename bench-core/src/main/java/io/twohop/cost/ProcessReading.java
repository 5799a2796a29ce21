package io.twohop.cost;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A reading of a process's counters.
 *
 * @param whole of all its threads, those included that have ended; Linux counts waits and turns of the first one only
 * @param residentBytes empty where not known
 * @param readBytes from storage; empty where not known
 * @param writtenBytes to storage, or on the way there; empty where not known
 */
record ProcessReading(
        long pid,
        ThreadReading whole,
        Map<String, ThreadReading> threads,
        Optional<Long> residentBytes,
        Optional<Long> readBytes,
        Optional<Long> writtenBytes) {
    private static final long KILO = 1_024;

    /** @param proc /proc; absent where it knows no such process */
    static Optional<ProcessReading> of(Path proc, long pid) {
        Path process = proc.resolve(Long.toString(pid));
        List<String> status = ProcFile.lines(process.resolve("status"));
        List<String> io = ProcFile.lines(process.resolve("io"));
        return ThreadReading.of(process)
                .map(whole -> new ProcessReading(
                        pid,
                        whole,
                        threads(process.resolve("task")),
                        ProcFile.number(status, "VmRSS").map(kilo -> KILO * kilo),
                        ProcFile.number(io, "read_bytes"),
                        ProcFile.number(io, "write_bytes")));
    }

    private static Map<String, ThreadReading> threads(Path tasks) {
        Map<String, ThreadReading> threads = new HashMap<>();
        try (Stream<Path> all = Files.list(tasks)) {
            all.forEach(task -> ThreadReading.of(task)
                    .ifPresent(thread -> threads.put(task.getFileName().toString(), thread)));
        } catch (IOException e) {
            // It has just ended.
        }
        return threads;
    }
}
