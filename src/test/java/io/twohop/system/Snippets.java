package io.twohop.system;

import static io.twohop.assertj.BenchmarkAssertions.assertThat;

import io.twohop.Benchmark;
import io.twohop.ServiceStep;
import io.twohop.TransportServer;
import io.twohop.codec.Codec;
import io.twohop.event.EventSource;
import io.twohop.event.EventType;
import io.twohop.event.Microservice;
import io.twohop.junit.BenchTransport;
import io.twohop.junit.LatencyTest;
import io.twohop.result.BenchmarkResult;
import io.twohop.workload.Workload;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.function.Consumer;

/** Code of Javadoc, which {@link SnippetsTest} looks for. It is compiled and never run here. */
final class Snippets {
    private Snippets() {}

    static BenchmarkResult withoutAFramework() throws InterruptedException {
        BenchmarkResult result = Benchmark.builder()
                .workload(Workload.builder()
                        .rate(20_000)
                        .warmup(Duration.ofSeconds(2))
                        .duration(Duration.ofSeconds(5))
                        .build())
                .transport("chronicle.yaml")
                .service(RiskCheck.class)
                .build()
                .run();
        return result;
    }

    static void severalOnOneServer(Workload workload) throws InterruptedException {
        try (TransportServer kafka = TransportServer.start("kafka.yaml")) {
            BenchmarkResult result =
                    Benchmark.of(workload).transport(kafka).build().run();
            assertThat(result).hasNoLoss();
        }
    }

    /** A budget. */
    static class Budget {
        @LatencyTest(transport = "chronicle.yaml", rate = 20_000, warmup = "2s", duration = "5s")
        void orderPathStaysUnderBudget(BenchmarkResult result) {
            assertThat(result).hasNoLoss().endToEnd().percentile(99).isLessThan(Duration.ofMillis(1));
        }
    }

    /** A broker for the whole class. */
    static class Shared {
        @BenchTransport("kafka.yaml")
        static TransportServer kafka;

        @LatencyTest(
                rate = {1_000, 10_000},
                duration = "5s")
        void bothRates(BenchmarkResult result) {
            assertThat(result).hasNoLoss();
        }
    }

    /** A step in a user's own benchmark. */
    public static class Step {
        private final ServiceStep<Order> step = new ServiceStep<>(new Orders(), OrderCodec::new, new RiskCheck());

        @org.openjdk.jmh.annotations.Benchmark
        public Order step() {
            return step.next();
        }
    }

    /** An event. */
    public static final class Order {
        long quantity;
    }

    /** Makes events. */
    public static final class Orders implements EventType<Order> {
        @Override
        public String name() {
            return "order";
        }

        @Override
        public String description() {
            return "an order";
        }

        @Override
        public Class<Order> eventClass() {
            return Order.class;
        }

        @Override
        public int maxBytes() {
            return Long.BYTES;
        }

        @Override
        public EventSource<Order> source(long seed) {
            Order order = new Order();
            return (sequence, intendedNanos) -> order;
        }
    }

    /** Writes events. */
    public static final class OrderCodec implements Codec<Order> {
        private final Order decoded = new Order();

        @Override
        public void encode(Order order, ByteBuffer out) {
            out.putLong(order.quantity);
        }

        @Override
        public Order decode(ByteBuffer in) {
            decoded.quantity = in.getLong();
            return decoded;
        }
    }

    /** Answers events. */
    public static final class RiskCheck implements Microservice<Order, Order> {
        @Override
        public void onEvent(Order order, Consumer<? super Order> out) {
            out.accept(order);
        }
    }
}
