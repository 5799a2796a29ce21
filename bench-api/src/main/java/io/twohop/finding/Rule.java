package io.twohop.finding;

import java.util.Locale;

/**
 * A row in a table of rules: the words of a finding, completed with values by the code that detects it. A table is a class of
 * constants: {@link Rules} for the bench, one in each transport that has findings of its own. docs/troubleshooting.md has every row.
 *
 * @param text format of what happened, for {@link String#format(Locale, String, Object...)}
 * @param remedy format of what to do, given the same values, which it names by their place
 *     ({@code %3$s}); empty if there is nothing to do
 */
public record Rule(Kind kind, Severity severity, String text, String remedy) {
    /** Returns the finding with its values. */
    public Finding found(Object... values) {
        return new Finding(
                kind, severity, String.format(Locale.ROOT, text, values), String.format(Locale.ROOT, remedy, values));
    }
}
