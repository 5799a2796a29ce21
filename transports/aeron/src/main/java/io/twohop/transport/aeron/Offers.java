package io.twohop.transport.aeron;

import io.aeron.ExclusivePublication;
import io.aeron.Publication;
import io.twohop.transport.TransportException;
import java.nio.ByteBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Counts of one publisher's offers, by result. Written by the publisher's thread; others read them after its end. */
final class Offers {
    private final RuntimeException notConnected =
            new Refused("Publication.NOT_CONNECTED: nobody subscribes to the stream any more");
    private final RuntimeException closed = new Refused("Publication.CLOSED: the client has lost its media driver");
    private final RuntimeException maxPosition =
            new Refused("Publication.MAX_POSITION_EXCEEDED: the stream is at its end; give it longer terms");

    private long taken;
    private long pushedBack;
    private long retries;
    private long adminActions;
    private long notConnectedCount;
    private long closedCount;
    private boolean isPushedBack;
    private final UnsafeBuffer view = new UnsafeBuffer(0, 0);
    private ByteBuffer viewed;

    /** A failure that may occur for every message: created once, without a stack trace. */
    private static final class Refused extends TransportException {
        private static final long serialVersionUID = 1L;

        Refused(String message) {
            super(message);
        }

        @Override
        public synchronized Throwable fillInStackTrace() {
            return this;
        }
    }

    /**
     * Publishes a message. If the term was full, the publication has switched to the next one, so the message is offered once more.
     *
     * @return the stream's position behind the message; 0 for back pressure
     * @throws TransportException if the message cannot be published
     */
    long offer(ExclusivePublication publication, ByteBuffer message) {
        if (message != viewed) {
            view.wrap(message);
            viewed = message;
        }
        long result = publication.offer(view, message.position(), message.remaining());
        if (result == Publication.ADMIN_ACTION) {
            adminActions++;
            result = publication.offer(view, message.position(), message.remaining());
        }
        return taken(result) ? result : 0;
    }

    /**
     * Counts the result of an offer.
     *
     * @return whether the message was taken; false for back pressure
     * @throws TransportException if the message cannot be published
     */
    boolean taken(long result) {
        if (result > 0) {
            taken++;
            isPushedBack = false;
            return true;
        }
        if (result == Publication.BACK_PRESSURED) {
            retries++;
            if (!isPushedBack) {
                isPushedBack = true;
                pushedBack++;
            }
            return false;
        }
        if (result == Publication.ADMIN_ACTION) {
            adminActions++;
            return false;
        }
        isPushedBack = false;
        if (result == Publication.NOT_CONNECTED) {
            notConnectedCount++;
            throw notConnected;
        }
        closedCount++;
        throw result == Publication.MAX_POSITION_EXCEEDED ? maxPosition : closed;
    }

    long taken() {
        return taken;
    }

    /** Number of messages that met back pressure, each counted once. */
    long pushedBack() {
        return pushedBack;
    }

    /** Number of offers that met back pressure. */
    long retries() {
        return retries;
    }

    /** Number of offers that met the end of a term. */
    long adminActions() {
        return adminActions;
    }

    /** Number of messages that failed without a subscriber. */
    long notConnected() {
        return notConnectedCount;
    }

    /** Number of messages that failed on a closed or exhausted publication. */
    long closed() {
        return closedCount;
    }
}
