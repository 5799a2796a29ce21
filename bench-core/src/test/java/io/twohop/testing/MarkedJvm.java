package io.twohop.testing;

import java.io.IOException;
import java.util.UUID;

/** A measuring JVM that this process starts, distinguished from those of other tests by a flag that nothing heeds: for signals. */
public final class MarkedJvm {
    private final String mark = "-Dtwohop.test=" + UUID.randomUUID();

    /** The part of a workload that makes its JVM this one. It starts with less CPU time than most. */
    public String workloadYaml() {
        return "jvm: { flags: [" + mark + ", -XX:TieredStopAtLevel=1] }\n";
    }

    /**
     * Sends a signal, once it runs.
     *
     * @param name such as STOP
     */
    public void signal(String name) {
        long pid = ProcessHandle.current()
                .children()
                .filter(process -> process.info().commandLine().orElse("").contains(mark))
                .findFirst()
                .orElseThrow()
                .pid();
        try {
            new ProcessBuilder("kill", "-" + name, Long.toString(pid)).start().waitFor();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
