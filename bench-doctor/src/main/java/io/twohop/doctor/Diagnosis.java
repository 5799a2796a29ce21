package io.twohop.doctor;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.twohop.finding.Severity;
import java.util.List;

/**
 * Findings of all checks of a machine.
 *
 * @param checks in the order in which they are printed; those of a group stand together
 * @param conclusion how far a run can be trusted, as a sentence
 */
public record Diagnosis(List<Check> checks, String conclusion) {
    public Diagnosis {
        checks = List.copyOf(checks);
    }

    /** Returns whether a run can start. */
    @JsonIgnore
    public boolean allowsRuns() {
        return checks.stream().noneMatch(check -> check.severity() == Severity.FATAL);
    }
}
