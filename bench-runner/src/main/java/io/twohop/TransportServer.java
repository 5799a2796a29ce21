package io.twohop;

import io.twohop.config.ConfigException;
import io.twohop.config.Sections;
import io.twohop.config.YamlDocument;
import io.twohop.engine.PrivateDirectory;
import io.twohop.registry.TransportFile;
import io.twohop.registry.TransportFiles;
import io.twohop.transport.ProcessTarget;
import io.twohop.transport.SharedServer;
import io.twohop.transport.TransportException;
import io.twohop.transport.kit.RedactedLog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A transport's server that several benchmarks use, one after the other. Their runs need not wait for a server to start, and find it
 * warm. The server listens on loopback and keeps its data in a private directory. It ends with {@link #close} or with this process. Each
 * run deletes what it created on the server.
 *
 * <pre>{@code
 * try (TransportServer kafka = TransportServer.start("kafka.yaml")) {
 *     BenchmarkResult result = Benchmark.of(workload).transport(kafka).build().run();
 *     assertThat(result).hasNoLoss();
 * }
 * }</pre>
 *
 * <p>Results omit its memory and pauses, since it outlives each run. Thread-safe.
 */
public final class TransportServer implements AutoCloseable {
    private final YamlDocument document;
    private final TransportFile file;
    private final Record config;
    private final PrivateDirectory directory = new PrivateDirectory();
    private final Path rawLogs = directory.path().resolve("logs");
    private final Optional<Path> logs;
    private final SharedServer server;
    private final Thread ending = new Thread(this::end, "twohop-server-ending");
    private boolean closed;

    private TransportServer(YamlDocument document, Path logs) throws InterruptedException {
        this.document = document;
        this.logs = Optional.ofNullable(logs);
        file = TransportFile.of(document);
        config = file.configured().config();
        boolean started = false;
        try {
            server = started();
            started = true;
        } finally {
            if (!started) {
                keepLogs();
                directory.close();
            }
        }
        Runtime.getRuntime().addShutdownHook(ending);
    }

    /**
     * Starts the server of a transport file, and returns when it serves. Its logs are deleted with it.
     *
     * @param file a path, or the name of a file that a module on the class path carries
     * @throws ConfigException if the file is wrong, or its transport has no server to start
     * @throws TransportException if the server cannot be started on this machine
     */
    public static TransportServer start(String file) throws InterruptedException {
        return start(TransportFiles.find(file), null);
    }

    /**
     * Starts the server of a YAML document, and returns when it serves.
     *
     * @param logs directory that receives the server's logs once it has ended; {@code null} to delete them with the server
     */
    public static TransportServer start(YamlDocument document, Path logs) throws InterruptedException {
        return new TransportServer(document, logs);
    }

    private SharedServer started() throws InterruptedException {
        file.checkAvailable();
        try {
            if (logs.isPresent()) {
                Files.createDirectories(logs.get());
            }
            Files.createDirectory(rawLogs);
            Path data = Files.createDirectory(directory.path().resolve("data"));
            return file.startServer(SharedServer.LOOPBACK, data, rawLogs)
                    .orElseThrow(() -> ConfigException.invalid(
                            "transport file", document.sourceName(), "one whose runs start a server of their own"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the transport file's name, without {@code .yaml}. */
    public String name() {
        return document.name();
    }

    /**
     * Returns the address for clients: Kafka's bootstrap servers, or NATS URLs with user and password. Kafka's clients also need
     * {@link #clientProperties}.
     */
    public String address() {
        return server.address();
    }

    /** Returns the address as runs take it; it may carry a password. */
    String access() {
        return server.access();
    }

    /**
     * Returns the properties with which a client of your own connects: the address, and the user and password that were made for this
     * server. They are Kafka's, or those of the NATS client's {@code Options}.
     */
    public Map<String, String> clientProperties() {
        return server.clientProperties();
    }

    /**
     * Creates a topic for a service of your own. It goes with the server.
     *
     * @throws TransportException if the server refuses
     * @throws UnsupportedOperationException for a server that has no topics to create
     */
    public void createTopic(String topic, int partitions) throws InterruptedException {
        server.createTopic(topic, partitions);
    }

    /** Returns the server's processes. */
    List<? extends ProcessTarget> nodes() {
        return server.nodes();
    }

    /** Returns the transport file that the server was started with. */
    YamlDocument document() {
        return document;
    }

    /** Refuses a file whose overrides describe another server. */
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

    /** Ends the server and deletes its data. Runs that still use it fail. */
    @Override
    public void close() {
        end();
        try {
            Runtime.getRuntime().removeShutdownHook(ending);
        } catch (IllegalStateException e) {
            // This JVM is ending.
        }
    }

    private void keepLogs() {
        logs.ifPresent(kept -> RedactedLog.handOver(rawLogs, kept));
    }

    private synchronized void end() {
        if (!closed) {
            closed = true;
            server.close();
            keepLogs();
            directory.close();
        }
    }
}
