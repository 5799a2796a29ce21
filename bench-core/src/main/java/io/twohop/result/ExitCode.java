package io.twohop.result;

/** What the bench command exits with; of several runs, the highest. */
public final class ExitCode {
    /** Every run met. */
    public static final int OK = 0;

    /** The bench itself failed. */
    public static final int FAILED = 1;

    /** The command line, a file or the machine does not allow the run; nothing was started. */
    public static final int BAD_INPUT = 2;

    /** A service level objective was missed. */
    public static final int MISSED = 3;

    /** The offered rate was not sustained. */
    public static final int SATURATED = 4;

    /** The numbers cannot be used. */
    public static final int INVALID = 5;

    /** A comparison that was to decide has too few forks to. */
    public static final int NOT_JUDGED = 6;

    /** Ended by Ctrl-C, as shells count it. */
    public static final int INTERRUPTED = 130;

    private ExitCode() {}
}
