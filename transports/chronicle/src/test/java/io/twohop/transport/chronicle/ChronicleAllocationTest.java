package io.twohop.transport.chronicle;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.twohop.transport.Acknowledgements;
import io.twohop.transport.Channel;
import io.twohop.transport.MessageHandler;
import io.twohop.transport.Publisher;
import io.twohop.transport.Subscription;
import io.twohop.transport.Transport;
import io.twohop.transport.chronicle.ChronicleConfig.Writing;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Publishing and polling a million messages, measured on the thread that does both and on the one that drains. */
class ChronicleAllocationTest {
    private static final int MESSAGES = 1_000_000;
    private static final int WARMUP = 100_000;
    private static final int LEAST_OBJECT_BYTES = 16;

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
                new ChronicleProvider().open(config, Configs.context(directory, 1_000, 2 * MESSAGES))) {
            Subscription subscription = transport.subscribe(channel, "a");
            Publisher publisher = transport.publisher(channel, Acknowledgements.NONE);
            ByteBuffer message = Configs.message(256);
            MessageHandler handler = arrived -> received++;

            run(publisher, subscription, message, handler, WARMUP);
            long before = allocatedBytes();
            run(publisher, subscription, message, handler, WARMUP + MESSAGES);
            long allocated = allocatedBytes() - before;

            // Chronicle itself makes objects for each block it maps, and lines of a log where that takes long. What
            // every
            // message made would be 16 bytes at least: this is no object in seven of eight.
            assertThat(allocated / (double) MESSAGES).isLessThan(LEAST_OBJECT_BYTES / 8.0);
        }
    }

    private static long allocatedBytes() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread ->
                        thread == Thread.currentThread() || thread.getName().equals("chronicle-drainer"))
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
