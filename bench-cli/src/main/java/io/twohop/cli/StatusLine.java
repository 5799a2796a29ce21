package io.twohop.cli;

import java.io.PrintStream;

/** What goes on, in the last line of a terminal; nothing elsewhere. It stands still, for a clock in it would take a core. */
final class StatusLine {
    private final PrintStream err;
    private final boolean terminal = Terminal.isThere();
    private int shown;

    StatusLine(PrintStream err) {
        this.err = err;
    }

    void show(String what) {
        if (terminal) {
            clear();
            err.print(what + "...");
            err.flush();
            shown = what.length() + 3;
        }
    }

    void clear() {
        if (shown > 0) {
            err.print("\r" + " ".repeat(shown) + "\r");
            err.flush();
            shown = 0;
        }
    }
}
