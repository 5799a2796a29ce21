package io.twohop.system.service;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.queue.RollCycles;

/** Two queues of Chronicle, which roll by the hour: requests are read from the present end on. */
final class ChronicleWire implements Wire {
    private static final long PAUSE_NANOS = 50_000;

    private final ChronicleQueue requestQueue;
    private final ChronicleQueue replyQueue;
    private final ExcerptTailer tailer;
    private final ExcerptAppender appender;
    private final Bytes<?> received = Bytes.allocateElasticOnHeap();

    ChronicleWire(String requests, String replies) {
        requestQueue = queue(requests);
        replyQueue = queue(replies);
        tailer = requestQueue.createTailer();
        appender = replyQueue.createAppender();
        tailer.singleThreadedCheckDisabled(true);
        appender.singleThreadedCheckDisabled(true);
        received.singleThreadedCheckDisabled(true);
        tailer.toEnd();
    }

    private static ChronicleQueue queue(String path) {
        return ChronicleQueue.singleBuilder(path)
                .rollCycle(RollCycles.FAST_HOURLY)
                .build();
    }

    @Override
    public void poll(Duration most, Consumer<Message> requests) {
        long startNanos = System.nanoTime();
        received.clear();
        while (!tailer.readBytes(received)) {
            if (System.nanoTime() - startNanos > most.toNanos()) {
                return;
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        requests.accept(new Message(received.toByteArray(), null, List.of(), null));
    }

    @Override
    public void send(Message reply) {
        appender.writeBytes(Bytes.wrapForRead(reply.payload()));
    }

    @Override
    public void close() {
        requestQueue.close();
        replyQueue.close();
    }
}
