package io.twohop.cli.text;

import java.io.PrintStream;

/** Lines of a summary, broken at blanks to fit a usual terminal and continued below where their text began. */
final class Lines {
    /** Of a usual terminal. */
    static final int WIDTH = 80;

    private static final int NAME_WIDTH = 10;

    private Lines() {}

    /** What there is to say under a name. */
    static void named(String name, String text, PrintStream out) {
        print("  " + name + " ".repeat(Math.max(1, NAME_WIDTH - name.length())), text, out);
    }

    /** One that goes on without a name of its own. */
    static void more(String text, PrintStream out) {
        named("", text, out);
    }

    static void print(String before, String text, PrintStream out) {
        out.print(before);
        printFrom(before.length(), text, out);
    }

    /**
     * Behind what was printed already.
     *
     * @param column where that ended; a word that is too long for a line, such as a path, stays whole
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
