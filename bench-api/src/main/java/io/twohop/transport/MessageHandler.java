package io.twohop.transport;

import java.nio.ByteBuffer;

/** Receives a subscription's messages on the polling thread. */
@FunctionalInterface
public interface MessageHandler {
    /**
     * @param message the bytes between position and limit, direct and in native byte order; valid only during the call. The
     *     handler may move position and limit
     */
    void onMessage(ByteBuffer message);

    /**
     * Receives what the next message has beside its payload; called before {@link #onMessage}, on {@linkplain Channel#existing()
     * existing} channels only.
     */
    default void beside(Incoming incoming) {}
}
