package io.twohop.jmh.bare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twohop.event.OrderEvent;
import io.twohop.registry.Providers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("one-jdk")
class BareClientTest {
    private static final Duration WARMUP = Duration.ofMillis(100);
    private static final Duration DURATION = Duration.ofMillis(200);

    @ParameterizedTest
    @CsvSource({"chronicle, wire", "aeron-ipc, wire", "nats, json", "kafka-latency, json", "tcp, json"})
    void shouldMeasureEachMessage(String file, String codec, @TempDir Path directory) throws Exception {
        BareResult result = run(file, codec, 1_000, directory);

        assertThat(result.messages()).isEqualTo(200);
        assertThat(result.p50Nanos()).isPositive();
        assertThat(result.p99Nanos()).isGreaterThanOrEqualTo(result.p50Nanos());
    }

    /** Where a server is installed; .ci/run takes a skipped test for a failure. */
    @Test
    void shouldMeasureEachMessageOverRabbit(@TempDir Path directory) throws Exception {
        Assumptions.assumeTrue(Files.isDirectory(Path.of("/usr/lib/rabbitmq/lib")), "no RabbitMQ");

        assertThat(run("rabbitmq-transient", "json", 1_000, directory).messages())
                .isEqualTo(200);
    }

    @Test
    void shouldSendWithoutPauseInClosedLoop(@TempDir Path directory) throws Exception {
        BareResult result = run("chronicle", "wire", 0, directory);

        assertThat(result.messages()).isPositive();
        assertThat(result.perSecond()).isPositive();
    }

    @Test
    void shouldCountFromIntendedTime() {
        BareLoad load = new BareLoad(1_000, Duration.ZERO, Duration.ofMillis(3));
        load.begin();
        long nowNanos = System.nanoTime() + Duration.ofMillis(50).toNanos();
        while (load.isDue(nowNanos)) {
            load.arrive(load.next(), nowNanos);
        }

        assertThat(load.isComplete(nowNanos)).isTrue();
        assertThat(load.result().messages()).isEqualTo(3);
        assertThat(load.result().p50Nanos())
                .isGreaterThanOrEqualTo(Duration.ofMillis(48).toNanos());
    }

    @Test
    void shouldFailWhenMessageIsMissing() {
        BareLoad load = new BareLoad(1_000, Duration.ZERO, Duration.ofMillis(3));
        load.begin();
        long nowNanos = System.nanoTime() + Duration.ofMillis(50).toNanos();
        load.next();

        assertThatThrownBy(() -> load.arrive(load.next(), nowNanos)).hasMessage("message 1 arrived, expected 0");
        assertThatThrownBy(
                        () -> load.isComplete(nowNanos + Duration.ofSeconds(11).toNanos()))
                .hasMessage("2 of 3 messages sent, 0 received");
    }

    private static BareResult run(String file, String codec, double rate, Path directory) throws Exception {
        BareLoad load = new BareLoad(rate, WARMUP, DURATION);
        try (BarePlace place = BarePlace.open(file, directory)) {
            BareClient.of(file).run(load, () -> Providers.codec(codec).codec(OrderEvent.class), place.properties());
        }
        return BareResult.read("noise\n" + load.result().line() + "\n");
    }
}
