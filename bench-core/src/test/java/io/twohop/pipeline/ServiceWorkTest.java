package io.twohop.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.codec.BytesCodec;
import io.twohop.codec.Codec;
import io.twohop.config.Distribution;
import io.twohop.event.Microservice;
import io.twohop.event.PassThrough;
import io.twohop.measure.Window;
import io.twohop.measure.WorkMeter;
import io.twohop.testing.Runs;
import io.twohop.testing.model.ManualClock;
import io.twohop.transport.RunContext;
import io.twohop.transport.Transport;
import io.twohop.transport.loopback.LoopbackConfig;
import io.twohop.transport.loopback.LoopbackProvider;
import io.twohop.workload.ServiceOptions;
import io.twohop.workload.Workload;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.agrona.concurrent.NanoClock;
import org.junit.jupiter.api.Test;

/** What a message takes of a service's thread, on a clock that its steps move. */
class ServiceWorkTest {
    private static final Path NOWHERE = Path.of("target");
    private static final int MESSAGES = 10;
    private static final long DECODING = 3;
    private static final long UNTIL_ANSWER = 100;
    private static final long ENCODING = 5;
    private static final long AFTER_ANSWER = 40;
    private static final long READING = 7;

    private final ManualClock clock = new ManualClock();
    private int answers = 1;

    private final class SlowCodec implements Codec<ByteBuffer> {
        private final BytesCodec codec = new BytesCodec();

        @Override
        public void encode(ByteBuffer event, ByteBuffer out) {
            clock.advance(ENCODING);
            codec.encode(event, out);
        }

        @Override
        public ByteBuffer decode(ByteBuffer in) {
            clock.advance(DECODING);
            return codec.decode(in);
        }
    }

    private List<WorkMeter.Sum> work(ServiceOptions service) throws Exception {
        return work(service, clock, () -> (event, out) -> {
            clock.advance(UNTIL_ANSWER);
            for (int i = 0; i < answers; i++) {
                out.accept(event);
            }
            clock.advance(AFTER_ANSWER);
        });
    }

    private List<WorkMeter.Sum> work(
            ServiceOptions service, NanoClock read, Supplier<Microservice<ByteBuffer, ByteBuffer>> services)
            throws Exception {
        Workload workload = Workload.builder()
                .rate(1e6)
                .service(service)
                .warmup(Duration.ZERO)
                .duration(Duration.ofMillis(1))
                .build();
        Messages<ByteBuffer> plain = Runs.messages();
        Messages<ByteBuffer> slow = new Messages<>(plain.mark(), plain.type(), SlowCodec::new, services);
        RunContext context = new RunContext(
                "test",
                NOWHERE,
                NOWHERE,
                new RunContext.Traffic(1e6, MESSAGES, plain.maxMessageBytes(), plain.typicalMessageBytes()),
                new RunContext.Channels(2, 1));
        long startNanos = clock.nanoTime();
        Window window = new Window(startNanos, startNanos, startNanos + 1_000_000);
        Transport transport = new LoopbackProvider().open(new LoopbackConfig(null, null), context);
        try (Pipeline pipeline =
                new Pipeline(new PipelineSpec<>("test", workload.scenario(), 4, slow), transport, read, () -> window)) {
            while (pipeline.received() < MESSAGES) {
                pipeline.runOnce();
                clock.advance(1_000);
            }
            return pipeline.work();
        }
    }

    @Test
    void shouldBeFromEventToAnswerWhereItIsTheUsers() throws Exception {
        assertThat(work(ServiceOptions.of("pass-through"))).singleElement().satisfies(sum -> {
            assertThat(sum.messages()).isGreaterThanOrEqualTo(MESSAGES);
            assertThat(sum.meanNanos()).isEqualTo(UNTIL_ANSWER);
        });
    }

    @Test
    void shouldTakeNoReadingOfTheClockWhereEventsOnlyPass() throws Exception {
        NanoClock dear = () -> {
            clock.advance(READING);
            return clock.nanoTime();
        };

        assertThat(work(ServiceOptions.of("pass-through"), dear, PassThrough::of))
                .singleElement()
                .satisfies(sum -> assertThat(sum.meanNanos()).isZero());
        assertThat(work(ServiceOptions.of("own"), dear, () -> (event, out) -> out.accept(event)))
                .singleElement()
                .satisfies(sum -> assertThat(sum.meanNanos()).isEqualTo(READING));
    }

    @Test
    void shouldEndWithTheFirstOfSeveralAnswers() throws Exception {
        answers = 2;

        assertThat(work(ServiceOptions.of("pass-through"))).singleElement().satisfies(sum -> {
            assertThat(sum.messages()).isGreaterThanOrEqualTo(MESSAGES);
            assertThat(sum.meanNanos()).isEqualTo(UNTIL_ANSWER);
        });
    }

    @Test
    void shouldBeAllThatIsDoneForAMessageWhereTheWorkloadSetsIt() throws Exception {
        ServiceOptions busy = ServiceOptions.busy(Distribution.constant(Duration.ofNanos(100)));

        assertThat(work(busy)).singleElement().satisfies(sum -> {
            assertThat(sum.meanNanos()).isEqualTo(DECODING + UNTIL_ANSWER + ENCODING + AFTER_ANSWER);
            assertThat(sum.meanSquaredNanos()).isEqualTo(sum.meanNanos() * sum.meanNanos());
        });
    }
}
