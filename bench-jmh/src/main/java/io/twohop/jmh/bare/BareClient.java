package io.twohop.jmh.bare;

import io.twohop.codec.Codec;
import io.twohop.event.OrderEvent;
import java.util.function.Supplier;

/** A transport's own client on both hops of a message's path. */
interface BareClient {
    /**
     * Sends the load, passes each message on, and receives it again.
     *
     * @param codecs makes a codec for one thread
     * @param place the directory of a transport without a server, otherwise the server's address
     */
    void run(BareLoad load, Supplier<Codec<OrderEvent>> codecs, String place) throws Exception;
}
