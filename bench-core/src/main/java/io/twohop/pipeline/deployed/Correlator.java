package io.twohop.pipeline.deployed;

import io.twohop.event.field.IdForm;
import io.twohop.transport.Incoming;
import io.twohop.transport.Mark;
import java.nio.ByteBuffer;
import java.util.List;

/** A way for a request's number to a deployed service and back. */
public interface Correlator {
    /** Returns the marks that a publisher sends beside each request; other objects at each call. */
    List<Mark> newMarks();

    /** Writes a request's number into the marks of its publisher; the publisher's thread. */
    void write(long number, List<Mark> marks);

    /**
     * Returns the number of the request that a reply answers; the thread that reads replies.
     *
     * @param reply the bytes between position and limit, which do not move
     * @return {@link IdForm#ABSENT} if the reply has no number, {@link IdForm#FOREIGN} for one that is not of this run
     */
    long read(ByteBuffer reply, Incoming beside);

    /** Returns where in a reply the number should be, in words. */
    String place();
}
