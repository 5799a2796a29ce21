package io.twohop.cli.terminal;

import java.io.PrintStream;

/** The current step in the last line of a terminal; shows nothing elsewhere. Without animation, which would use a core. */
public final class StatusLine {
    private final boolean terminal = Terminal.isThere();
    private final TerminalLine line;

    public StatusLine(PrintStream err) {
        line = new TerminalLine(err, Terminal.width() - 1);
    }

    public void show(String step) {
        if (terminal) {
            line.accept(step + "...");
        }
    }

    public void clear() {
        line.clear();
    }
}
