package io.twohop.transport.aeron;

import io.twohop.transport.MessageHandler;
import io.twohop.transport.Subscription;

/** A subscription of a stream, replaced by the watching thread when there is another driver. */
final class StreamSubscription implements Subscription, Linked {
    private final String channel;
    private final int streamId;
    private final DriverLink link;
    private final Fragments fragments = new Fragments();
    private io.aeron.Subscription next;

    StreamSubscription(String channel, int streamId, DriverLink link) {
        this.channel = channel;
        this.streamId = streamId;
        this.link = link;
    }

    @Override
    public int poll(MessageHandler handler, long maxWaitNanos) {
        return fragments.poll(handler);
    }

    @Override
    public void prepare(Client client) {
        next = client.aeron().addSubscription(channel, streamId);
    }

    @Override
    public boolean isReady() {
        return fragments.latest().isConnected();
    }

    @Override
    public void turn() {
        fragments.replace(next);
    }

    @Override
    public String what() {
        return "subscription of stream " + streamId;
    }

    @Override
    public void close() {
        link.remove(this);
        fragments.latest().close();
    }
}
