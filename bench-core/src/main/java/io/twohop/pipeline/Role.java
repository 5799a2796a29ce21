package io.twohop.pipeline;

/** The part of a message's path that a pipeline is. */
public enum Role {
    WHOLE,
    /** Generators and sinks; the service is another process's. */
    ENDS,
    /** The service, between channels that another process has made. */
    SERVICE,
    /** The service after a restart: messages already flow, and it waits for nothing. */
    SERVICE_AGAIN;

    boolean hasEnds() {
        return this == WHOLE || this == ENDS;
    }
}
