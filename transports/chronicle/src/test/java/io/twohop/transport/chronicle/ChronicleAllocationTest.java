package io.twohop.transport.chronicle;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.testing.Allocation;
import io.twohop.transport.Acknowledgements;
import io.twohop.transport.Channel;
import io.twohop.transport.MessageHandler;
import io.twohop.transport.Publisher;
import io.twohop.transport.Subscription;
import io.twohop.transport.Transport;
import io.twohop.transport.chronicle.ChronicleConfig.Writing;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Publishing and polling, measured on the thread that does both and on the one that drains. */
class ChronicleAllocationTest {
    private static final int ROUND = 100_000;

    /** What every message made would be 16 at least. Chronicle makes objects for each block that it maps. */
    private static final double ENOUGH_BYTES = 1;

    @TempDir
    Path directory;

    private long received;

    @ParameterizedTest
    @EnumSource(
            value = Writing.class,
            names = {"QUEUE", "ASYNC"})
    void shouldAllocateNothingPerMessage(Writing mode) throws Exception {
        Channel channel = new Channel("requests", 1);
        ChronicleConfig config = Configs.of(mode, "FAST_HOURLY");
        try (Transport transport =
                new ChronicleProvider().open(config, Configs.context(directory, 1_000, 50 * ROUND))) {
            Subscription subscription = transport.subscribe(channel, "a");
            Publisher publisher = transport.publisher(channel, Acknowledgements.NONE);
            ByteBuffer message = Configs.message(256);
            MessageHandler handler = arrived -> received++;

            double allocated = Allocation.perMessage("chronicle-drainer", ROUND, ENOUGH_BYTES, () -> {
                run(publisher, subscription, message, handler, received + ROUND);
            });

            assertThat(allocated).isLessThan(ENOUGH_BYTES);
        }
    }

    private void run(
            Publisher publisher, Subscription subscription, ByteBuffer message, MessageHandler handler, long until) {
        long published = received;
        while (received < until) {
            if (published < until && publisher.publish(message, published)) {
                published++;
            }
            subscription.poll(handler, 0);
        }
    }
}
