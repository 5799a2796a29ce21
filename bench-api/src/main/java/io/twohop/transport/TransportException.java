package io.twohop.transport;

import io.twohop.config.Secrets;

/** Thrown if a transport cannot do what was asked; the message says why and what to do, without {@link Secrets}. */
public class TransportException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public TransportException(String message) {
        super(Secrets.redact(message));
    }

    public TransportException(String message, Throwable cause) {
        super(Secrets.redact(message), cause);
    }
}
