package io.twohop.doctor;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.List;

/**
 * What a look at the machine found.
 *
 * @param checks in the order in which they are read; those of a group stand together
 * @param conclusion a sentence
 */
public record Diagnosis(List<Check> checks, String conclusion) {
    public Diagnosis {
        checks = List.copyOf(checks);
    }

    /** Whether nothing that was found keeps every run from starting. */
    @JsonIgnore
    public boolean allowsRuns() {
        return checks.stream().noneMatch(check -> check.mark() == Check.Mark.BAD);
    }
}
