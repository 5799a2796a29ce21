package io.twohop.launch;

import io.twohop.config.ConfigException;
import io.twohop.machine.ControlGroups;
import io.twohop.workload.JvmOptions;

/** Refuses a heap for which the kernel would kill the measuring JVM once it is full. */
final class HeapLimit {
    private static final int MEBIBYTE = 1 << 20;

    private HeapLimit() {}

    /** @param groups of the process that starts the JVM, whose limit holds for all of them together */
    static void check(JvmOptions jvm, ControlGroups groups) {
        long limit = groups.memoryLimitBytes().orElse(Long.MAX_VALUE);
        if (jvm.heapBytes().filter(heap -> heap >= limit).isPresent()) {
            throw ConfigException.invalid(
                    "jvm.heap",
                    jvm.heap(),
                    "less than the " + limit / MEBIBYTE
                            + " MiB that this container or control group has for all its processes;"
                            + " the kernel would kill the JVM");
        }
    }
}
