package io.twohop.config;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Texts of messages: numbers independent of the locale, and failures in their own words. */
public final class Texts {
    private static final Pattern OMITTED = Pattern.compile("\\.\\.\\. \\d+ (?:more|common frames omitted)");
    private static final Pattern CAUSED_BY = Pattern.compile("^Caused by: ");
    private static final Pattern FULL_STOP = Pattern.compile("(?<!\\.)\\.$");

    /** The loader's message for a native library on a file system without the right to execute. */
    private static final Pattern NOT_EXECUTABLE =
            Pattern.compile("([^:\n]+): failed to map segment from shared object(?!: )");

    private Texts() {}

    public static String format(String format, Object... arguments) {
        return String.format(Locale.ROOT, format, arguments);
    }

    /** Returns a number without exponent and trailing zeros. */
    public static String plain(double value) {
        return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
    }

    /** Returns names with commas between them, and with an {@code and} before the last; at least one. */
    public static String listed(List<String> names) {
        int last = names.size() - 1;
        return last == 0 ? names.get(0) : String.join(", ", names.subList(0, last)) + " and " + names.get(last);
    }

    /** Returns a failure's message, or its name if it has none. */
    public static String of(Throwable failure) {
        return Objects.requireNonNullElseGet(failure.getMessage(), failure::toString);
    }

    /** Returns why the system refused a file or directory, without its name and that of the exception. */
    public static String reason(IOException failure) {
        if (failure instanceof AccessDeniedException) {
            return "no permission";
        }
        if (failure instanceof FileAlreadyExistsException) {
            return "a file of that name exists";
        }
        if (failure instanceof FileSystemException file) {
            return Objects.requireNonNullElse(
                    file.getReason(), failure.getClass().getSimpleName());
        }
        return of(failure);
    }

    /**
     * Returns the messages of a failure and its causes, from the outermost to the root. A cause whose words its successor or predecessor
     * repeats is left out, and so is the last full stop, since a remedy follows. A native library that may not be loaded from where it was
     * unpacked says all.
     */
    public static String chain(Throwable failure) {
        List<String> messages = new ArrayList<>();
        Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Throwable cause = failure; cause != null && seen.add(cause); cause = cause.getCause()) {
            Matcher library = NOT_EXECUTABLE.matcher(of(cause));
            if (library.find()) {
                return "the native library " + library.group(1).strip()
                        + " is on a file system mounted noexec (expected: another"
                        + " temporary directory by JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=..., or no use of that library)";
            }
            String message = withoutTrace(of(cause));
            int last = messages.size() - 1;
            if (last >= 0 && message.contains(messages.get(last))) {
                messages.set(last, message);
            } else if (last < 0 || !messages.get(last).contains(message)) {
                messages.add(message);
            }
        }
        return FULL_STOP.matcher(String.join(": ", messages)).replaceFirst("");
    }

    /** Some libraries put the stack trace of a cause into their message. Its causes are kept, each once. */
    private static String withoutTrace(String message) {
        Set<String> said = new HashSet<>();
        return message.lines()
                .map(String::strip)
                .filter(line -> !line.isBlank()
                        && !line.startsWith("at ")
                        && !OMITTED.matcher(line).matches())
                .map(line -> CAUSED_BY.matcher(line).replaceFirst(""))
                .filter(line -> said.add(line.replaceFirst("^.*: ", "")))
                .collect(Collectors.joining(" "));
    }
}
