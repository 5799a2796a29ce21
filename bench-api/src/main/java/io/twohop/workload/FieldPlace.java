package io.twohop.workload;

import io.twohop.config.ConfigException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The place of a field in a message. */
public sealed interface FieldPlace {
    /** A string or number of a JSON document. */
    record Pointer(String text) implements FieldPlace {
        private static final Pattern TEXT = Pattern.compile("(/([^~/]|~[01])*)+");
    }

    /**
     * Bytes at the same place in each message.
     *
     * @param offset from 0
     * @param length positive
     */
    record Bytes(int offset, int length) implements FieldPlace {
        private static final Pattern TEXT = Pattern.compile("bytes\\((\\d{1,8})\\.\\.(\\d{1,8})\\)");
    }

    /** Returns whether a text is a JSON pointer to a member or an element. */
    static boolean isPointer(String text) {
        return Pointer.TEXT.matcher(text).matches();
    }

    /** Returns the place of a text such as {@code /orderId} or {@code bytes(16..51)}, of which both ends count. */
    static FieldPlace parse(String text) {
        Matcher bytes = Bytes.TEXT.matcher(text);
        if (bytes.matches()) {
            int first = Integer.parseInt(bytes.group(1));
            int last = Integer.parseInt(bytes.group(2));
            if (first <= last) {
                return new Bytes(first, last - first + 1);
            }
        }
        if (!isPointer(text)) {
            throw ConfigException.invalid(
                    "",
                    text,
                    "a JSON pointer, such as /orderId or /items/0/id, or the first and last byte, such as bytes(16..51)");
        }
        return new Pointer(text);
    }
}
