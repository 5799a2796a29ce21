package io.twohop.cli.text;

import io.twohop.result.Headline;
import picocli.CommandLine.Help.Ansi;

/** Colours of the verdict and of warnings. */
public enum Style {
    /** Plain text for files, logs and pipes. */
    PLAIN(Ansi.OFF),
    /** Colours for a terminal. */
    COLOURED(Ansi.ON);

    private final Ansi ansi;

    Style(Ansi ansi) {
        this.ansi = ansi;
    }

    /** Colours a verdict: green if good, red if the figures cannot be used, else yellow. */
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
