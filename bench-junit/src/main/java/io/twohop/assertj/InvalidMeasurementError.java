package io.twohop.assertj;

import java.util.List;

/** A budget could not be judged: the measurement is invalid, or has too few samples or forks. */
public final class InvalidMeasurementError extends AssertionError {
    private static final long serialVersionUID = 1;

    private final String reason;

    public InvalidMeasurementError(String message) {
        super("MEASUREMENT INVALID, the budget was not judged: " + message);
        this.reason = message;
    }

    /** Returns this error with the earlier attempts in its message. */
    public InvalidMeasurementError after(List<String> earlier) {
        return new InvalidMeasurementError(reason + "\n  " + String.join("\n  ", earlier));
    }
}
