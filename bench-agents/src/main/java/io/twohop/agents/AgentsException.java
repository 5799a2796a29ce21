package io.twohop.agents;

import io.twohop.transport.TransportException;

/** A failure of agents or of their control server, with the remedy. */
public class AgentsException extends TransportException {
    private static final long serialVersionUID = 1L;

    public AgentsException(String message) {
        super(message);
    }

    public AgentsException(String message, Throwable cause) {
        super(message, cause);
    }
}
