package io.twohop.workload;

import com.fasterxml.jackson.annotation.JsonValue;

/** A measured span of a message's way, from its intended time unless it says otherwise. */
public enum Probe {
    /** Ends when the generator begins with the message: the harness's own error. */
    LATENESS("lateness"),
    /** Ends when {@code publish} returns. */
    PUBLISH("publish"),
    /** Ends when the transport acknowledges the message, on transports that do. */
    ACKNOWLEDGE("acknowledge"),
    /** Ends when the service has the deserialized message; of a deployed one, when its request is in the broker's log. */
    TO_SERVICE("toService"),
    /** From there until the reply is in the broker's log; of a deployed service only. */
    IN_SERVICE("inService"),
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
