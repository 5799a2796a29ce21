package io.twohop.assertj;

import java.util.List;

/** Nothing can be said of a budget: the numbers do not mean what they seem to, or there are too few of them. */
public final class InvalidMeasurementError extends AssertionError {
    private static final long serialVersionUID = 1;

    private final String reason;

    public InvalidMeasurementError(String message) {
        super("MEASUREMENT INVALID, the budget was not judged: " + message);
        this.reason = message;
    }

    /** The same after others, which it names as well. */
    public InvalidMeasurementError after(List<String> earlier) {
        return new InvalidMeasurementError(reason + "\n  " + String.join("\n  ", earlier));
    }
}
