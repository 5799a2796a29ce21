package io.twohop.result;

/** Exit codes of the bench command. */
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

    /** A gate could not be judged: too few forks to compare, or too little of a run can be trusted. */
    public static final int NOT_JUDGED = 6;

    /** Ended by Ctrl-C, as shells count it. */
    public static final int INTERRUPTED = 130;

    private ExitCode() {}

    /** Returns the exit code of two runs: the higher one, but {@link #NOT_JUDGED} only where nothing worse happened. */
    public static int ofBoth(int one, int other) {
        if (one == NOT_JUDGED || other == NOT_JUDGED) {
            int judged = one == NOT_JUDGED ? other : one;
            return judged == OK ? NOT_JUDGED : judged;
        }
        return Math.max(one, other);
    }
}
