package io.twohop.event.field;

import java.nio.ByteBuffer;

/** A way to write a message's number as text of a fixed width, and to read it back. Immutable; allocates nothing per message. */
public interface IdForm {
    /** The text does not have this form. */
    long ABSENT = -1;

    /** The text has this form, but another run, or another program, made it. */
    long FOREIGN = -2;

    /** Returns the width in bytes. */
    int bytes();

    /** Returns how many numbers fit: 0 to {@code room() - 1}. */
    long room();

    /**
     * Overwrites {@link #bytes} bytes.
     *
     * @param n below {@link #room}
     * @param at absolute index
     * @throws IllegalArgumentException if the number does not fit; nothing is written then
     */
    void write(long n, ByteBuffer out, int at);

    /**
     * Reads a text.
     *
     * @param at absolute index
     * @return the number, {@link #ABSENT} or {@link #FOREIGN}
     */
    long read(ByteBuffer in, int at, int length);
}
