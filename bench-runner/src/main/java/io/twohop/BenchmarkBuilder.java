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
import java.util.Optional;
import java.util.function.Supplier;

/** Builds a {@link Benchmark}; the last of several settings of one kind counts. Reusable, not thread-safe. */
public final class BenchmarkBuilder {
    private Optional<YamlDocument> workload = Optional.empty();
    private Optional<YamlDocument> transport = Optional.empty();
    private Optional<TransportServer> server = Optional.empty();
    private Optional<TransportProvider<?>> given = Optional.empty();
    private final Map<String, String> keys = new LinkedHashMap<>();
    private final Map<String, String> transportKeys = new LinkedHashMap<>();
    private Optional<Supplier<? extends Microservice<?, ?>>> services = Optional.empty();
    private boolean inProcess;
    private Path results = Path.of("results");
    private RunListener listener = RunListener.NONE;
    private boolean consent;

    BenchmarkBuilder() {}

    /** Sets the workload. */
    public BenchmarkBuilder workload(Workload workload) {
        return workload(workload.toDocument());
    }

    /** Sets the workload to that of a YAML file. */
    public BenchmarkBuilder workload(Path file) {
        return workload(YamlDocument.read(file));
    }

    /** Sets the workload to that of a YAML document. */
    public BenchmarkBuilder workload(YamlDocument document) {
        this.workload = Optional.of(document);
        return this;
    }

    /** Overrides a key of the workload as {@code -D} does: {@code set("jvm.heap", "64m")}. */
    public BenchmarkBuilder set(String key, String value) {
        keys.put(key, value);
        return this;
    }

    /** Sets the transport file: a path, or the name of a file that a module on the class path carries. */
    public BenchmarkBuilder transport(String file) {
        return transport(TransportFiles.find(file));
    }

    /** Sets the transport file to a YAML document. */
    public BenchmarkBuilder transport(YamlDocument document) {
        this.transport = Optional.of(document);
        this.server = Optional.empty();
        this.given = Optional.empty();
        return this;
    }

    /** Sets a transport whose server runs already and is shared with other runs. */
    public BenchmarkBuilder transport(TransportServer server) {
        transport(server.document());
        this.server = Optional.of(server);
        return this;
    }

    /** Sets a transport that is not a module: a class with a public constructor without parameters. Its keys have their defaults. */
    public BenchmarkBuilder transport(Class<? extends TransportProvider<?>> provider) {
        return transport(YamlDocument.parse(provider.getSimpleName() + ".yaml", "transport: " + provider.getName()));
    }

    /** Sets a transport object, which requires {@link #inProcess()}. Its keys have their defaults. */
    public BenchmarkBuilder transport(TransportProvider<?> provider) {
        transport(YamlDocument.parse(provider.name() + ".yaml", "transport: " + provider.name()));
        this.given = Optional.of(provider);
        return this;
    }

    /** Overrides a key of the transport file, {@code codec} among them. */
    public BenchmarkBuilder setTransport(String key, String value) {
        transportKeys.put(key, value);
        return this;
    }

    /** Sets the codec by name. */
    public BenchmarkBuilder codec(String name) {
        return setTransport("codec", name);
    }

    /** Sets the codec: a {@link io.twohop.codec.Codec} or its provider, with a public constructor without parameters. */
    public BenchmarkBuilder codec(Class<?> codec) {
        return codec(codec.getName());
    }

    /** Sets the event type, a class with a public constructor without parameters. */
    public BenchmarkBuilder event(Class<? extends EventType<?>> event) {
        return set("event", event.getName());
    }

    /** Sets the service, a class with a public constructor without parameters; each thread gets an instance. */
    public BenchmarkBuilder service(Class<? extends Microservice<?, ?>> service) {
        this.services = Optional.empty();
        return set("service", service.getName());
    }

    /** Sets the service by its maker, called for each thread that needs an instance. Requires {@link #inProcess()}. */
    public BenchmarkBuilder service(Supplier<? extends Microservice<?, ?>> services) {
        this.services = Optional.of(services);
        return this;
    }

    /** Sets the number of forks. */
    public BenchmarkBuilder forks(int forks) {
        return set("forks", Integer.toString(forks));
    }

    /**
     * Measures in this JVM. Lambdas and debuggers work there, but other threads, a used heap and the compiler's profiles of other code
     * disturb the measurement.
     */
    public BenchmarkBuilder inProcess() {
        this.inProcess = true;
        return this;
    }

    /** Sets the directory of the results; {@code results} by default. */
    public BenchmarkBuilder results(Path results) {
        this.results = Objects.requireNonNull(results);
        return this;
    }

    /** Sets the listener that each run notifies, on a thread of the run. */
    public BenchmarkBuilder listener(RunListener listener) {
        this.listener = Objects.requireNonNull(listener);
        return this;
    }

    /**
     * Allows more than 50,000 messages/s or 10 GB on external servers. The {@code limits} of a transport file still hold.
     */
    public BenchmarkBuilder consent() {
        this.consent = true;
        return this;
    }

    /**
     * Builds the benchmark.
     *
     * @throws ConfigException if a setting is missing or wrong
     */
    public Benchmark build() {
        YamlDocument document = workload.orElseThrow(
                () -> ConfigException.invalid("workload", null, "one, such as Workload.builder().rate(...).build()"));
        YamlDocument transports = transport.orElseThrow(
                () -> ConfigException.invalid("transport", null, "a file such as chronicle.yaml"));
        if (services.isPresent() && !inProcess) {
            throw ConfigException.invalid(
                    "service", "made by a lambda", "a class, which another JVM can make as well; or inProcess()");
        }
        if (given.isPresent() && !inProcess) {
            throw ConfigException.invalid(
                    "transport", "an object", "a class, which another JVM can make as well; or inProcess()");
        }
        for (Map.Entry<String, String> entry : keys.entrySet()) {
            document = with(document, entry, "set");
        }
        for (Map.Entry<String, String> entry : transportKeys.entrySet()) {
            transports = with(transports, entry, "setTransport");
        }
        return new Benchmark(
                WorkloadFile.read(document), file(transports), watched(place()), results, listener, consent);
    }

    /** A shared server outlives a run, which therefore cannot report on it. */
    private Place watched(Place place) {
        return server.map(shared -> place.watching(shared.nodes())).orElse(place);
    }

    private Place place() {
        if (!inProcess) {
            return Place.forked(ForkedRun.Patience.DEFAULT);
        }
        return services.isPresent() ? Place.here(services.get()) : Place.here();
    }

    private TransportFile file(YamlDocument document) {
        TransportFile named = TransportFile.of(document);
        TransportFile file = given.map(named::by).orElse(named);
        server.ifPresent(shared -> shared.check(file));
        return server.map(shared -> file.on(shared.access())).orElse(file);
    }

    private static YamlDocument with(YamlDocument document, Map.Entry<String, String> entry, String method) {
        String origin = method + "(\"" + entry.getKey() + "\", \"" + entry.getValue() + "\")";
        return document.with(entry.getKey(), entry.getValue(), origin);
    }
}
