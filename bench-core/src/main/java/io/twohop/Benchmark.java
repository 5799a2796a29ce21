package io.twohop;

import io.twohop.config.ConfigException;
import io.twohop.config.YamlDocument;
import io.twohop.demand.Demand;
import io.twohop.engine.RunListener;
import io.twohop.event.EventType;
import io.twohop.event.Microservice;
import io.twohop.launch.CellRun;
import io.twohop.launch.ForkedRun;
import io.twohop.launch.Place;
import io.twohop.registry.TransportFile;
import io.twohop.registry.TransportFiles;
import io.twohop.registry.WorkloadFile;
import io.twohop.result.BenchmarkResult;
import io.twohop.transport.TransportProvider;
import io.twohop.workload.Cell;
import io.twohop.workload.Workload;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Measures a workload on a transport, from Java.
 *
 * <pre>{@code
 * BenchmarkResult result = Benchmark.builder()
 *         .workload(Workload.builder().rate(20_000).warmup(Duration.ofSeconds(2)).duration(Duration.ofSeconds(5)).build())
 *         .transport("chronicle.yaml")
 *         .service(RiskCheck.class)
 *         .build()
 *         .run();
 * }</pre>
 *
 * <p>Each run is made in a fresh JVM, with the options that the transport needs and the heap that the workload asks for; or
 * in this one, with {@link Builder#inProcess()}. Immutable; may be run again, and several at a time, which then disturb each
 * other. Nothing is static.
 */
public final class Benchmark {
    private static final long ABORT_LIMIT_SECONDS = 30;

    private final Workload workload;
    private final TransportFile transport;
    private final Path results;
    private final Place place;
    private final RunListener listener;
    private final boolean consent;

    private Benchmark(Builder builder, Workload workload, TransportFile transport, Place place) {
        this.workload = workload;
        this.transport = transport;
        this.place = place;
        this.results = builder.results;
        this.listener = builder.listener;
        this.consent = builder.consent;
    }

    /** A builder of a benchmark; workload and transport are required. */
    public static Builder builder() {
        return new Builder();
    }

    /** The same for a workload. */
    public static Builder of(Workload workload) {
        return builder().workload(workload);
    }

    /** The workload in effect. */
    public Workload workload() {
        return workload;
    }

    /**
     * Runs it, and writes the result's files. Blocks until it is over; when interrupted, ends the run, writes what there was
     * as an incomplete result, and throws.
     *
     * @return whatever came of it; its verdict says whether the numbers may be used
     * @throws ConfigException for what cannot be run as it is, before anything is started
     * @throws io.twohop.transport.TransportException for what this machine cannot do
     * @throws UncheckedIOException where the result cannot be written
     */
    public BenchmarkResult run() throws InterruptedException {
        if (workload.cells().size() > 1) {
            throw ConfigException.invalid(
                    "workload", workload.cells().size() + " runs", "one run; runAll() makes each of several");
        }
        return runAll().get(0);
    }

    /**
     * The same for every run of a workload whose keys are lists, one after the other; every one is checked first. Of several
     * scenarios of faults, those for what the transport does not start are left out.
     */
    public List<BenchmarkResult> runAll() throws InterruptedException {
        List<CellRun> runs = new ArrayList<>();
        for (Cell cell : workload.cells()) {
            runs.add(new CellRun(workload, transport, cell, results, Path.of("").toAbsolutePath(), place));
        }
        runs.removeIf(run -> run.leftOut().isPresent());
        runs.forEach(CellRun::check);
        runs.stream().map(CellRun::demand).reduce(Demand::and).ifPresent(this::show);
        List<BenchmarkResult> all = new ArrayList<>();
        for (CellRun run : runs) {
            JvmEnd end = new JvmEnd(run);
            try {
                all.add(new Watched(run, listener).run());
            } finally {
                end.release();
            }
        }
        return all;
    }

    /** Where this JVM is to end, by Ctrl-C for instance, the run ends before, as it would when it is interrupted. */
    private static final class JvmEnd {
        private final CountDownLatch over = new CountDownLatch(1);
        private final Thread hook;

        JvmEnd(CellRun run) {
            hook = new Thread(() -> end(run), "end-" + run.title());
            Runtime.getRuntime().addShutdownHook(hook);
        }

        private void end(CellRun run) {
            run.abort();
            try {
                over.await(ABORT_LIMIT_SECONDS, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        /** The run is over: nothing keeps this JVM any more. */
        void release() {
            over.countDown();
            try {
                Runtime.getRuntime().removeShutdownHook(hook);
            } catch (IllegalStateException e) {
                // It runs. For another run there will be no hook either, so that none begins.
            }
        }
    }

    /** What is asked of somebody else's servers. */
    private void show(Demand demand) {
        if (demand.foreign()) {
            demand.lines().forEach(System.err::println);
        }
        if (demand.needsConsent() && !consent) {
            throw demand.refusal("consent()");
        }
    }

    /** A run on a thread of its own, so that the caller's can be interrupted. */
    private static final class Watched {
        private final CellRun run;
        private final RunListener listener;
        private BenchmarkResult result;
        private Throwable failure;

        Watched(CellRun run, RunListener listener) {
            this.run = run;
            this.listener = listener;
        }

        BenchmarkResult run() throws InterruptedException {
            Thread thread = new Thread(this::measure, "monitor-" + run.title());
            thread.setDaemon(true);
            thread.start();
            try {
                thread.join();
            } catch (InterruptedException e) {
                run.abort();
                thread.join(TimeUnit.SECONDS.toMillis(ABORT_LIMIT_SECONDS));
                throw e;
            }
            if (failure instanceof RuntimeException unchecked) {
                throw unchecked;
            } else if (failure instanceof IOException io) {
                throw new UncheckedIOException(io);
            } else if (failure != null) {
                throw new IllegalStateException(failure);
            }
            return result;
        }

        private void measure() {
            try {
                result = run.run(listener);
            } catch (Exception | Error e) {
                failure = e;
            }
        }
    }

    /** Builds a {@link Benchmark}; what is set last counts. Not thread-safe, reusable. */
    public static final class Builder {
        private Workload workload;
        private YamlDocument file;
        private YamlDocument transport;
        private TransportServer server;
        private TransportProvider given;
        private final Map<String, String> keys = new LinkedHashMap<>();
        private final Map<String, String> transportKeys = new LinkedHashMap<>();
        private Supplier<? extends Microservice<?, ?>> services;
        private boolean inProcess;
        private Path results = Path.of("results");
        private RunListener listener = RunListener.NONE;
        private boolean consent;

        private Builder() {}

        /** What is sent, how fast and for how long. */
        public Builder workload(Workload workload) {
            this.workload = workload;
            return this;
        }

        /** The same from a YAML file. */
        public Builder workload(Path file) {
            return workload(YamlDocument.read(file));
        }

        /** The same from YAML of whatever source. */
        public Builder workload(YamlDocument document) {
            this.workload = null;
            this.file = document;
            return this;
        }

        /** Overrides a key of the workload as {@code -D} does: {@code set("jvm.heap", "64m")}. */
        public Builder set(String key, String value) {
            keys.put(key, value);
            return this;
        }

        /** A transport file: a path, or the name of one that a module on the class path carries. */
        public Builder transport(String file) {
            return transport(TransportFiles.find(file));
        }

        /** The same from YAML of whatever source. */
        public Builder transport(YamlDocument document) {
            this.transport = document;
            this.server = null;
            this.given = null;
            return this;
        }

        /** One whose server runs already, and is shared with other runs. */
        public Builder transport(TransportServer server) {
            transport(server.document());
            this.server = server;
            return this;
        }

        /** A transport that is no module: a class with a public constructor without parameters, all its keys by default. */
        public Builder transport(Class<? extends TransportProvider> provider) {
            return transport(
                    YamlDocument.parse(provider.getSimpleName() + ".yaml", "transport: " + provider.getName()));
        }

        /** The same as an object, all its keys by default. No other JVM has it: {@link #inProcess()}. */
        public Builder transport(TransportProvider provider) {
            transport(YamlDocument.parse(provider.name() + ".yaml", "transport: " + provider.name()));
            this.given = provider;
            return this;
        }

        /** Overrides a key of the transport file, {@code codec} among them. */
        public Builder setTransport(String key, String value) {
            transportKeys.put(key, value);
            return this;
        }

        /** How events are serialized: the name of a codec. */
        public Builder codec(String name) {
            return setTransport("codec", name);
        }

        /** The same: a {@link io.twohop.codec.Codec} or a provider of it, with a public constructor without parameters. */
        public Builder codec(Class<?> codec) {
            return codec(codec.getName());
        }

        /** What is sent: a class with a public constructor without parameters. */
        public Builder event(Class<? extends EventType<?>> event) {
            return set("event", event.getName());
        }

        /** What answers: a class with a public constructor without parameters; each thread gets an instance of its own. */
        public Builder service(Class<? extends Microservice<?, ?>> service) {
            this.services = null;
            return set("service", service.getName());
        }

        /** The same by whatever makes it, for each thread that needs one. No other JVM can do that: {@link #inProcess()}. */
        public Builder service(Supplier<? extends Microservice<?, ?>> services) {
            this.services = services;
            return this;
        }

        /** How many fresh JVMs repeat each run. */
        public Builder forks(int forks) {
            return set("forks", Integer.toString(forks));
        }

        /**
         * Measures in this JVM, where lambdas and debuggers work, and other threads, a used heap and profiles of other code
         * disturb.
         */
        public Builder inProcess() {
            this.inProcess = true;
            return this;
        }

        /** Where results are kept; {@code results} by default. */
        public Builder results(Path results) {
            this.results = Objects.requireNonNull(results);
            return this;
        }

        /** Notified of the runs as they go on, by a thread of theirs. */
        public Builder listener(RunListener listener) {
            this.listener = Objects.requireNonNull(listener);
            return this;
        }

        /**
         * Agrees to more than 50,000 messages a second, or 10 GB, on servers that are not the bench's own. The {@code limits} of a
         * transport file hold nevertheless.
         */
        public Builder consent() {
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
                    this,
                    WorkloadFile.read(document),
                    file(transports),
                    inProcess ? Place.here(given, services) : Place.forked(ForkedRun.Limits.DEFAULT));
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
}
