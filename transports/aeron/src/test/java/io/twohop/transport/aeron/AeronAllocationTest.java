package io.twohop.transport.aeron;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.testing.Allocation;
import io.twohop.transport.Acknowledgements;
import io.twohop.transport.Channel;
import io.twohop.transport.MessageHandler;
import io.twohop.transport.Publisher;
import io.twohop.transport.Subscription;
import io.twohop.transport.Transport;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Publishing and polling, measured on the thread that does both and on the one that acknowledges. */
class AeronAllocationTest {
    private static final int ROUND = 50_000;

    /** What every message made would be 16 at least. */
    private static final double ENOUGH_BYTES = 1;

    @TempDir
    Path directory;

    private long received;

    /** In one frame, and in fragments. */
    @ParameterizedTest
    @CsvSource({"ipc, 256", "ipc, 5000", "udp, 256", "archive, 256"})
    void shouldAllocateNothingPerMessage(String mode, int bytes) throws Exception {
        Channel channel = new Channel("requests", 1);
        AeronConfig config = Configs.of("mode: " + mode + "\ndriver: embedded\ntermLength: 1MiB");
        try (Transport transport = new AeronProvider().open(config, Configs.context(directory, bytes))) {
            Subscription subscription = transport.subscribe(channel, "a");
            Publisher publisher = transport.publisher(channel, Acknowledgements.NONE);
            transport.settle();
            ByteBuffer message = Configs.message(bytes);
            MessageHandler handler = arrived -> received++;

            double allocated = Allocation.perMessage("aeron-acknowledger", ROUND, ENOUGH_BYTES, () -> {
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
