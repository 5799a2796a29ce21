package io.twohop.result;

/**
 * Findings from the flight recording of a fork.
 *
 * @param memory of the JVM, and its pauses; {@code null} without a recording
 * @param tail the slowest messages with their causes; {@code null} without a recording
 * @param slices of a fork that took turns with another; {@code null} for others, and without a recording
 */
public record Recorded(Memory memory, Tail tail, OwnSlices slices) {
    /** Findings of a fork that was not recorded. */
    public static final Recorded NOTHING = new Recorded(null, null, null);
}
