package io.twohop.cli.terminal;

import java.io.PrintStream;
import me.tongfei.progressbar.ProgressBarConsumer;

/** The last line of a terminal, which each text overwrites completely. */
final class TerminalLine implements ProgressBarConsumer {
    private final PrintStream err;
    private final int width;
    private int shown;

    /** @param width columns at which a text is cut, since a wrapped line cannot be overwritten */
    TerminalLine(PrintStream err, int width) {
        this.err = err;
        this.width = width;
    }

    @Override
    public int getMaxRenderedLength() {
        return width;
    }

    @Override
    public void accept(String text) {
        String line = text.length() > width ? text.substring(0, width) : text;
        err.print("\r" + line + " ".repeat(Math.max(0, shown - line.length())));
        err.flush();
        shown = line.length();
    }

    /** Empties the line. */
    @Override
    public void clear() {
        if (shown > 0) {
            accept("");
            err.print("\r");
            err.flush();
        }
    }

    @Override
    public void close() {
        clear();
    }
}
