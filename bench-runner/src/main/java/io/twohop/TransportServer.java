package io.twohop;

import io.twohop.config.ConfigException;
import io.twohop.config.Sections;
import io.twohop.config.YamlDocument;
import io.twohop.engine.PrivateDirectory;
import io.twohop.registry.TransportFile;
import io.twohop.registry.TransportFiles;
import io.twohop.transport.SharedServer;
import io.twohop.transport.TransportException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;

/**
 * A transport's server that several benchmarks use, one after the other: a run then takes as long as it measures, and meets
 * a server that is warm. Started on loopback by the process that asks for it, with data in a private directory; it ends with
 * {@link #close} or with this process. What runs make in it is deleted with each run.
 *
 * <pre>{@code
 * try (TransportServer kafka = TransportServer.start("kafka.yaml")) {
 *     BenchmarkResult result = Benchmark.of(workload).transport(kafka).build().run();
 *     assertThat(result).hasNoLoss();
 * }
 * }</pre>
 *
 * <p>Its memory and pauses are in no result, since no run is its whole life. Thread-safe.
 */
public final class TransportServer implements AutoCloseable {
    private final YamlDocument document;
    private final TransportFile file;
    private final Record config;
    private final PrivateDirectory directory = new PrivateDirectory();
    private final SharedServer server;
    private final Thread ending = new Thread(this::end, "twohop-server-ending");
    private boolean closed;

    private TransportServer(YamlDocument document, Path logs) throws InterruptedException {
        this.document = document;
        file = TransportFile.of(document);
        config = file.configured().config();
        boolean started = false;
        try {
            server = started(logs);
            started = true;
        } finally {
            if (!started) {
                directory.close();
            }
        }
        Runtime.getRuntime().addShutdownHook(ending);
    }

    /**
     * Starts what a transport file describes, and returns when it serves. Its logs are deleted with it.
     *
     * @param file a path, or the name of a file that a module on the class path carries
     * @throws ConfigException where the file is wrong, or its transport has no server to start
     * @throws TransportException where it cannot be started on this machine
     */
    public static TransportServer start(String file) throws InterruptedException {
        return start(TransportFiles.find(file), null);
    }

    /**
     * The same for YAML of whatever source.
     *
     * @param logs where the server's logs are kept; null to delete them with it
     */
    public static TransportServer start(YamlDocument document, Path logs) throws InterruptedException {
        return new TransportServer(document, logs);
    }

    private SharedServer started(Path logs) throws InterruptedException {
        file.provider().unavailable().ifPresent(why -> {
            throw new TransportException(file.provider().name() + ": not available here: " + why);
        });
        try {
            Path kept = Files.createDirectories(logs == null ? directory.path().resolve("logs") : logs);
            Path data = Files.createDirectory(directory.path().resolve("data"));
            return file.startServer(SharedServer.LOOPBACK, data, kept.toAbsolutePath())
                    .orElseThrow(() -> ConfigException.invalid(
                            "transport file", document.sourceName(), "one whose runs start a server of their own"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The transport file's name, without {@code .yaml}. */
    public String name() {
        return document.name();
    }

    /** Where clients reach it: for Kafka its bootstrap servers, for NATS its URL. */
    public String address() {
        return server.address();
    }

    /** The file that it was started by. */
    YamlDocument document() {
        return document;
    }

    /** Refuses a file, made of its own with overrides, that describes another server. */
    void check(TransportFile changed) {
        Map<String, Object> others = Sections.values(changed.configured().config());
        Sections.values(config).forEach((key, own) -> {
            Object given = others.get(key);
            if (server.keys().contains(key) && !Objects.equals(own, given)) {
                throw ConfigException.invalid(
                        key, given, own + ", as the shared server of " + name() + " was started with");
            }
        });
    }

    /** Ends it and deletes what it kept. What still runs on it fails. */
    @Override
    public void close() {
        end();
        try {
            Runtime.getRuntime().removeShutdownHook(ending);
        } catch (IllegalStateException e) {
            // This JVM ends, and the hook with it.
        }
    }

    private synchronized void end() {
        if (!closed) {
            closed = true;
            server.close();
            directory.close();
        }
    }
}
