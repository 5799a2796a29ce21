package io.twohop.cli.terminal;

import java.io.PrintStream;
import java.nio.charset.Charset;
import java.util.regex.Pattern;

/**
 * A stream to a terminal that only this program controls. Results, names of files, logs and other machines may hold texts that
 * would move the cursor, hide lines or set the window's title: of control sequences, colours pass alone.
 */
public final class PrintableStream extends PrintStream {
    /** A carriage return passes at the start, where progress overwrites its line. */
    private static final Pattern CONTROL = Pattern.compile("(?!^\\r|\\r\\n|[\\n\\t]|\\x1b\\[[0-9;]*m)"
            + "[\\p{Cntrl}\\x80-\\x9f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069]");

    /** Writes to a stream of the given character set, and flushes at each line. */
    public PrintableStream(PrintStream out, Charset charset) {
        super(out, true, charset);
    }

    /** Every method that prints a text calls this one; bytes are not changed. */
    @Override
    public void print(String text) {
        super.print(CONTROL.matcher(String.valueOf(text)).replaceAll("?"));
    }
}
