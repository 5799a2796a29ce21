package io.twohop.system.service;

import java.time.Duration;
import java.util.function.Consumer;

/** The service's connection to its broker. One thread uses it. */
interface Wire {
    /** Hands over the requests that arrive until some have, or the time is over. */
    void poll(Duration most, Consumer<Message> requests) throws InterruptedException;

    /** Sends a reply, in the order of calls. */
    void send(Message reply);

    /** Sends what is buffered, and disconnects. */
    void close() throws InterruptedException;
}
