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
 * <p>Each run is made in a fresh JVM, with the options that the transport needs and the heap that the workload asks for; or
 * in this one, with {@link BenchmarkBuilder#inProcess()}. Immutable; may be run again, and several at a time, which then disturb each
 * other. Nothing is static.
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

    /** A builder of a benchmark; workload and transport are required. */
    public static BenchmarkBuilder builder() {
        return new BenchmarkBuilder();
    }

    /** The same for a workload. */
    public static BenchmarkBuilder of(Workload workload) {
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
                all.add(new WatchedRun(run, listener).run());
            } finally {
                end.release();
            }
        }
        return all;
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
}
