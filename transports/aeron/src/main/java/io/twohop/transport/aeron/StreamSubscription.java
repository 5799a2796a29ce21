package io.twohop.transport.aeron;

import io.aeron.FragmentAssembler;
import io.aeron.logbuffer.FragmentHandler;
import io.aeron.logbuffer.Header;
import io.twohop.transport.MessageHandler;
import io.twohop.transport.Subscription;
import org.agrona.DirectBuffer;

/**
 * Polls a subscription, which the watching thread replaces when there is another driver: what still lies in the
 * former one's buffers comes first, so that order is kept.
 */
final class StreamSubscription implements Subscription, Linked, FragmentHandler {
    private static final int BATCH = 32;

    private final String channel;
    private final int streamId;
    private final DriverLink link;
    private final Views views = new Views();
    private FragmentAssembler assembler;
    private MessageHandler handler;
    private int count;
    private RuntimeException failure;
    private io.aeron.Subscription current;
    private volatile io.aeron.Subscription latest;
    private io.aeron.Subscription next;

    StreamSubscription(String channel, int streamId, DriverLink link) {
        this.channel = channel;
        this.streamId = streamId;
        this.link = link;
    }

    @Override
    public int poll(MessageHandler receiver, long maxWaitNanos) {
        handler = receiver;
        count = 0;
        failure = null;
        if (current == latest) {
            current.poll(assembler, BATCH);
        } else if (current == null || current.poll(assembler, BATCH) == 0) {
            current = latest;
            // A message that the former one had handed over in part will never be whole.
            assembler = new FragmentAssembler(this, 0, true);
        }
        if (failure != null) {
            throw failure;
        }
        return count;
    }

    @Override
    public void onFragment(DirectBuffer buffer, int offset, int length, Header header) {
        count++;
        try {
            handler.onMessage(views.of(buffer, offset, length));
        } catch (RuntimeException e) {
            // Aeron would report it to its error handler, and nobody else.
            failure = e;
        }
    }

    @Override
    public void prepare(Client client) {
        next = client.aeron().addSubscription(channel, streamId);
    }

    @Override
    public boolean isReady() {
        return latest.isConnected();
    }

    @Override
    public void turn() {
        latest = next;
    }

    @Override
    public String what() {
        return "subscription of stream " + streamId;
    }

    @Override
    public void close() {
        link.remove(this);
        latest.close();
    }
}
