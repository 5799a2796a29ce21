package io.twohop.cli.text;

import io.twohop.result.Headline;
import picocli.CommandLine.Help.Ansi;

/** Colour, of the verdict and of warnings only. */
public enum Style {
    /** For files, logs and pipes. */
    PLAIN(Ansi.OFF),
    /** For a terminal. */
    COLOURED(Ansi.ON);

    private final Ansi ansi;

    Style(Ansi ansi) {
        this.ansi = ansi;
    }

    /** The verdict in green where it is good, in red where the figures cannot be used, else in yellow. */
    String verdict(Headline headline) {
        String colour = headline.kind().equals("INVALID") ? "red" : headline.isGood() ? "green" : "yellow";
        return in("bold," + colour, headline.kind());
    }

    String warning(String text) {
        return in("yellow", text);
    }

    private String in(String colours, String text) {
        return ansi.string("@|" + colours + " " + text + "|@");
    }
}
