package io.twohop.assertj;

import java.util.List;

/** Nothing can be said of a budget: the numbers do not mean what they seem to, or there are too few of them. */
public final class InvalidMeasurementError extends AssertionError {
    private static final long serialVersionUID = 1;

    private final String told;

    public InvalidMeasurementError(String message) {
        super("MEASUREMENT INVALID, the budget was not judged: " + message);
        this.told = message;
    }

    /** The same after others, which are told as well. */
    public InvalidMeasurementError after(List<String> earlier) {
        return new InvalidMeasurementError(told + "\n  " + String.join("\n  ", earlier));
    }
}
