package io.twohop.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.twohop.measure.Window;
import io.twohop.testing.Runs;
import io.twohop.transport.RunContext;
import io.twohop.transport.Transport;
import io.twohop.transport.loopback.LoopbackConfig;
import io.twohop.transport.loopback.LoopbackProvider;
import io.twohop.workload.Layout;
import io.twohop.workload.Workload;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Test;

class SingleThreadTest {
    private static final int SLOTS = 2;
    private static final int ANSWERS = 7;
    private static final int MESSAGES = 1_000;
    private static final Path NOWHERE = Path.of("target");

    /** Nobody else could make room for its answers: the thread that waits for the sink is the sink's. */
    @Test
    void shouldHaveTheSinkTakeWhatAServiceHasNoRoomFor() throws Exception {
        Workload workload = Workload.builder()
                .rate(1e6)
                .layout(Layout.SINGLE)
                .warmup(Duration.ZERO)
                .duration(Duration.ofMillis(MESSAGES / 1_000))
                .build();
        Messages<ByteBuffer> plain = Runs.messages();
        Messages<ByteBuffer> talkative =
                new Messages<>(plain.mark(), plain.type(), plain.codecs(), () -> (event, out) -> {
                    for (int i = 0; i < ANSWERS; i++) {
                        out.accept(event);
                    }
                });
        RunContext context = new RunContext(
                "test",
                NOWHERE,
                NOWHERE,
                new RunContext.Traffic(1e6, MESSAGES, plain.maxMessageBytes(), plain.typicalMessageBytes()),
                new RunContext.Channels(2, 1));
        SystemNanoClock clock = SystemNanoClock.INSTANCE;
        long startNanos = clock.nanoTime();
        Window window = new Window(startNanos, startNanos, startNanos + MESSAGES * 1_000L);
        Transport transport = new LoopbackProvider().open(new LoopbackConfig(SLOTS, null), context);
        Pipeline pipeline = new Pipeline(
                new PipelineSpec<>("test", workload.scenario(), 2, talkative), transport, clock, () -> window);

        assertThat(pipeline.layout().threads()).hasSize(1);
        assertTimeoutPreemptively(Duration.ofSeconds(20), () -> {
            while (!pipeline.finishedSending() || pipeline.runOnce() > 0) {
                pipeline.runOnce();
            }
        });
        assertThat(pipeline.received()).isEqualTo(MESSAGES);
        pipeline.close();
    }
}
