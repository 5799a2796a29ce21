package io.twohop.cli.text;

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

    /** Good, or not: the rate was not held or an objective missed; or to be thrown away. */
    String verdict(String kind) {
        String colour = switch (kind) {
            case "MET" -> "green";
            case "INVALID" -> "red";
            default -> "yellow";
        };
        return in("bold," + colour, kind);
    }

    String warning(String text) {
        return in("yellow", text);
    }

    private String in(String colours, String text) {
        return ansi.string("@|" + colours + " " + text + "|@");
    }
}
