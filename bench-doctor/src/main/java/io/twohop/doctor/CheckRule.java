package io.twohop.doctor;

import io.twohop.config.Texts;
import io.twohop.finding.Finding;
import io.twohop.finding.Kind;
import io.twohop.finding.Severity;
import java.util.Map;

/**
 * A row of {@link CheckRules}: the words of a check, which a look at the machine completes with values.
 *
 * @param text format of what was found
 * @param remedy format of what to change if the check warns, given the same values
 */
record CheckRule(String group, String name, String text, String remedy) {
    /** Returns the row for one of several subjects, such as a directory or a number of threads, which its name begins with. */
    CheckRule of(String subject) {
        return new CheckRule(group, (subject + " " + name).strip(), text, remedy);
    }

    /** Returns a check that only states what was found. */
    Check states(Map<String, Object> figures, Object... values) {
        return check(Severity.NOTE, figures, values);
    }

    /** Returns a check that warns, with its remedy, if the finding is bad. */
    Check warnsIf(boolean isBad, Map<String, Object> figures, Object... values) {
        return check(isBad ? Severity.WARNING : Severity.NOTE, figures, values);
    }

    /** Returns a check that no run passes. */
    Check fails(Map<String, Object> figures, Object... values) {
        return check(Severity.FATAL, figures, values);
    }

    /** Returns the check where this machine does not say. */
    Check unknown() {
        return new Check(group, name, new Finding(Kind.MACHINE, Severity.UNKNOWN, CheckRules.NOT_KNOWN, ""), Map.of());
    }

    Check check(Severity severity, Map<String, Object> figures, Object... values) {
        boolean remedied = severity == Severity.WARNING || severity == Severity.FATAL;
        String itsRemedy = remedied ? Texts.format(remedy, values) : "";
        return new Check(
                group, name, new Finding(Kind.MACHINE, severity, Texts.format(text, values), itsRemedy), figures);
    }
}
