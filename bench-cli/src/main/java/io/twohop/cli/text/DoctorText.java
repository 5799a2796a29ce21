package io.twohop.cli.text;

import io.twohop.doctor.Check;
import io.twohop.doctor.Diagnosis;
import io.twohop.finding.Severity;
import java.io.PrintStream;

/** The findings of {@code bench doctor} in 80 columns: a line per check, by group, with the remedy below. */
public final class DoctorText {
    private static final int NAME = 14;
    private static final String INDENTATION = "  ";
    private static final String BELOW = " ".repeat(8);

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
        Lines.print("", diagnosis.conclusion(), out);
        out.println("(for a thread that is busy 60 % of the time; docs/TUNING.md says how)");
    }

    private static void print(Check check, PrintStream out) {
        Lines.print(INDENTATION + padded(mark(check), 6) + padded(check.name(), NAME) + INDENTATION, check.text(), out);
        if (!check.remedy().isEmpty()) {
            String arrow = BELOW.substring(3) + "-> ";
            for (String paragraph : check.remedy().split("\n")) {
                Lines.print(arrow, paragraph, out);
                arrow = BELOW;
            }
        }
    }

    private static String mark(Check check) {
        return check.severity() == Severity.UNKNOWN ? "-" : check.mark();
    }

    private static String padded(String text, int width) {
        return text + " ".repeat(Math.max(0, width - text.length()));
    }
}
