package io.twohop.agents;

import io.twohop.transport.TransportException;

/** What agents or their control server do not do, with the remedy. */
public class AgentsException extends TransportException {
    private static final long serialVersionUID = 1L;

    public AgentsException(String message) {
        super(message);
    }

    public AgentsException(String message, Throwable cause) {
        super(message, cause);
    }
}
