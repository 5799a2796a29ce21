package io.twohop.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.config.Distribution;
import io.twohop.config.Popularity;
import io.twohop.event.Microservice;
import io.twohop.event.WorkingService;
import io.twohop.measure.Window;
import io.twohop.pipeline.Messages;
import io.twohop.pipeline.Pipeline;
import io.twohop.pipeline.PipelineSpec;
import io.twohop.registry.Providers;
import io.twohop.testing.Allocation;
import io.twohop.testing.Runs;
import io.twohop.transport.RunContext;
import io.twohop.transport.Transport;
import io.twohop.transport.loopback.LoopbackConfig;
import io.twohop.transport.loopback.LoopbackProvider;
import io.twohop.workload.ArrivalFile;
import io.twohop.workload.Arrivals;
import io.twohop.workload.Contents;
import io.twohop.workload.CsvForm;
import io.twohop.workload.KeyOptions;
import io.twohop.workload.Keys;
import io.twohop.workload.ServiceOptions;
import io.twohop.workload.TimeFormat;
import io.twohop.workload.Workload;
import io.twohop.workload.WorkloadBuilder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The whole path, on one thread so that its allocation can be read exactly. */
class AllocationTest {
    private static final int ROUND = 200_000;
    private static final int MOST_MESSAGES = 31 * ROUND;

    /** Asking for the count now and then costs the test some kilobytes; the path itself costs nothing. */
    private static final double ENOUGH_BYTES = 0.05;

    private static final double RATE = 1e8;

    @TempDir
    Path directory;

    /** More than are sent, a nanosecond apart, so that all are due at once. */
    private Arrivals replay() throws IOException {
        StringBuilder text = new StringBuilder("ts\n");
        int rows = 2 * MOST_MESSAGES;
        for (int i = 0; i < rows; i++) {
            text.append(i).append('\n');
        }
        Path file = Files.writeString(directory.resolve("ticks.csv"), text);
        Contents contents = new Contents("0".repeat(64), Files.size(file), rows, rows);
        return Arrivals.replay(new ArrivalFile(
                file.toString(),
                null,
                TimeFormat.NS,
                null,
                null,
                null,
                null,
                1.0,
                false,
                null,
                CsvForm.DEFAULT,
                contents));
    }

    private Arrivals arrivals(Arrivals.Kind kind) throws IOException {
        return switch (kind) {
            case CONSTANT -> Arrivals.constant();
            case POISSON -> Arrivals.poisson(1);
            case BURST -> Arrivals.burst(100);
            case REPLAY -> replay();
        };
    }

    @ParameterizedTest
    @EnumSource
    void shouldAllocateNothingPerMessage(Arrivals.Kind kind) throws Exception {
        assertNothingAllocated(arrivals(kind), ServiceOptions.of("pass-through"), Runs.messages());
    }

    /** What is random of it was drawn before, and taking its time is free. */
    @Test
    void shouldAllocateNothingForKeys() throws Exception {
        assertNothingAllocated(
                workload(Arrivals.constant(), ServiceOptions.of("pass-through"))
                        .set(Keys.KEYS, KeyOptions.of(10_000, Popularity.zipf(1.1)))
                        .build(),
                Runs.messages());
    }

    @Test
    void shouldAllocateNothingForSubscribers() throws Exception {
        assertNothingAllocated(
                workload(Arrivals.constant(), ServiceOptions.of("pass-through"))
                        .set(Keys.SUBSCRIBERS, List.of(3))
                        .build(),
                Runs.messages());
    }

    @Test
    @SuppressWarnings("unchecked")
    void shouldAllocateNothingForServicesThatWork() throws Exception {
        for (ServiceOptions service : List.of(
                ServiceOptions.busy(Distribution.exponential(Duration.ofNanos(100))), ServiceOptions.cache(1_000))) {
            WorkingService working = (WorkingService) Providers.service(service.name());
            Messages<ByteBuffer> plain = Runs.messages();
            assertNothingAllocated(
                    Arrivals.poisson(1), service, new Messages<>(plain.mark(), plain.type(), plain.codecs(), () ->
                            (Microservice<ByteBuffer, ByteBuffer>) working.service(service, 0)));
        }
    }

    private static void assertNothingAllocated(Arrivals arrivals, ServiceOptions service, Messages<ByteBuffer> messages)
            throws Exception {
        assertNothingAllocated(workload(arrivals, service).build(), messages);
    }

    private static WorkloadBuilder workload(Arrivals arrivals, ServiceOptions service) {
        return Workload.builder()
                .service(service)
                .rate(RATE)
                .warmup(Duration.ZERO)
                .duration(Duration.ofMinutes(1))
                .arrivals(arrivals);
    }

    private static void assertNothingAllocated(Workload workload, Messages<ByteBuffer> messages) throws Exception {
        Path nowhere = Path.of("target");
        RunContext context = new RunContext(
                "test",
                nowhere,
                nowhere,
                new RunContext.Traffic(
                        RATE,
                        MOST_MESSAGES,
                        Runs.messages().maxMessageBytes(),
                        Runs.messages().typicalMessageBytes()),
                new RunContext.Channels(2, 1));
        Transport transport = new LoopbackProvider().open(new LoopbackConfig(null, null), context);
        SystemNanoClock clock = SystemNanoClock.INSTANCE;
        Window window = new Window(clock.nanoTime(), clock.nanoTime(), clock.nanoTime() + 60_000_000_000L);
        try (Pipeline pipeline = new Pipeline(
                new PipelineSpec<>("test", workload.scenario(), 2, messages), transport, clock, () -> window)) {
            double allocated =
                    Allocation.perMessage(ROUND, ENOUGH_BYTES, () -> runUntil(pipeline, pipeline.received() + ROUND));

            assertThat(pipeline.received()).isGreaterThanOrEqualTo(ROUND);
            assertThat(allocated).isLessThan(ENOUGH_BYTES);
        }
    }

    private static void runUntil(Pipeline pipeline, long received) throws Exception {
        while (pipeline.received() < received) {
            for (int i = 0; i < 10_000; i++) {
                pipeline.runOnce();
            }
        }
    }
}
