package io.twohop.workload;

import com.fasterxml.jackson.annotation.JsonValue;

/** A span of a message's way that is measured, always from the message's intended send time. */
public enum Probe {
    /** Until the generator begins with the message: the harness's own error. */
    LATENESS("lateness"),
    /** Until {@code publish} returned. */
    PUBLISH("publish"),
    /** Until the transport's acknowledgement, where it has one. */
    ACKNOWLEDGE("acknowledge"),
    /** Until the service has the deserialized message. */
    TO_SERVICE("toService"),
    /** Until the sink has the deserialized reply. */
    END_TO_END("endToEnd");

    private final String key;

    Probe(String key) {
        this.key = key;
    }

    /** The name in results, files and tables. */
    @JsonValue
    public String key() {
        return key;
    }
}
