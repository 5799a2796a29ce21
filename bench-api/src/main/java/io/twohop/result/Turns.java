package io.twohop.result;

/**
 * Turns that the forks took with those of other results.
 *
 * @param interleaved names the {@code --interleave} invocation that measured fork n in its round n; {@code null} without
 * @param duet slices taken in turns with another run; {@code null} without {@code --duet}
 */
public record Turns(String interleaved, SideBySide duet) {
    /** Turns of a result that was measured alone. */
    public static final Turns NONE = new Turns(null, null);
}
