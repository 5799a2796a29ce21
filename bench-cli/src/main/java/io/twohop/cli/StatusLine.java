package io.twohop.cli;

import java.io.PrintStream;

/** What goes on, in the last line of a terminal; nothing elsewhere. It stands still, for a clock in it would take a core. */
final class StatusLine {
    private final boolean terminal = Terminal.isThere();
    private final TerminalLine line;

    StatusLine(PrintStream err) {
        line = new TerminalLine(err, Terminal.width() - 1);
    }

    void show(String what) {
        if (terminal) {
            line.accept(what + "...");
        }
    }

    void clear() {
        line.clear();
    }
}
