package io.twohop.assertj;

/** A valid measurement missed its budget. */
public final class BudgetMissedError extends AssertionError {
    private static final long serialVersionUID = 1;

    public BudgetMissedError(String message) {
        super("BUDGET MISSED: " + message);
    }
}
