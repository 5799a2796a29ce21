package io.twohop.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
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
    private static final Pattern REFERENCE = Pattern.compile("\\$\\{(env|file):([^}]*)}");
    private static final long MOST_BYTES = 1 << 20;

    private References() {}

    static boolean isIn(String text) {
        return REFERENCE.matcher(text).find();
    }

    /**
     * The text with what it refers to.
     *
     * @throws ConfigException without a name where that is missing, showing the text as it was written
     */
    static String resolve(String text) {
        return resolve(text, System::getenv);
    }

    static String resolve(String text, UnaryOperator<String> environment) {
        return REFERENCE.matcher(text).replaceAll(found -> Matcher.quoteReplacement(value(found, text, environment)));
    }

    private static String value(MatchResult found, String text, UnaryOperator<String> environment) {
        String name = found.group(2);
        if (found.group(1).equals("file")) {
            return content(name, text);
        }
        String value = environment.apply(name);
        if (value == null) {
            throw ConfigException.invalid("", text, "the environment variable '" + name + "' to be set");
        }
        return value;
    }

    private static String content(String name, String text) {
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
