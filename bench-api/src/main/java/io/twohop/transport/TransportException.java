package io.twohop.transport;

import io.twohop.config.Secrets;

/** A transport cannot do what was asked here; the message says why and what to do about it, without {@link Secrets}. */
public class TransportException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public TransportException(String message) {
        super(Secrets.redact(message));
    }

    public TransportException(String message, Throwable cause) {
        super(Secrets.redact(message), cause);
    }
}
