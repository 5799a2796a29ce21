package io.twohop;

import io.twohop.config.ConfigException;
import io.twohop.demand.Demand;
import io.twohop.engine.protocol.RunListener;
import io.twohop.launch.CellRun;
import io.twohop.launch.Place;
import io.twohop.registry.TransportFile;
import io.twohop.result.BenchmarkResult;
import io.twohop.workload.Cell;
import io.twohop.workload.Workload;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

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
 * <p>Each run gets a fresh JVM, with the options that the transport needs and the heap that the workload asks for; with
 * {@link BenchmarkBuilder#inProcess()} it is made in this JVM. Immutable and reusable. Several benchmarks may run at a time, but disturb
 * each other.
 */
public final class Benchmark {
    private final Workload workload;
    private final TransportFile transport;
    private final Path results;
    private final Place place;
    private final RunListener listener;
    private final boolean consent;

    Benchmark(
            Workload workload,
            TransportFile transport,
            Place place,
            Path results,
            RunListener listener,
            boolean consent) {
        this.workload = workload;
        this.transport = transport;
        this.place = place;
        this.results = results;
        this.listener = listener;
        this.consent = consent;
    }

    /** Returns a builder; workload and transport are required. */
    public static BenchmarkBuilder builder() {
        return new BenchmarkBuilder();
    }

    /** Returns a builder with a workload; a transport is required. */
    public static BenchmarkBuilder of(Workload workload) {
        return builder().workload(workload);
    }

    /** Returns the workload in effect. */
    public Workload workload() {
        return workload;
    }

    /**
     * Runs the benchmark and writes the result's files. Blocks until the run is over. An interrupt ends the run, which then writes an
     * incomplete result and throws.
     *
     * @return the result, whose verdict says whether the numbers may be used
     * @throws ConfigException for mistakes in workload or transport file, before anything is started
     * @throws io.twohop.transport.TransportException if the machine lacks something the run needs
     * @throws UncheckedIOException if the result cannot be written
     */
    public BenchmarkResult run() throws InterruptedException {
        if (workload.cells().size() > 1) {
            throw ConfigException.invalid(
                    "workload", workload.cells().size() + " runs", "one run; runAll() makes each of several");
        }
        return runAll().get(0);
    }

    /**
     * Runs each cell of a workload whose keys are lists, one after the other; all cells are checked first. Leaves out scenarios of
     * faults to servers that the transport does not start.
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
            all.add(new WatchedRun(run, listener).run());
        }
        return all;
    }

    /** Shows the demand on external servers, and refuses it without consent. */
    private void show(Demand demand) {
        if (demand.foreign()) {
            demand.lines().forEach(System.err::println);
        }
        if (demand.needsConsent() && !consent) {
            throw demand.refusal("consent()");
        }
    }
}
