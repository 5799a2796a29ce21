package io.twohop.cli.text;

import java.io.PrintStream;
import java.util.Optional;
import java.util.function.Function;

/** Lines of a summary, broken at blanks to fit 80 columns and indented to where their text began. */
final class Lines {
    /** Columns of a usual terminal. */
    static final int WIDTH = 80;

    private static final int NAME_WIDTH = 10;

    private Lines() {}

    /** Prints a text behind a name. */
    static void named(String name, String text, PrintStream out) {
        print("  " + name + " ".repeat(Math.max(1, NAME_WIDTH - name.length())), text, out);
    }

    /** Prints a further text below one that has a name. */
    static void more(String text, PrintStream out) {
        named("", text, out);
    }

    /**
     * Returns the text of a value; empty for one that a result does not know.
     *
     * @param value {@code null} if unknown
     */
    static <T> String ofKnown(T value, Function<T, String> text) {
        return Optional.ofNullable(value).map(text).orElse("");
    }

    static void print(String before, String text, PrintStream out) {
        out.print(before);
        printFrom(before.length(), text, out);
    }

    /**
     * Prints a text behind others in the same line.
     *
     * @param column column at which the text starts; a word longer than a line, such as a path, is not broken
     */
    static void printFrom(int column, String text, PrintStream out) {
        StringBuilder line = new StringBuilder();
        for (String word : text.split(" ")) {
            boolean isFirst = line.isEmpty();
            if (!isFirst && column + line.length() + 1 + word.length() > WIDTH) {
                out.println(line);
                out.print(" ".repeat(column));
                line.setLength(0);
                isFirst = true;
            }
            line.append(isFirst ? "" : " ").append(word);
        }
        out.println(line);
    }
}
