package io.twohop.transport.aeron;

import io.aeron.FragmentAssembler;
import io.aeron.Subscription;
import io.aeron.logbuffer.FragmentHandler;
import io.aeron.logbuffer.Header;
import io.twohop.transport.MessageHandler;
import org.agrona.DirectBuffer;

/**
 * Polls messages from a subscription that another thread replaces when there is another driver. The buffers of the former
 * subscription are emptied first, so that order is kept.
 */
class Fragments implements FragmentHandler {
    private static final int BATCH = 32;

    private final Views views = new Views();
    private FragmentAssembler assembler;
    private MessageHandler handler;
    private int count;
    private RuntimeException failure;
    private Subscription current;
    private volatile Subscription latest;

    /** Makes the next polls read from another subscription; any one thread. */
    final void replace(Subscription next) {
        latest = next;
    }

    final Subscription latest() {
        return latest;
    }

    /**
     * Delivers what has arrived; the consuming thread.
     *
     * @return number of messages
     */
    final int poll(MessageHandler receiver) {
        handler = receiver;
        count = 0;
        failure = null;
        if (current == latest) {
            current.poll(assembler, BATCH);
        } else if (current == null || current.poll(assembler, BATCH) == 0) {
            current = latest;
            // A recording repeats a message that the former subscription delivered in part; a stream never completes
            // it.
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
}
