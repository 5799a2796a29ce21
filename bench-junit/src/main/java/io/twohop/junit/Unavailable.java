package io.twohop.junit;

import org.opentest4j.TestAbortedException;

/** What becomes of a test that cannot be run on a machine. */
public enum Unavailable {
    /** It fails: a budget that was not measured was not kept. */
    FAIL,
    /** It is skipped, and says why. */
    SKIP;

    /** What is to be thrown. */
    RuntimeException of(String transport, String why, Throwable cause) {
        String text = transport + " cannot be measured here: " + why;
        return this == SKIP
                ? new TestAbortedException(text, cause)
                : new IllegalStateException(text + " (whenUnavailable = SKIP would skip it)", cause);
    }
}
