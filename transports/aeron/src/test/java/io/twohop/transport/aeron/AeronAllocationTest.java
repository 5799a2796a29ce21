package io.twohop.transport.aeron;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.twohop.transport.Acknowledgements;
import io.twohop.transport.Channel;
import io.twohop.transport.MessageHandler;
import io.twohop.transport.Publisher;
import io.twohop.transport.Subscription;
import io.twohop.transport.Transport;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Publishing and polling, measured on the thread that does both and on the one that acknowledges. */
class AeronAllocationTest {
    private static final int LEAST_OBJECT_BYTES = 16;

    @TempDir
    Path directory;

    private long received;

    /** In one frame, and in fragments. */
    @ParameterizedTest
    @CsvSource({"ipc, 256, 500000", "ipc, 5000, 100000", "udp, 256, 100000", "archive, 256, 100000"})
    void shouldAllocateNothingPerMessage(String mode, int bytes, int messages) throws Exception {
        Channel channel = new Channel("requests", 1);
        AeronConfig config = Configs.of("mode: " + mode + "\ndriver: embedded\ntermLength: 1MiB");
        try (Transport transport = new AeronProvider().open(config, Configs.context(directory, bytes))) {
            Subscription subscription = transport.subscribe(channel, "a");
            Publisher publisher = transport.publisher(channel, Acknowledgements.NONE);
            transport.settle();
            ByteBuffer message = Configs.message(bytes);
            MessageHandler handler = arrived -> received++;

            run(publisher, subscription, message, handler, messages / 5);
            long before = allocatedBytes();
            run(publisher, subscription, message, handler, messages + messages / 5);
            long allocated = allocatedBytes() - before;

            // What every message made would be 16 bytes at least: this is no object in fifteen of sixteen.
            assertThat(allocated / (double) messages).isLessThan(LEAST_OBJECT_BYTES / 16.0);
        }
    }

    private static long allocatedBytes() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread ->
                        thread == Thread.currentThread() || thread.getName().equals("aeron-acknowledger"))
                .mapToLong(thread -> threads.getThreadAllocatedBytes(thread.getId()))
                .sum();
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
