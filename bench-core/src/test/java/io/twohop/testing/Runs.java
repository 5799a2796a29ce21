package io.twohop.testing;

import io.twohop.codec.BytesCodec;
import io.twohop.config.YamlDocument;
import io.twohop.engine.Engine;
import io.twohop.engine.ForkCollector;
import io.twohop.engine.Measurement;
import io.twohop.engine.protocol.RunPlan;
import io.twohop.event.RandomBytes;
import io.twohop.pipeline.Messages;
import io.twohop.registry.ConfiguredTransport;
import io.twohop.registry.TransportFile;
import io.twohop.result.Fork;
import io.twohop.transport.RunContext;
import io.twohop.transport.TransportProvider;
import io.twohop.workload.Cell;
import io.twohop.workload.Workload;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/** Runs of small random messages through a given transport. */
public final class Runs {
    /** Identifies the messages of these runs. */
    public static final int MARK = 0x2405;

    /** Bytes of each payload. */
    public static final int PAYLOAD_BYTES = 64;

    private Runs() {}

    /** Returns messages of random bytes, which the service echoes. */
    public static Messages<ByteBuffer> messages() {
        return new Messages<>(
                MARK, new RandomBytes(PAYLOAD_BYTES), BytesCodec::new, () -> (event, out) -> out.accept(event));
    }

    /** Returns the plan of a run whose transport and messages are given otherwise. */
    public static RunPlan plan(Workload workload) {
        TransportFile file = TransportFile.of(YamlDocument.parse("given.yaml", "transport: loopback\ncodec: bytes"));
        Path nowhere = Path.of("target");
        return RunPlan.of("test", workload.scenario(), file, nowhere, nowhere);
    }

    /** Measures for real, in this JVM. */
    public static <C extends Record> Fork measure(Workload workload, TransportProvider<C> provider, C config)
            throws Exception {
        Cell cell = workload.cells().get(0);
        ForkCollector collector =
                new ForkCollector(1, cell.ratePerSecond(), workload.duration().toNanos() / 1e9);
        new Engine(measurement(workload, provider, config, context(workload)), collector).run();
        return collector.toFork(null);
    }

    /** Returns the context of a run whose transport is given otherwise. */
    public static RunContext context(Workload workload) {
        Cell cell = workload.cells().get(0);
        Path nowhere = Path.of("target");
        return new RunContext(
                "test",
                nowhere,
                nowhere,
                new RunContext.Traffic(
                        cell.ratePerSecond(),
                        1,
                        messages().maxMessageBytes(),
                        messages().typicalMessageBytes()),
                new RunContext.Channels(
                        workload.hops(), cell.producers(), 1, cell.subscribers(), RunContext.Parts.NONE));
    }

    /** Returns the measurement of a workload over a transport. */
    public static <C extends Record> Measurement measurement(
            Workload workload, TransportProvider<C> provider, C config, RunContext context) {
        return new Measurement(
                workload.scenario(), new ConfiguredTransport<>(provider, config), context, messages(), plan(workload));
    }
}
