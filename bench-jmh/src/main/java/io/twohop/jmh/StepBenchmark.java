package io.twohop.jmh;

import io.twohop.ServiceStep;
import io.twohop.codec.Codec;
import io.twohop.event.OrderEvent;
import io.twohop.event.OrderEventType;
import io.twohop.registry.Providers;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Cost of a message's whole path without a transport, as a user's own benchmark would measure it. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class StepBenchmark {
    private final ServiceStep<OrderEvent> step =
            new ServiceStep<>(new OrderEventType(), StepBenchmark::json, (event, out) -> out.accept(event));

    private static Codec<OrderEvent> json() {
        return Providers.codec("json").codec(OrderEvent.class);
    }

    @Benchmark
    public OrderEvent step() {
        return step.next();
    }
}
