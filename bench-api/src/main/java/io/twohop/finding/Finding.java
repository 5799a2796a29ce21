package io.twohop.finding;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.twohop.config.Secrets;

/**
 * Something that a reader of the numbers should know: a reason of a verdict, a warning, an incident, or a check of the machine.
 *
 * @param text what happened, with figures. Secrets in it are redacted: it often quotes a client, which may quote an address with
 *     its password
 * @param remedy what to do about it; empty if there is nothing to do
 */
@JsonIgnoreProperties(value = "invalidates", allowGetters = true)
public record Finding(Kind kind, Severity severity, String text, String remedy) {
    public Finding {
        text = Secrets.redact(text);
    }

    /** Returns the finding with its subject named first, such as a fork or an agent. */
    public Finding of(String subject) {
        return new Finding(kind, severity, subject + ": " + text, remedy);
    }

    /** Returns the finding with another consequence. */
    public Finding as(Severity other) {
        return new Finding(kind, other, text, remedy);
    }

    /** Returns text and remedy on one line. */
    public String sentence() {
        return remedy.isEmpty() ? text : text + "; " + remedy;
    }

    /** Returns whether the numbers cannot be used because of it. */
    @JsonProperty
    public boolean invalidates() {
        return severity == Severity.INVALID;
    }
}
