package io.twohop.workload;

import com.fasterxml.jackson.annotation.JsonValue;

/** A measured span of a message's way, from its intended time. */
public enum Probe {
    /** Ends when the generator begins with the message: the harness's own error. */
    LATENESS("lateness"),
    /** Ends when {@code publish} returns. */
    PUBLISH("publish"),
    /** Ends when the transport acknowledges the message, on transports that do. */
    ACKNOWLEDGE("acknowledge"),
    /** Ends when the service has the deserialized message. */
    TO_SERVICE("toService"),
    /** Ends when the sink has the deserialized reply; of several, the last. */
    END_TO_END("endToEnd"),
    /** Ends when the first of several replies to a request has arrived. */
    FIRST_REPLY("firstReply");

    private final String key;

    Probe(String key) {
        this.key = key;
    }

    @JsonValue
    public String key() {
        return key;
    }
}
