package io.twohop.cli.omb;

/** The way in which a key of OpenMessaging Benchmark was treated. */
enum Treatment {
    /** A key here means the same. */
    MAPPED("mapped"),
    /** The nearest key or value here means something else; the remark says what. */
    APPROXIMATED("approximated"),
    /** Its absence changes nothing; the remark says why. */
    UNUSED("no effect"),
    /** A run without it would measure something else, so there is none. */
    REFUSED("refused");

    private final String text;

    Treatment(String text) {
        this.text = text;
    }

    String text() {
        return text;
    }
}
