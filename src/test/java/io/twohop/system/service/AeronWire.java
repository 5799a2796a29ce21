package io.twohop.system.service;

import io.aeron.Aeron;
import io.aeron.FragmentAssembler;
import io.aeron.Publication;
import io.aeron.Subscription;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.aeron.logbuffer.FragmentHandler;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.agrona.concurrent.UnsafeBuffer;

/** Two streams of Aeron, each {@code CHANNEL|STREAM}, over a media driver of the service. */
final class AeronWire implements Wire {
    private static final long PAUSE_NANOS = 50_000;
    private static final int FRAGMENTS = 10;

    private final MediaDriver driver;
    private final Aeron aeron;
    private final Subscription subscription;
    private final Publication publication;

    /** @param directory of the driver that the service starts */
    AeronWire(String directory, String requests, String replies) {
        driver = MediaDriver.launch(new MediaDriver.Context()
                .aeronDirectoryName(directory)
                .threadingMode(ThreadingMode.SHARED)
                .dirDeleteOnShutdown(true));
        aeron = Aeron.connect(new Aeron.Context().aeronDirectoryName(directory));
        subscription = aeron.addSubscription(channel(requests), stream(requests));
        publication = aeron.addPublication(channel(replies), stream(replies));
    }

    private static String channel(String name) {
        return name.substring(0, name.lastIndexOf('|'));
    }

    private static int stream(String name) {
        return Integer.parseInt(name.substring(name.lastIndexOf('|') + 1));
    }

    @Override
    public void poll(Duration most, Consumer<Message> requests) {
        FragmentHandler handler = new FragmentAssembler((buffer, offset, length, header) -> {
            byte[] payload = new byte[length];
            buffer.getBytes(offset, payload);
            requests.accept(new Message(payload, null, List.of(), null));
        });
        long startNanos = System.nanoTime();
        while (subscription.poll(handler, FRAGMENTS) == 0 && System.nanoTime() - startNanos < most.toNanos()) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    @Override
    public void send(Message reply) {
        UnsafeBuffer payload = new UnsafeBuffer(reply.payload());
        long result = publication.offer(payload);
        while (result == Publication.BACK_PRESSURED || result == Publication.ADMIN_ACTION) {
            LockSupport.parkNanos(PAUSE_NANOS);
            result = publication.offer(payload);
        }
    }

    @Override
    public void close() {
        aeron.close();
        driver.close();
    }
}
