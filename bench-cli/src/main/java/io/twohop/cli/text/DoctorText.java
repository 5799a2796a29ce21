package io.twohop.cli.text;

import io.twohop.doctor.Check;
import io.twohop.doctor.Diagnosis;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What {@code bench doctor} found, in 80 columns: a line for each check, by group, with what to change below it. */
public final class DoctorText {
    private static final int WIDTH = 80;
    private static final int NAME = 14;
    private static final String INDENTATION = "  ";
    private static final String BELOW = " ".repeat(8);
    private static final int TEXT = 24;

    private DoctorText() {}

    public static void print(Diagnosis diagnosis, PrintStream out) {
        String group = null;
        for (Check check : diagnosis.checks()) {
            if (!check.group().equals(group)) {
                group = check.group();
                out.println(group);
            }
            print(check, out);
        }
        out.println();
        for (String line : wrapped(diagnosis.conclusion(), WIDTH)) {
            out.println(line);
        }
        out.println("(a message takes 60 % of the time from one to the next; docs/TUNING.md)");
    }

    private static void print(Check check, PrintStream out) {
        String start = INDENTATION + padded(mark(check), 6) + padded(check.name(), NAME) + INDENTATION;
        for (String line : wrapped(check.text(), WIDTH - TEXT)) {
            out.println((start + line).stripTrailing());
            start = " ".repeat(TEXT);
        }
        if (check.remedy() != null) {
            String arrow = BELOW.substring(3) + "-> ";
            for (String paragraph : check.remedy().split("\n")) {
                for (String line : wrapped(paragraph, WIDTH - BELOW.length())) {
                    out.println(arrow + line);
                    arrow = BELOW;
                }
            }
        }
    }

    private static String mark(Check check) {
        return check.mark() == Check.Mark.UNKNOWN ? "-" : check.mark().name().toLowerCase(Locale.ROOT);
    }

    private static String padded(String text, int width) {
        return text + " ".repeat(Math.max(0, width - text.length()));
    }

    /** At blanks; a word that is longer than a line, such as a path, has one to itself. */
    static List<String> wrapped(String text, int width) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : text.split(" ")) {
            if (line.length() > 0 && line.length() + 1 + word.length() > width) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.length() == 0 ? "" : " ").append(word);
        }
        lines.add(line.toString());
        return lines;
    }
}
