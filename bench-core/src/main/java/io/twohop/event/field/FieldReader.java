package io.twohop.event.field;

import io.twohop.config.ConfigException;
import java.nio.ByteBuffer;

/** Finds the text of one field in a message. For one thread; allocates only for a message larger than all before. */
public abstract sealed class FieldReader permits JsonFieldReader, BytesFieldReader {
    private int at;
    private int length;

    FieldReader() {}

    /**
     * Returns a reader of a string or number in a JSON document in UTF-8. Of equal keys the last counts, as with Jackson's {@code
     * readTree}; so the whole document is read, and one that is cut off or malformed has no field. Bytes above 127 and halves of
     * surrogate pairs in strings are not checked. Documents nested more than 1,000 deep have no field.
     *
     * @param jsonPointer as of RFC 6901, such as {@code /order/id} or {@code /items/0}; empty for the whole document
     * @throws ConfigException if it is no JSON pointer
     */
    public static FieldReader ofPointer(String jsonPointer) {
        return new JsonFieldReader(jsonPointer);
    }

    /**
     * Returns a reader of bytes at a fixed place.
     *
     * @param offset from the start of the message, 0 or more
     * @param length positive
     */
    public static FieldReader ofBytes(int offset, int length) {
        return new BytesFieldReader(offset, length);
    }

    /**
     * Finds the field, and keeps where it is.
     *
     * @param from absolute index of the first byte of the message
     * @param limit absolute index behind its last byte
     * @return whether the message has the field
     */
    public final boolean find(ByteBuffer message, int from, int limit) {
        length = 0;
        return from >= 0 && from <= limit && limit <= message.limit() && scan(message, from, limit);
    }

    abstract boolean scan(ByteBuffer message, int from, int limit);

    final void found(int first, int bytes) {
        at = first;
        length = bytes;
    }

    /** Returns the absolute index of the text found last: the content of a string without its quotes, or a number. */
    public final int at() {
        return at;
    }

    /** Returns the bytes of that text. Escape sequences of a string are not decoded. */
    public final int length() {
        return length;
    }

    /** Returns whether the text found last is a string's content. Bytes at a fixed place count as such. */
    abstract boolean isString();
}
