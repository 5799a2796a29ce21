package io.twohop.pipeline.deployed;

import io.twohop.transport.Channel;
import java.nio.ByteBuffer;
import java.util.function.LongFunction;

/**
 * The requests to a deployed service.
 *
 * @param channel where it takes them from
 * @param key JSON pointer of the field that is their key; {@code null} for none
 * @param canaries returns the payload of the request with a number
 */
public record Requests(Channel channel, String key, LongFunction<ByteBuffer> canaries) {
    /** Returns what gives the requests of one publisher their keys. */
    RequestKey newKey() {
        return new RequestKey(key);
    }
}
