package io.twohop.cli.terminal;

import java.io.PrintStream;

/** The last line of a terminal, which each text overwrites completely. */
public final class TerminalLine implements AutoCloseable {
    private final PrintStream err;
    private final int width;
    private final boolean isTerminal;
    private int shown;

    /** @param isTerminal whether the stream is a terminal; elsewhere, the line shows nothing */
    TerminalLine(PrintStream err, boolean isTerminal) {
        this.err = err;
        this.isTerminal = isTerminal;
        // A longer line would wrap, and cannot be overwritten.
        width = isTerminal ? Terminal.width() - 1 : 0;
    }

    /** Returns the last line of standard error. */
    public static TerminalLine ofStandardError() {
        return new TerminalLine(System.err, Terminal.isThere());
    }

    /** Shows a text, cut at the terminal's last column. */
    public void accept(String text) {
        if (!isTerminal) {
            return;
        }
        String line = text.length() > width ? text.substring(0, width) : text;
        err.print("\r" + line + " ".repeat(Math.max(0, shown - line.length())));
        err.flush();
        shown = line.length();
    }

    /** Empties the line. */
    @Override
    public void close() {
        if (shown > 0) {
            accept("");
            err.print("\r");
            err.flush();
        }
    }
}
