package io.twohop.programs;

/** A program cannot be had here; the message says where it was looked for and what would install it. */
public class ProgramException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public ProgramException(String message) {
        super(message);
    }

    public ProgramException(String message, Throwable cause) {
        super(message, cause);
    }
}
