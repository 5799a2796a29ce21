package io.twohop.transport.aeron;

import io.aeron.ExclusivePublication;
import io.twohop.transport.Publisher;
import java.nio.ByteBuffer;

/** Publishes to an exclusive publication, replaced by the watching thread when there is another driver. */
final class StreamPublisher implements Publisher, Linked {
    private final String channel;
    private final int streamId;
    private final DriverLink link;
    private final Offers offers = new Offers();
    private volatile ExclusivePublication publication;
    private ExclusivePublication next;

    StreamPublisher(String channel, int streamId, DriverLink link) {
        this.channel = channel;
        this.streamId = streamId;
        this.link = link;
    }

    @Override
    public boolean publish(ByteBuffer message, long correlation) {
        return offers.offer(publication, message) > 0;
    }

    Offers offers() {
        return offers;
    }

    @Override
    public void prepare(Client client) {
        next = client.aeron().addExclusivePublication(channel, streamId);
    }

    @Override
    public boolean isReady() {
        return next.isConnected();
    }

    @Override
    public void turn() {
        publication = next;
    }

    @Override
    public String what() {
        return "publication of stream " + streamId;
    }

    @Override
    public void close() {
        link.remove(this);
        publication.close();
    }
}
