package io.twohop.recording;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** CPU time that a hypervisor gave to others while this machine wanted it, as Linux counts it. */
public final class CpuSteal {
    public static final long UNKNOWN = -1;

    /** Linux shows 100 ticks a second to user space on every architecture that Java runs on. */
    private static final long NANOS_PER_TICK = 10_000_000;

    private static final int FIELD = 8;

    private CpuSteal() {}

    /** Since the machine started. */
    public static long nanos(Path proc) {
        try (Stream<String> lines = Files.lines(proc.resolve("stat"))) {
            return lines.findFirst()
                    .map(line -> Long.parseLong(line.split("\\s+")[FIELD]) * NANOS_PER_TICK)
                    .orElse(UNKNOWN);
        } catch (IOException | RuntimeException e) {
            return UNKNOWN;
        }
    }
}
