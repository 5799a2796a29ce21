package com.example.orders;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A service as a process of its own, started as its operators would start it. It ends with its test. */
final class RunningService implements AutoCloseable {
    private final Process process;

    private RunningService(List<String> command, Path log, Map<String, String> environment) throws IOException {
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
        builder.environment().putAll(environment);
        process = builder.start();
    }

    /**
     * Starts a service that {@code build} has built. It writes to {@code target/NAME.log}.
     *
     * @param name {@code go/NAME}, or {@code python/NAME.py}
     */
    static RunningService start(String name, Map<String, String> environment) throws IOException {
        Path target = Path.of("target").toAbsolutePath();
        List<String> command = new ArrayList<>();
        if (name.endsWith(".py")) {
            command.add(target.resolve("python/bin/python").toString());
            command.add(name);
        } else {
            command.add(target.resolve(name).toString());
        }
        if (!Files.exists(Path.of(command.get(0)))) {
            throw new IllegalStateException(command.get(0) + " (expected: to be there; run ./build first)");
        }
        return new RunningService(command, target.resolve(name.replace('/', '-') + ".log"), environment);
    }

    @Override
    public void close() throws InterruptedException {
        process.destroy();
        if (!process.waitFor(10, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
        }
    }
}
