package io.twohop.jmh.bare;

import io.twohop.codec.Codec;
import io.twohop.event.OrderEvent;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Properties;
import java.util.function.Supplier;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.queue.RollCycles;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;
import net.openhft.chronicle.wire.DocumentContext;

/** Chronicle Queue: a queue per hop, one thread for all. The queues do not roll during a run. */
final class BareChronicle implements BareClient {
    /** The block size that TwoHop chooses; Chronicle's own 64 MiB cost tens of milliseconds each. */
    private static final int BLOCK_BYTES = 8 << 20;

    @Override
    public void run(BareLoad load, Supplier<Codec<OrderEvent>> codecs, Properties place) {
        String path = place.getProperty(BarePlace.PATH);
        try (ChronicleQueue requests = queue(path, "requests");
                ChronicleQueue replies = queue(path, "replies")) {
            Hop there = new Hop(requests, codecs);
            Hop back = new Hop(replies, codecs);
            load.begin();
            long nowNanos = System.nanoTime();
            while (!load.isComplete(nowNanos)) {
                nowNanos = System.nanoTime();
                if (load.isDue(nowNanos)) {
                    there.write(load.next());
                }
                OrderEvent request = there.read();
                if (request != null) {
                    back.write(request);
                }
                OrderEvent reply = back.read();
                if (reply != null) {
                    load.arrive(reply, System.nanoTime());
                }
            }
        }
    }

    private static ChronicleQueue queue(String path, String name) {
        return SingleChronicleQueueBuilder.binary(Path.of(path, name))
                .rollCycle(RollCycles.FAST_DAILY)
                .blockSize(BLOCK_BYTES)
                .build();
    }

    private static final class Hop {
        private final ExcerptAppender appender;
        private final ExcerptTailer tailer;
        private final Codec<OrderEvent> encoder;
        private final Codec<OrderEvent> decoder;
        private final Bytes<ByteBuffer> outBytes = Bytes.elasticByteBuffer(4_096);
        private final ByteBuffer out = outBytes.underlyingObject().order(ByteOrder.nativeOrder());
        private final Bytes<ByteBuffer> inBytes = Bytes.elasticByteBuffer(4_096);
        private final ByteBuffer in = inBytes.underlyingObject().order(ByteOrder.nativeOrder());

        Hop(ChronicleQueue queue, Supplier<Codec<OrderEvent>> codecs) {
            appender = queue.createAppender();
            tailer = queue.createTailer();
            encoder = codecs.get();
            decoder = codecs.get();
        }

        void write(OrderEvent event) {
            encoder.encode(event, out.clear());
            try (DocumentContext document = appender.writingDocument()) {
                document.wire().bytes().write(outBytes, 0L, out.position());
            }
        }

        /** Returns the next message, or null. */
        OrderEvent read() {
            try (DocumentContext document = tailer.readingDocument()) {
                if (!document.isPresent()) {
                    return null;
                }
                Bytes<?> message = document.wire().bytes();
                int length = (int) message.readRemaining();
                inBytes.clear().write(message, message.readPosition(), length);
                message.readSkip(length);
                in.limit(length).position(0);
            }
            return decoder.decode(in);
        }
    }
}
