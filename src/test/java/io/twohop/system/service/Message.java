package io.twohop.system.service;

import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A request or a reply.
 *
 * @param payload the bytes
 * @param key Kafka's key; {@code null} without one
 * @param headers in their order; names may repeat
 * @param replyTo the subject at which a NATS requester awaits the reply; {@code null} without one
 */
record Message(byte[] payload, byte[] key, List<Header> headers, String replyTo) {
    /** A header. Each character is one byte of Kafka's value, whatever its encoding. */
    record Header(String name, String value) {}

    Message {
        headers = List.copyOf(headers);
    }

    String text() {
        return new String(payload, StandardCharsets.UTF_8);
    }
}
