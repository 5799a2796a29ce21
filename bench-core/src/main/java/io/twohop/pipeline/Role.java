package io.twohop.pipeline;

/** Which part of the way a pipeline is. */
public enum Role {
    /** All of it. */
    WHOLE,
    /** Generators and sinks; the service is another process's. */
    ENDS,
    /** The service, between channels that another process has made. */
    SERVICE,
    /** The same after its process has ended: messages flow already, and nothing is waited for. */
    SERVICE_AGAIN;

    boolean hasEnds() {
        return this == WHOLE || this == ENDS;
    }
}
