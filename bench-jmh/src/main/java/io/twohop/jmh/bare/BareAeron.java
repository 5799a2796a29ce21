package io.twohop.jmh.bare;

import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import io.aeron.Publication;
import io.aeron.Subscription;
import io.aeron.logbuffer.FragmentHandler;
import io.twohop.codec.Codec;
import io.twohop.event.OrderEvent;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Properties;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.agrona.concurrent.UnsafeBuffer;

/** Aeron over shared memory: a stream per hop, one thread for all. */
final class BareAeron implements BareClient {
    private static final String CHANNEL = "aeron:ipc?term-length=16m";
    private static final int FRAGMENTS = 10;

    @Override
    public void run(BareLoad load, Supplier<Codec<OrderEvent>> codecs, Properties place) {
        Aeron.Context context = new Aeron.Context()
                .aeronDirectoryName(place.getProperty(BarePlace.PATH))
                .preTouchMappedMemory(true);
        try (Aeron aeron = Aeron.connect(context)) {
            Hop there = new Hop(aeron, 1, codecs);
            Hop back = new Hop(aeron, 2, codecs);
            FragmentHandler service = there.handler(back::write);
            FragmentHandler sink = back.handler(reply -> load.arrive(reply, System.nanoTime()));
            load.begin();
            long nowNanos = System.nanoTime();
            while (!load.isComplete(nowNanos)) {
                nowNanos = System.nanoTime();
                if (load.isDue(nowNanos)) {
                    there.write(load.next());
                }
                there.subscription.poll(service, FRAGMENTS);
                back.subscription.poll(sink, FRAGMENTS);
            }
        }
    }

    private static final class Hop {
        private final Subscription subscription;
        private final ExclusivePublication publication;
        private final Codec<OrderEvent> encoder;
        private final Codec<OrderEvent> decoder;
        private final ByteBuffer out = ByteBuffer.allocateDirect(4_096).order(ByteOrder.nativeOrder());
        private final UnsafeBuffer message = new UnsafeBuffer(out);
        private final ByteBuffer in = ByteBuffer.allocateDirect(4_096).order(ByteOrder.nativeOrder());

        Hop(Aeron aeron, int stream, Supplier<Codec<OrderEvent>> codecs) {
            subscription = aeron.addSubscription(CHANNEL, stream);
            publication = aeron.addExclusivePublication(CHANNEL, stream);
            encoder = codecs.get();
            decoder = codecs.get();
            while (!publication.isConnected() || !subscription.isConnected()) {
                Thread.onSpinWait();
            }
        }

        void write(OrderEvent event) {
            encoder.encode(event, out.clear());
            long result = publication.offer(message, 0, out.position());
            while (result == Publication.ADMIN_ACTION) {
                result = publication.offer(message, 0, out.position());
            }
            if (result < 0) {
                throw new IllegalStateException("offer: " + Publication.errorString(result));
            }
        }

        FragmentHandler handler(Consumer<OrderEvent> receiver) {
            return (buffer, offset, length, header) -> {
                buffer.getBytes(offset, in, 0, length);
                receiver.accept(decoder.decode(in.limit(length).position(0)));
            };
        }
    }
}
