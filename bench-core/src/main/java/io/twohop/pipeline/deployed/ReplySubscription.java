package io.twohop.pipeline.deployed;

import io.twohop.event.field.IdForm;
import io.twohop.event.field.MessageIds;
import io.twohop.pipeline.header.PayloadSeal;
import io.twohop.pipeline.header.TraceHeader;
import io.twohop.transport.Incoming;
import io.twohop.transport.MessageHandler;
import io.twohop.transport.Subscription;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Hands out each reply behind a header like that of its request, as if the service had copied it. Replies that belong to no request
 * of this run are counted and passed over. One thread.
 */
final class ReplySubscription implements Subscription, MessageHandler {
    private static final int INITIAL_BYTES = 4_096;

    /** The deployed service is one sender with one lane. */
    private static final int SENDER = 0;

    private final Subscription subscription;
    private final Correlator correlator;
    private final MessageIds ids;
    private final SentRequests sent;
    private final ReplyTally tally;
    private final ReplyCounts counts;
    private final int mark;
    private final PayloadSeal seal = new PayloadSeal(PayloadSeal.NONE);
    private ByteBuffer buffer = newBuffer(INITIAL_BYTES);
    private Incoming beside = Incoming.PLAIN;
    private MessageHandler handler;
    private ServiceShare share;
    private boolean isStamped;
    private long arrived;
    private int handed;

    ReplySubscription(
            Subscription subscription,
            Correlator correlator,
            MessageIds ids,
            SentRequests sent,
            ReplyTally tally,
            ReplyCounts counts,
            int mark) {
        this.subscription = subscription;
        this.correlator = correlator;
        this.ids = ids;
        this.sent = sent;
        this.tally = tally;
        this.counts = counts;
        this.mark = mark;
        share = ServiceShare.unknown(ids);
    }

    /** Returns whether the server told when it appended a reply to a canary. */
    boolean isStamped() {
        return isStamped;
    }

    /** Sets what takes the times of replies; before the first request. */
    void share(ServiceShare ofService) {
        share = ofService;
    }

    private static ByteBuffer newBuffer(int bytes) {
        return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
    }

    /** Returns the replies to measured requests: a poll that brings only others has found nothing. */
    @Override
    public int poll(MessageHandler takesReplies, long maxWaitNanos) {
        handler = takesReplies;
        handed = 0;
        subscription.poll(this, maxWaitNanos);
        share.settle();
        return handed;
    }

    @Override
    public void beside(Incoming incoming) {
        beside = incoming;
    }

    @Override
    public void onMessage(ByteBuffer reply) {
        Incoming its = beside;
        beside = Incoming.PLAIN;
        long number = correlator.read(reply, its);
        if (number == IdForm.ABSENT) {
            counts.uncorrelated(reply);
        } else if (number == IdForm.FOREIGN) {
            counts.foreign();
        } else if (ids.isCanary(number)) {
            counts.canary(number);
            isStamped |= its.appendedMillis() >= 0;
        } else {
            hand(reply, ids.producer(number), ids.sequence(number), its);
        }
    }

    private void hand(ByteBuffer reply, int producer, long sequence, Incoming its) {
        int place = ids.ownPlace(producer);
        if (place < 0) {
            // Another process of the run receives it as well, and accounts for it.
            return;
        }
        long intendedNanos = sent.intendedNanos(place, sequence);
        if (intendedNanos == SentRequests.NEVER) {
            counts.foreign();
            return;
        }
        if (intendedNanos == SentRequests.FORGOTTEN) {
            counts.forgotten();
            return;
        }
        sent.lanes().reply(place, sequence);
        String failure = its.failure();
        if (failure != null) {
            counts.failed(failure);
        }
        if (tally.ends(place, sequence, intendedNanos)) {
            share.replied(place, sequence, intendedNanos, its.appendedMillis());
            int bytes = reply.remaining();
            if (buffer.capacity() < TraceHeader.BYTES + bytes) {
                buffer = newBuffer(TraceHeader.BYTES + bytes);
            }
            long started = TraceHeader.start(buffer, mark, producer, sequence, intendedNanos, intendedNanos, 0);
            buffer.put(reply).flip();
            long sum = seal.stamp(buffer, sequence, started);
            TraceHeader.onLane(buffer, SENDER, 0, arrived++, sum);
            handed++;
            handler.onMessage(buffer);
        } else {
            handed++;
        }
    }

    @Override
    public void close() {
        subscription.close();
    }
}
