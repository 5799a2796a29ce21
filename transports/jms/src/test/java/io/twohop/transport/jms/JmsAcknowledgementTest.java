package io.twohop.transport.jms;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.config.YamlDocument;
import io.twohop.transport.Acknowledgements;
import io.twohop.transport.Channel;
import io.twohop.transport.Creations;
import io.twohop.transport.JvmRecorder;
import io.twohop.transport.Notices;
import io.twohop.transport.Publisher;
import io.twohop.transport.RunContext;
import io.twohop.transport.Subscription;
import io.twohop.transport.Transport;
import io.twohop.transport.jms.broker.BrokerKind;
import io.twohop.transport.jms.broker.EmbeddedBroker;
import io.twohop.transport.jms.broker.Journal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Brokers that are killed while they take persistent messages. */
@Tag("faults")
@Timeout(120)
class JmsAcknowledgementTest {
    private static final int BYTES = 64;

    @TempDir
    Path directory;

    private final Set<Long> acknowledged = ConcurrentHashMap.newKeySet();
    private final AtomicLong outcomes = new AtomicLong();

    /** Artemis's client completes a send at once unless it keeps a window of what it sent: then this loses messages. */
    @ParameterizedTest
    @CsvSource({"ARTEMIS, NIO", "ARTEMIS, ASYNCIO", "CLASSIC, KAHADB"})
    void shouldKeepEveryAcknowledgedMessageWhenTheBrokerIsKilled(BrokerKind kind, Journal journal) throws Exception {
        try (EmbeddedBroker broker = SharedBrokers.start(kind, journal, directory)) {
            JmsConfig config = YamlDocument.parse(
                            "test.yaml", "provider: " + kind.name().toLowerCase() + "\npersistent: true")
                    .bind(JmsConfig.class);
            try (Transport transport = new JmsProvider().open(config, context(broker))) {
                Channel channel = new Channel("requests", 1);
                // Creates the queue.
                transport.subscribe(channel, "first").close();
                Publisher publisher = transport.publisher(channel, counting());
                Thread publishing = new Thread(() -> publish(publisher), "publishing");
                publishing.start();
                awaitAcknowledged(200);
                broker.nodes().get(0).kill();
                broker.nodes().get(0).start();
                awaitAcknowledged(acknowledged.size() + 100);
                publishing.interrupt();
                publishing.join();
                publisher.awaitAcknowledged(Duration.ofSeconds(10));

                Set<Long> missing = ConcurrentHashMap.newKeySet();
                missing.addAll(acknowledged);
                try (Subscription subscription = transport.subscribe(channel, "second")) {
                    long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
                    while (!missing.isEmpty() && System.nanoTime() < deadline) {
                        subscription.poll(message -> missing.remove(message.getLong(0)), 100_000_000);
                    }
                }
                publisher.close();

                assertThat(acknowledged).hasSizeGreaterThan(200);
                assertThat(missing).isEmpty();
                assertThat(outcomes.get()).as("one outcome each").isEqualTo(acknowledged.size());
            }
        }
    }

    private static void publish(Publisher publisher) {
        ByteBuffer message = ByteBuffer.allocateDirect(BYTES).order(ByteOrder.nativeOrder());
        for (long number = 0; !Thread.currentThread().isInterrupted(); ) {
            message.putLong(0, number);
            try {
                number += publisher.publish(message, number) ? 1 : 0;
            } catch (RuntimeException e) {
                // Not acknowledged.
                number++;
            }
        }
    }

    private void awaitAcknowledged(int count) throws InterruptedException {
        while (acknowledged.size() < count) {
            Thread.sleep(1);
        }
    }

    private RunContext context(EmbeddedBroker broker) {
        return new RunContext(
                "acknowledged",
                directory,
                directory,
                new RunContext.Traffic(1_000, 1_000, BYTES, BYTES),
                new RunContext.Channels(2, 1),
                JvmRecorder.NONE,
                new Notices(),
                false,
                broker.access(),
                Creations.NONE);
    }

    private Acknowledgements counting() {
        return new Acknowledgements() {
            @Override
            public void acknowledged(long correlation) {
                outcomes.incrementAndGet();
                acknowledged.add(correlation);
            }

            @Override
            public void failed(long correlation, Throwable cause) {}
        };
    }
}
