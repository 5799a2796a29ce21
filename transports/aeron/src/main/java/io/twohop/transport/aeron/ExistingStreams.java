package io.twohop.transport.aeron;

import io.aeron.exceptions.AeronException;
import io.twohop.transport.Channel;
import io.twohop.transport.Publisher;
import io.twohop.transport.Subscription;
import io.twohop.transport.TransportException;
import java.util.List;

/** Streams of a deployed service: ends on channels as the service's owner wrote them. The starting thread. */
final class ExistingStreams {
    private final AeronConfig config;
    private final DriverLink link;
    private final List<Offers> offers;

    /** @param offers receives those of each publisher */
    ExistingStreams(AeronConfig config, DriverLink link, List<Offers> offers) {
        this.config = config;
        this.link = link;
        this.offers = offers;
    }

    /** @throws TransportException if nobody subscribes to the stream */
    Publisher publisher(Channel channel) throws InterruptedException {
        ExistingStream stream = reachable(channel);
        StreamPublisher publisher = new StreamPublisher(stream.channel(), stream.streamId(), link);
        add(stream, () -> link.addPublisher(publisher));
        if (!DriverLink.awaitSubscriber(publisher)) {
            publisher.close();
            throw new TransportException("stream " + stream
                    + " has no subscriber; check that the service runs and subscribes to this channel and stream");
        }
        offers.add(publisher.offers());
        return publisher;
    }

    Subscription subscription(Channel channel) {
        ExistingStream stream = reachable(channel);
        StreamSubscription subscription = new StreamSubscription(stream.channel(), stream.streamId(), link);
        add(stream, () -> link.addSubscription(subscription));
        return subscription;
    }

    private ExistingStream reachable(Channel channel) {
        ExistingStream stream = ExistingStream.of(channel);
        if (stream.needsDriverOfService() && config.mediaDriver().driver() != AeronConfig.Driver.EXTERNAL) {
            throw new TransportException("stream " + stream
                    + ": shared memory goes through the media driver of the service; name its aeron.dir as 'dir' in the"
                    + " transport file");
        }
        return stream;
    }

    private static void add(ExistingStream stream, Runnable end) {
        try {
            end.run();
        } catch (AeronException | IllegalArgumentException e) {
            throw new TransportException("stream " + stream + ": " + e.getMessage(), e);
        }
    }
}
