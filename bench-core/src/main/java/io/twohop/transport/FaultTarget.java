package io.twohop.transport;

import java.io.IOException;

/** A part of a run that faults can be done to, such as a server's process. One thread at a time calls it. */
public interface FaultTarget {
    /** Such as {@code broker-1}; lower case, unique in a run. */
    String name();

    /** Called shortly before a fault is due, for whatever takes time to find out. */
    default void prepare() {}

    /** Ends it at once, as a crash would; may return before it is gone. */
    void kill() throws IOException, InterruptedException;

    /** Ends it in order, or at once if it does not heed that in bounded time; returns when it is gone. */
    void stop() throws IOException, InterruptedException;

    /** Waits for its end, and starts it again with what it had kept; returns before it serves. */
    void start() throws IOException, InterruptedException;

    /** Stops it where it is: it holds what it has, and answers nobody. */
    void pause() throws IOException, InterruptedException;

    /** Lets it go on after a pause. */
    void resume() throws IOException, InterruptedException;
}
