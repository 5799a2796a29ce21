package io.twohop.engine.trial;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.codec.BytesCodec;
import io.twohop.codec.Codec;
import io.twohop.config.Distribution;
import io.twohop.pipeline.LayoutChoice;
import io.twohop.pipeline.Messages;
import io.twohop.pipeline.PipelineSpec;
import io.twohop.testing.Runs;
import io.twohop.transport.RunContext;
import io.twohop.transport.Transport;
import io.twohop.transport.loopback.LoopbackConfig;
import io.twohop.transport.loopback.LoopbackProvider;
import io.twohop.workload.Layout;
import io.twohop.workload.Mode;
import io.twohop.workload.ServiceOptions;
import io.twohop.workload.Workload;
import io.twohop.workload.WorkloadBuilder;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class LayoutTrialTest {
    private static final Path NOWHERE = Path.of("target");

    private final AtomicInteger answered = new AtomicInteger();

    /** @param decodingNanos what decoding a message takes, at least */
    private OptionalDouble share(WorkloadBuilder workload, int cores, long decodingNanos) throws Exception {
        Messages<ByteBuffer> plain = Runs.messages();
        Messages<ByteBuffer> messages =
                new Messages<>(plain.mark(), plain.type(), () -> new Slow(decodingNanos), () -> (event, out) -> {
                    answered.incrementAndGet();
                    out.accept(event);
                });
        RunContext context = new RunContext(
                "test", NOWHERE, NOWHERE, 1_000, 1, plain.maxMessageBytes(), plain.typicalMessageBytes(), 2, 1);
        try (Transport transport = new LoopbackProvider().open(new LoopbackConfig(null, null), context)) {
            return LayoutTrial.singleShare(
                    new PipelineSpec<>(
                            "test", workload.duration(Duration.ofSeconds(1)).build(), cores, messages),
                    transport);
        }
    }

    private static final class Slow implements Codec<ByteBuffer> {
        private final BytesCodec codec = new BytesCodec();
        private final long decodingNanos;

        Slow(long decodingNanos) {
            this.decodingNanos = decodingNanos;
        }

        @Override
        public void encode(ByteBuffer event, ByteBuffer out) {
            codec.encode(event, out);
        }

        @Override
        public ByteBuffer decode(ByteBuffer in) {
            long endNanos = System.nanoTime() + decodingNanos;
            if (decodingNanos < 0) {
                throw new IllegalStateException("no");
            }
            while (System.nanoTime() - endNanos < 0) {
                Thread.onSpinWait();
            }
            return codec.decode(in);
        }
    }

    @Test
    void shouldFindAThreadIdleThatHasLittleToDo() throws Exception {
        assertThat(share(Workload.builder().rate(10), 2, 0).orElseThrow()).isBetween(0.0, LayoutChoice.MOST_BUSY);
    }

    /** Twice half a millisecond for each of 2,000 a second is two cores' work. */
    @Test
    void shouldFindAThreadFullThatDecodesForLong() throws Exception {
        assertThat(share(Workload.builder().rate(2_000), 2, TimeUnit.MICROSECONDS.toNanos(500))
                        .orElseThrow())
                .isGreaterThan(1.9);
    }

    /** Half a millisecond for each of 2,000 a second is a core's work, though the trial never does it. */
    @Test
    void shouldAddTheWorkThatTheServiceIsSetTo() throws Exception {
        ServiceOptions busy = ServiceOptions.busy(Distribution.exponential(Duration.ofNanos(500_000)));

        assertThat(share(Workload.builder().rate(2_000).service(busy), 2, 0).orElseThrow())
                .isGreaterThan(1.0);
        assertThat(answered).hasValue(0);
    }

    /** It may count what it is asked, or keep it. */
    @Test
    void shouldAskTheServiceNothing() throws Exception {
        share(Workload.builder().rate(10), 2, 0);

        assertThat(answered).hasValue(0);
    }

    @Test
    void shouldSayNothingWhereItFailed() throws Exception {
        assertThat(share(Workload.builder().rate(10), 2, -1)).isEmpty();
    }

    @Test
    void shouldTryNothingWhereTheAnswerWouldChangeNothing() throws Exception {
        assertThat(share(Workload.builder().rate(10), 1, 0)).isEmpty();
        assertThat(share(Workload.builder().rate(10), 3, 0)).isEmpty();
        assertThat(share(Workload.builder().rate(10).layout(Layout.SHARED), 2, 0))
                .isEmpty();
        assertThat(share(Workload.builder().mode(Mode.THROUGHPUT), 2, 0)).isEmpty();
    }
}
