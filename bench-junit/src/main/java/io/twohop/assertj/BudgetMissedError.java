package io.twohop.assertj;

/** The measurement is sound, and what it found is not what was asked for. */
public final class BudgetMissedError extends AssertionError {
    private static final long serialVersionUID = 1;

    public BudgetMissedError(String message) {
        super("BUDGET MISSED: " + message);
    }
}
