package io.twohop.cli;

import java.io.PrintStream;
import me.tongfei.progressbar.ProgressBarConsumer;

/** The last line of a terminal, written over again and again: of what stood there before, nothing remains. */
final class TerminalLine implements ProgressBarConsumer {
    private final PrintStream err;
    private final int width;
    private int shown;

    /** @param width in columns: what is longer is cut off, for a line that wraps cannot be written over */
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

    /** Leaves the line empty, for what is printed next. */
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
