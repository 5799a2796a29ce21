package io.twohop.config;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * References in a transport file: {@code ${env:NAME}} is an environment variable, {@code ${file:PATH}} the text of a
 * file without its last line end. They are resolved at each binding and never written anywhere; other texts with a
 * dollar sign are left to clients.
 */
final class References {
    private static final String ENVIRONMENT = "env";
    private static final String FILE = "file";
    private static final List<String> KINDS = List.of(ENVIRONMENT, FILE);
    private static final Pattern REFERENCE = Pattern.compile("\\$\\{(\\w*):([^}]*)(}?)");

    /** Begins a JAAS configuration. */
    private static final Pattern JAAS = Pattern.compile("LoginModule\\s");

    /** A double quote that no backslash precedes. */
    private static final Pattern QUOTE = Pattern.compile("(?<!\\\\)\"");

    private static final long MOST_BYTES = 1 << 20;

    private References() {}

    /** Whether a text has a reference, or something that was probably meant as one. */
    static boolean isIn(String text) {
        return REFERENCE.matcher(text).results().anyMatch(found -> meant(found).isPresent());
    }

    private static Optional<String> meant(MatchResult found) {
        return Suggestions.nearest(found.group(1), KINDS);
    }

    /**
     * Resolves the references of a text; the values are {@linkplain Secrets secrets} from then on.
     *
     * @throws ConfigException without a name if a value is missing or a reference is misspelt, showing the text as
     *     written
     */
    static String resolve(String text) {
        return resolve(text, System::getenv);
    }

    static String resolve(String text, UnaryOperator<String> environment) {
        return replace(text, reference -> reference.value(environment));
    }

    /** Resolves the references of a text that exist on this machine; other machines resolve the rest. */
    static String resolveIfHere(String text) {
        return replace(text, reference -> reference.isHere() ? reference.value(System::getenv) : reference.written());
    }

    /** Returns the names of the environment variables that the references of a text name. */
    static Set<String> environment(String text) {
        return REFERENCE
                .matcher(text)
                .results()
                .filter(found -> found.group(1).equals(ENVIRONMENT))
                .map(found -> found.group(2))
                .collect(Collectors.toSet());
    }

    private static String replace(String text, Function<Reference, String> value) {
        boolean isJaas = JAAS.matcher(text).find();
        return REFERENCE
                .matcher(text)
                .replaceAll(found -> Matcher.quoteReplacement(Reference.of(found, text)
                        .map(value)
                        .map(resolved -> isJaas && !resolved.equals(found.group()) && isQuoted(text, found.start())
                                ? escaped(resolved)
                                : resolved)
                        .orElse(found.group())));
    }

    /** Returns whether a place in a JAAS configuration lies between double quotes. */
    private static boolean isQuoted(String text, int place) {
        return QUOTE.matcher(text.substring(0, place)).results().count() % 2 == 1;
    }

    /** Writes a value as a JAAS configuration needs it between quotes. */
    private static String escaped(String value) {
        return value.replace("\\", "\\\\")
                .replace("\"", "\\\"")
                .replace("'", "\\'")
                .replace("\n", "\\n")
                .replace("\r", "\\r");
    }

    /** Rejects references: results contain these texts unchanged. */
    static String refuse(String text) {
        throw ConfigException.invalid(
                "", text, "the value itself; ${env:NAME} and ${file:PATH} are looked up in transport files only");
    }

    /**
     * A reference.
     *
     * @param written the reference as it stands in the text
     * @param text the whole text, for errors
     */
    private record Reference(String kind, String name, String written, String text) {
        /** Returns the reference; empty if it is a client's own. */
        static Optional<Reference> of(MatchResult found, String text) {
            return meant(found).map(kind -> {
                String name = found.group(2);
                if (!found.group(1).equals(kind)
                        || name.isBlank()
                        || found.group(3).isEmpty()) {
                    String expected = kind.equals(FILE) ? "${file:PATH}" : "${env:NAME}";
                    throw ConfigException.invalid("", text, expected + ", for a value that is kept elsewhere");
                }
                return new Reference(kind, name, found.group(), text);
            });
        }

        boolean isHere() {
            return kind.equals(FILE) ? new File(name).exists() : System.getenv().containsKey(name);
        }

        String value(UnaryOperator<String> environment) {
            String value = Optional.ofNullable(kind.equals(FILE) ? content() : environment.apply(name))
                    .orElseThrow(() ->
                            ConfigException.invalid("", text, "the environment variable '" + name + "' to be set"));
            Secrets.hide(value);
            return value;
        }

        private String content() {
            try {
                Path file = Path.of(name);
                if (!Files.isRegularFile(file) || Files.size(file) > MOST_BYTES) {
                    throw ConfigException.invalid("", text, "a file of at most 1 MiB at '" + name + "'");
                }
                return Files.readString(file).replaceFirst("\\R\\z", "");
            } catch (IOException | InvalidPathException e) {
                throw ConfigException.invalid("", text, "a text file that can be read at '" + name + "'")
                        .causedBy(e);
            }
        }
    }
}
