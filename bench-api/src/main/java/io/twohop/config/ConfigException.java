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

    private final String position;
    private final String name;
    private final String value;
    private final String expected;
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
     * An error without a position, for the compact constructor of a record; {@link YamlDocument#bind} adds the position
     * of that key's value.
     *
     * @param name the key, relative to the record that is validated; dots reach into nested records, {@code [0]} into
     *     lists
     * @param value what was given; null says that it is missing
     * @param expected what would be accepted, as a noun phrase: {@code a rate above 0, such as 500k}
     */
    public static ConfigException invalid(String name, Object value, String expected) {
        String shown = value != null && Secrets.isSecret(name) ? Secrets.REDACTED : display(value);
        return new ConfigException(null, name, shown, expected, null, null);
    }

    /**
     * An error in a line of a file that is no YAML.
     *
     * @param line from 1
     */
    public static ConfigException inFile(Path file, long line, String name, Object value, String expected) {
        return new ConfigException(file + ":" + line, name, display(value), expected, null, null);
    }

    /** This error with the candidate nearest to the value, if one is near, as a suggestion. */
    public ConfigException didYouMean(Collection<String> candidates) {
        return suggesting(Suggestions.nearest(value, candidates));
    }

    /** The name of the key, as seen from the record or document that threw. */
    public String name() {
        return name;
    }

    /** The value as shown: shortened, and never a secret. */
    public String value() {
        return value;
    }

    /** What would be accepted. */
    public String expected() {
        return expected;
    }

    /** {@code file:line:column}, or the origin of an override; empty where no document is involved. */
    public Optional<String> position() {
        return Optional.ofNullable(position);
    }

    /** The nearest thing that would be accepted. */
    public Optional<String> suggestion() {
        return Optional.ofNullable(suggestion);
    }

    /** An error about the document itself; the value is shown even where the name looks like that of a secret. */
    static ConfigException at(Position position, String name, Object value, String expected) {
        return new ConfigException(position.toString(), name, display(value), expected, null, null);
    }

    ConfigException suggesting(Optional<String> nearest) {
        return new ConfigException(position, name, value, expected, nearest.orElse(suggestion), getCause());
    }

    ConfigException causedBy(Throwable cause) {
        return new ConfigException(position, name, value, expected, suggestion, cause);
    }

    /** This error without a name, for a place that knows it better. */
    public ConfigException unnamed() {
        return new ConfigException(position, "", value, expected, suggestion, getCause());
    }

    /**
     * This error under its full name and at a place. What a reference there stands for may be a secret, whatever its key is
     * called: the reference is shown, and no cause that could tell.
     */
    ConfigException moved(YamlNode to, String fullName) {
        if (to instanceof Scalar scalar && scalar.refers()) {
            return new ConfigException(to.at().toString(), fullName, scalar.shown(), expected, suggestion, null);
        }
        String shown = Secrets.isSecret(fullName) && !value.equals(MISSING) ? Secrets.REDACTED : value;
        return new ConfigException(to.at().toString(), fullName, shown, expected, suggestion, this);
    }

    private static String message(String position, String name, String value, String expected, String suggestion) {
        StringBuilder text = new StringBuilder();
        if (position != null) {
            text.append(position).append(": ");
        }
        text.append(name).append(": ").append(value).append(" (expected: ").append(expected);
        if (suggestion != null) {
            text.append("; did you mean '").append(suggestion).append("'?");
        }
        return text.append(')').toString();
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
