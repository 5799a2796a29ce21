package io.twohop.engine;

import io.twohop.config.YamlDocument;
import io.twohop.pipeline.Pipeline;
import io.twohop.result.Fork;
import io.twohop.testing.Runs;
import io.twohop.testing.lying.LyingConfig;
import io.twohop.testing.lying.LyingProvider;
import io.twohop.testing.model.ForkBuilder;
import io.twohop.testing.model.ManualClock;
import io.twohop.transport.Envelope;
import io.twohop.transport.RunContext;
import io.twohop.workload.Cell;
import io.twohop.workload.Workload;
import java.util.function.LongUnaryOperator;
import org.agrona.concurrent.NanoClock;

/** A whole measurement over a lying transport, on a clock that advances when all due work is done. */
public final class Simulation implements Timekeeper {
    private static final long STEP_NANOS = 100_000;

    private final ManualClock clock = new ManualClock();
    private final LongUnaryOperator overslept;
    private Pipeline pipeline;
    private long sleeps;

    private Simulation(LongUnaryOperator overslept) {
        this.overslept = overslept;
    }

    /**
     * Runs it.
     *
     * @param workload with one cell
     * @param liesYaml keys of {@link LyingConfig}
     */
    public static Fork run(Workload workload, String liesYaml) throws Exception {
        return run(workload, liesYaml, sleep -> 0);
    }

    /**
     * Measures with a monitor that wakes up late.
     *
     * @param overslept by how many nanoseconds, of its first sleep, its second and so on, from 1; each begins a second of the
     *     run, until messages are waited for
     */
    public static Fork run(Workload workload, String liesYaml, LongUnaryOperator overslept) throws Exception {
        Simulation simulation = new Simulation(overslept);
        LyingProvider provider = new LyingProvider(simulation.clock);
        LyingConfig config = YamlDocument.parse("lies.yaml", liesYaml.isEmpty() ? "{}" : liesYaml)
                .bind(LyingConfig.class);
        Cell cell = workload.cells().get(0);
        ForkCollector collector =
                new ForkCollector(1, cell.ratePerSecond(), workload.duration().toNanos() / 1e9);
        RunContext context =
                Runs.context(workload).with(Envelope.of(workload.scenario().payload()));
        Measurement measurement = Runs.measurement(workload, provider, config, context);
        new Engine(measurement, collector, simulation, OtherParts.NONE).run();
        // The machine's own time is another than the simulated one.
        return new ForkBuilder(collector.toFork(null)).costs(null).build();
    }

    public static Workload workload(String yaml) {
        return Workload.read(YamlDocument.parse("case.yaml", yaml));
    }

    @Override
    public NanoClock clock() {
        return clock;
    }

    @Override
    public void start(Pipeline started) {
        pipeline = started;
    }

    @Override
    public void sleepUntil(long nanos) {
        if (clock.nanoTime() - nanos < 0) {
            runUntil(nanos + overslept.applyAsLong(++sleeps));
        }
    }

    private void runUntil(long nanos) {
        try {
            while (clock.nanoTime() - nanos < 0) {
                while (pipeline.runOnce() > 0) {
                    // Everything that is due at this instant.
                }
                clock.advance(Math.min(STEP_NANOS, nanos - clock.nanoTime()));
            }
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
