package io.twohop.programs;

/** Thrown when a program is neither here nor can be fetched; the message says where it was looked for and how to install it. */
public class ProgramException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public ProgramException(String message) {
        super(message);
    }

    public ProgramException(String message, Throwable cause) {
        super(message, cause);
    }
}
