package io.twohop.junit;

import org.opentest4j.TestAbortedException;

/** Outcome of a test that cannot be measured on this machine. */
public enum Unavailable {
    /** The test fails: a budget that was not measured was not kept. */
    FAIL,
    /** The test is skipped with the reason. */
    SKIP;

    /** Creates the exception that fails or skips the test. */
    RuntimeException of(String transport, String why, Throwable cause) {
        String text = transport + " cannot be measured here: " + why;
        return this == SKIP
                ? new TestAbortedException(text, cause)
                : new IllegalStateException(text + " (whenUnavailable = SKIP would skip it)", cause);
    }
}
