package io.twohop.config;

import io.twohop.config.YamlNode.Scalar;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Optional;

/**
 * A configuration that cannot be used, in the form {@code file:line:column: name: value (expected: ...)}, optionally
 * with {@code ; did you mean 'x'?} before the closing parenthesis. Lines and columns count from 1; the position is the
 * origin, such as {@code -Drate=50k}, for an override, and absent where no document is involved. Values of keys that
 * look like secrets are not repeated.
 */
public final class ConfigException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;
    private static final int MAX_VALUE_CHARS = 100;
    private static final String MISSING = "missing";

    /** Empty without a document. */
    private final String position;

    private final String name;
    private final String value;
    private final String expected;

    /** Empty for none. */
    private final String suggestion;

    private ConfigException(
            String position, String name, String value, String expected, String suggestion, Throwable cause) {
        super(message(position, name, value, expected, suggestion), cause);
        this.position = position;
        this.name = name;
        this.value = value;
        this.expected = expected;
        this.suggestion = suggestion;
    }

    /**
     * Creates an error without a position, for the compact constructor of a record; {@link YamlDocument#bind} adds the
     * position of the key's value.
     *
     * @param name the key, relative to the validated record; dots reach into nested records, {@code [0]} into lists
     * @param value the given value; null if it is missing
     * @param expected what would be accepted, as a noun phrase: {@code a rate above 0, such as 500k}
     */
    public static ConfigException invalid(String name, Object value, String expected) {
        return new ConfigException("", name, redacted(name, display(value)), expected, "", null);
    }

    /**
     * Creates an error in a line of a file that is not YAML.
     *
     * @param line from 1
     */
    public static ConfigException inFile(Path file, long line, String name, Object value, String expected) {
        return new ConfigException(file + ":" + line, name, display(value), expected, "", null);
    }

    /** Returns this error with the candidate nearest to the value as a suggestion, if one is near. */
    public ConfigException didYouMean(Collection<String> candidates) {
        return suggesting(Suggestions.nearest(value, candidates));
    }

    /** Name of the key, as seen from the record or document that threw. */
    public String name() {
        return name;
    }

    /** The value as shown: shortened, and never a secret. */
    public String value() {
        return value;
    }

    public String expected() {
        return expected;
    }

    /** Returns {@code file:line:column}, or the origin of an override; empty without a document. */
    public Optional<String> position() {
        return Optional.of(position).filter(text -> !text.isEmpty());
    }

    public Optional<String> suggestion() {
        return Optional.of(suggestion).filter(text -> !text.isEmpty());
    }

    /** Creates an error about the document itself; it shows the value even under a secret's name. */
    static ConfigException at(Position position, String name, Object value, String expected) {
        return new ConfigException(position.toString(), name, display(value), expected, "", null);
    }

    ConfigException suggesting(Optional<String> nearest) {
        return new ConfigException(position, name, value, expected, nearest.orElse(suggestion), getCause());
    }

    ConfigException causedBy(Throwable cause) {
        return new ConfigException(position, name, value, expected, suggestion, cause);
    }

    /** Returns this error without a name, for a caller that knows a better one. */
    public ConfigException unnamed() {
        return new ConfigException(position, "", value, expected, suggestion, getCause());
    }

    /**
     * Returns this error with its full name and a position. A reference at that position may stand for a secret, so the
     * error shows the reference and drops the cause.
     */
    ConfigException moved(YamlNode to, String fullName) {
        if (to instanceof Scalar scalar && scalar.refers()) {
            return new ConfigException(to.at().toString(), fullName, scalar.shown(), expected, suggestion, null);
        }
        return new ConfigException(to.at().toString(), fullName, redacted(fullName, value), expected, suggestion, this);
    }

    private static String redacted(String name, String shown) {
        return Secrets.isSecret(name) && !shown.equals(MISSING) ? Secrets.REDACTED : shown;
    }

    private static String message(String position, String name, String value, String expected, String suggestion) {
        return (position.isEmpty() ? "" : position + ": ") + name + ": " + value + " (expected: " + expected
                + (suggestion.isEmpty() ? "" : "; did you mean '" + suggestion + "'?") + ")";
    }

    private static String display(Object value) {
        if (value == null) {
            return MISSING;
        }
        String text = Secrets.redact(String.valueOf(value)).replaceAll("\\p{Cntrl}", " ");
        if (text.isBlank()) {
            return "'" + text + "'";
        }
        return text.length() <= MAX_VALUE_CHARS ? text : text.substring(0, MAX_VALUE_CHARS) + "...";
    }
}
