package io.twohop.config;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Values that a transport file names instead of holding them: {@code ${env:NAME}}, a variable of the environment, and
 * {@code ${file:PATH}}, the text of a file without the end of its last line. They are looked up each time the file is bound, and
 * never written anywhere; what else begins with a dollar sign is left to clients.
 */
final class References {
    private static final String ENVIRONMENT = "env";
    private static final String FILE = "file";
    private static final List<String> KINDS = List.of(ENVIRONMENT, FILE);
    private static final Pattern REFERENCE = Pattern.compile("\\$\\{(\\w*):([^}]*)(}?)");
    private static final long MOST_BYTES = 1 << 20;

    private References() {}

    /** Whether the text has one, or something that was probably meant to be one. */
    static boolean isIn(String text) {
        return REFERENCE.matcher(text).results().anyMatch(found -> meant(found).isPresent());
    }

    private static Optional<String> meant(MatchResult found) {
        return Suggestions.nearest(found.group(1), KINDS);
    }

    /**
     * The text with what it refers to, which is {@linkplain Secrets a secret} from then on.
     *
     * @throws ConfigException without a name where that is missing, or misspelt, showing the text as it was written
     */
    static String resolve(String text) {
        return resolve(text, System::getenv);
    }

    static String resolve(String text, UnaryOperator<String> environment) {
        return replace(text, reference -> reference.value(environment));
    }

    /** The same, but what is not on this machine stays a reference: others look it up. */
    static String resolveIfHere(String text) {
        return replace(text, reference -> reference.isHere() ? reference.value(System::getenv) : reference.written());
    }

    private static String replace(String text, Function<Reference, String> value) {
        return REFERENCE
                .matcher(text)
                .replaceAll(found -> Matcher.quoteReplacement(
                        Reference.of(found, text).map(value).orElse(found.group())));
    }

    /** For texts that are written to results as they are. */
    static String refuse(String text) {
        throw ConfigException.invalid(
                "", text, "the value itself; ${env:NAME} and ${file:PATH} are looked up in transport files only");
    }

    /**
     * One of them.
     *
     * @param written as it stands in the text
     * @param text that it is part of, for errors
     */
    private record Reference(String kind, String name, String written, String text) {
        /** Empty where it is a client's own. */
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
            return kind.equals(FILE) ? new File(name).exists() : System.getenv(name) != null;
        }

        String value(UnaryOperator<String> environment) {
            String value = kind.equals(FILE) ? content() : environment.apply(name);
            if (value == null) {
                throw ConfigException.invalid("", text, "the environment variable '" + name + "' to be set");
            }
            Secrets.lookedUp(value);
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
