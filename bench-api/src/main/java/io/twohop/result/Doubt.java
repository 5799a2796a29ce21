package io.twohop.result;

/** The mark of a figure that the machine may have decided: parentheses. */
public final class Doubt {
    private Doubt() {}

    /** Returns a figure as text tables show it, in parentheses where it is doubtful. */
    public static String marked(String figure, boolean isDoubtful) {
        return isDoubtful ? "(" + figure + ")" : figure;
    }
}
