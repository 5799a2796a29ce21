package io.twohop;

import io.twohop.config.ConfigException;
import io.twohop.config.YamlDocument;
import io.twohop.engine.protocol.RunListener;
import io.twohop.event.EventType;
import io.twohop.event.Microservice;
import io.twohop.launch.ForkedRun;
import io.twohop.launch.Place;
import io.twohop.registry.TransportFile;
import io.twohop.registry.TransportFiles;
import io.twohop.registry.WorkloadFile;
import io.twohop.transport.TransportProvider;
import io.twohop.workload.Workload;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;

/** Builds a {@link Benchmark}; what is set last counts. Not thread-safe, reusable. */
public final class BenchmarkBuilder {
    private Workload workload;
    private YamlDocument file;
    private YamlDocument transport;
    private TransportServer server;
    private TransportProvider<?> given;
    private final Map<String, String> keys = new LinkedHashMap<>();
    private final Map<String, String> transportKeys = new LinkedHashMap<>();
    private Supplier<? extends Microservice<?, ?>> services;
    private boolean inProcess;
    private Path results = Path.of("results");
    private RunListener listener = RunListener.NONE;
    private boolean consent;

    BenchmarkBuilder() {}

    /** What is sent, how fast and for how long. */
    public BenchmarkBuilder workload(Workload workload) {
        this.workload = workload;
        return this;
    }

    /** The same from a YAML file. */
    public BenchmarkBuilder workload(Path file) {
        return workload(YamlDocument.read(file));
    }

    /** The same from YAML of whatever source. */
    public BenchmarkBuilder workload(YamlDocument document) {
        this.workload = null;
        this.file = document;
        return this;
    }

    /** Overrides a key of the workload as {@code -D} does: {@code set("jvm.heap", "64m")}. */
    public BenchmarkBuilder set(String key, String value) {
        keys.put(key, value);
        return this;
    }

    /** A transport file: a path, or the name of one that a module on the class path carries. */
    public BenchmarkBuilder transport(String file) {
        return transport(TransportFiles.find(file));
    }

    /** The same from YAML of whatever source. */
    public BenchmarkBuilder transport(YamlDocument document) {
        this.transport = document;
        this.server = null;
        this.given = null;
        return this;
    }

    /** One whose server runs already, and is shared with other runs. */
    public BenchmarkBuilder transport(TransportServer server) {
        transport(server.document());
        this.server = server;
        return this;
    }

    /** A transport that is no module: a class with a public constructor without parameters, all its keys by default. */
    public BenchmarkBuilder transport(Class<? extends TransportProvider<?>> provider) {
        return transport(YamlDocument.parse(provider.getSimpleName() + ".yaml", "transport: " + provider.getName()));
    }

    /** The same as an object, all its keys by default. No other JVM has it: {@link #inProcess()}. */
    public BenchmarkBuilder transport(TransportProvider<?> provider) {
        transport(YamlDocument.parse(provider.name() + ".yaml", "transport: " + provider.name()));
        this.given = provider;
        return this;
    }

    /** Overrides a key of the transport file, {@code codec} among them. */
    public BenchmarkBuilder setTransport(String key, String value) {
        transportKeys.put(key, value);
        return this;
    }

    /** How events are serialized: the name of a codec. */
    public BenchmarkBuilder codec(String name) {
        return setTransport("codec", name);
    }

    /** The same: a {@link io.twohop.codec.Codec} or a provider of it, with a public constructor without parameters. */
    public BenchmarkBuilder codec(Class<?> codec) {
        return codec(codec.getName());
    }

    /** What is sent: a class with a public constructor without parameters. */
    public BenchmarkBuilder event(Class<? extends EventType<?>> event) {
        return set("event", event.getName());
    }

    /** What answers: a class with a public constructor without parameters; each thread gets an instance of its own. */
    public BenchmarkBuilder service(Class<? extends Microservice<?, ?>> service) {
        this.services = null;
        return set("service", service.getName());
    }

    /** The same by whatever makes it, for each thread that needs one. No other JVM can do that: {@link #inProcess()}. */
    public BenchmarkBuilder service(Supplier<? extends Microservice<?, ?>> services) {
        this.services = services;
        return this;
    }

    /** How many fresh JVMs repeat each run. */
    public BenchmarkBuilder forks(int forks) {
        return set("forks", Integer.toString(forks));
    }

    /**
     * Measures in this JVM, where lambdas and debuggers work, and other threads, a used heap and profiles of other code
     * disturb.
     */
    public BenchmarkBuilder inProcess() {
        this.inProcess = true;
        return this;
    }

    /** Where results are kept; {@code results} by default. */
    public BenchmarkBuilder results(Path results) {
        this.results = Objects.requireNonNull(results);
        return this;
    }

    /** Notified of the runs as they go on, by a thread of theirs. */
    public BenchmarkBuilder listener(RunListener listener) {
        this.listener = Objects.requireNonNull(listener);
        return this;
    }

    /**
     * Agrees to more than 50,000 messages a second, or 10 GB, on servers that are not the bench's own. The {@code limits} of a
     * transport file hold nevertheless.
     */
    public BenchmarkBuilder consent() {
        this.consent = true;
        return this;
    }

    /**
     * The benchmark.
     *
     * @throws ConfigException for what cannot be run
     */
    public Benchmark build() {
        if (workload == null && file == null) {
            throw ConfigException.invalid("workload", null, "one, such as Workload.builder().rate(...).build()");
        }
        if (transport == null) {
            throw ConfigException.invalid("transport", null, "a file such as chronicle.yaml");
        }
        if (services != null && !inProcess) {
            throw ConfigException.invalid(
                    "service", "made by a lambda", "a class, which another JVM can make as well; or inProcess()");
        }
        if (given != null && !inProcess) {
            throw ConfigException.invalid(
                    "transport", "an object", "a class, which another JVM can make as well; or inProcess()");
        }
        YamlDocument document = workload == null ? file : workload.toDocument();
        YamlDocument transports = transport;
        for (Map.Entry<String, String> entry : keys.entrySet()) {
            document = with(document, entry, "set");
        }
        for (Map.Entry<String, String> entry : transportKeys.entrySet()) {
            transports = with(transports, entry, "setTransport");
        }
        return new Benchmark(
                WorkloadFile.read(document),
                file(transports),
                inProcess ? Place.here(services) : Place.forked(ForkedRun.Patience.DEFAULT),
                results,
                listener,
                consent);
    }

    private TransportFile file(YamlDocument document) {
        TransportFile file = TransportFile.of(document).by(given);
        if (server == null) {
            return file;
        }
        server.check(file);
        return file.on(server.address());
    }

    private static YamlDocument with(YamlDocument document, Map.Entry<String, String> entry, String method) {
        String origin = method + "(\"" + entry.getKey() + "\", \"" + entry.getValue() + "\")";
        return document.with(entry.getKey(), entry.getValue(), origin);
    }
}
