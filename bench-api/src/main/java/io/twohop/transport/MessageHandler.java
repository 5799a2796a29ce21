package io.twohop.transport;

import java.nio.ByteBuffer;

/** Receives the messages of a subscription, on the thread that polls it. */
@FunctionalInterface
public interface MessageHandler {
    /**
     * @param message the bytes between position and limit, direct and in native byte order; valid only during the call. The
     *     handler may move position and limit
     */
    void onMessage(ByteBuffer message);
}
