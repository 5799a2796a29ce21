package io.twohop.transport.aeron;

import io.aeron.ExclusivePublication;
import io.aeron.Publication;
import io.twohop.transport.TransportException;
import java.nio.ByteBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** What became of one publisher's offers. Written by its thread, read by others after the end. */
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

    /** A failure of which there may be one a message: without a stack, and made once. */
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
     * Offers a message, and once more where the term was at its end: the publication has turned to the next by then, and
     * nobody pushed back.
     *
     * @return the stream's position behind the message; 0 where it was not taken, which is back pressure
     * @throws TransportException where the message cannot be published
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
     * @return whether the message was taken; false is back pressure
     * @throws TransportException where the message cannot be published
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

    /** Messages that were taken. */
    long taken() {
        return taken;
    }

    /** Messages that met back pressure, however often they were offered again. */
    long pushedBack() {
        return pushedBack;
    }

    /** Offers that met back pressure. */
    long retries() {
        return retries;
    }

    /** Offers that met the turn to another term. */
    long adminActions() {
        return adminActions;
    }

    /** Messages that failed since nobody was connected. */
    long notConnected() {
        return notConnectedCount;
    }

    /** Messages that failed since the publication was closed or at its end. */
    long closed() {
        return closedCount;
    }
}
