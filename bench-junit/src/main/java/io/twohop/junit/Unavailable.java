package io.twohop.junit;

/** What becomes of a test that cannot be run on a machine. */
public enum Unavailable {
    /** It fails: a budget that was not measured was not kept. */
    FAIL,
    /** It is skipped, and says why. */
    SKIP
}
