package io.twohop.event.field;

import io.twohop.config.ConfigException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.regex.Pattern;

/**
 * A scan over the bytes of a JSON document that knows how deep in it the scan is. The methods that skip a token return the index behind
 * the token, or {@link #MALFORMED} if it is malformed or cut off. The scan copies a message into an array first, whose elements cost
 * less than those of a buffer.
 */
final class JsonFieldReader extends FieldReader {
    private static final int MOST_DEPTH = 1_000;
    private static final Pattern POINTER = Pattern.compile("(/([^~/]|~[01])*)*");
    private static final Pattern INDEX = Pattern.compile("0|[1-9]\\d{0,8}");
    private static final byte[] TRUE = {'t', 'r', 'u', 'e'};
    private static final byte[] FALSE = {'f', 'a', 'l', 's', 'e'};
    private static final byte[] NULL = {'n', 'u', 'l', 'l'};
    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};
    private static final int HEX_DIGITS = 4;
    private static final int MALFORMED = -1;

    /** A key that is no index, and bytes that are not those of a key. */
    private static final int NONE = -1;

    private static final VarHandle WORD = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** One in each byte of a word; a multiple has another number in each. */
    private static final long EACH = 0x0101_0101_0101_0101L;

    private static final long HIGHEST_BITS = EACH << 7;
    private static final long QUOTES = EACH * '"';
    private static final long BACKSLASHES = EACH * '\\';
    private static final long SPACES = EACH * ' ';

    /** The pointer's keys in UTF-8, and the same as indexes of arrays; {@link #NONE} for a key that is no index. */
    private final byte[][] keys;

    private final int[] indexes;

    /** The open arrays and objects from the outside. */
    private final boolean[] isObject = new boolean[MOST_DEPTH];

    /** The number of elements begun in the open arrays that the pointer leads into. */
    private final int[] elements;

    /** The message, and a word that may be read behind its end. Grows to the size of the largest message. */
    private byte[] in = new byte[1_024];

    private int limit;
    private boolean isFound;
    private boolean isString;
    private int foundAt;
    private int foundBytes;

    /** Index behind the escape that was decoded last. */
    private int next;

    JsonFieldReader(String pointer) {
        if (!POINTER.matcher(pointer).matches()) {
            throw ConfigException.invalid("field", pointer, "a JSON pointer, such as /orderId or /items/0/id");
        }
        String[] parts =
                pointer.isEmpty() ? new String[0] : pointer.substring(1).split("/", -1);
        keys = new byte[parts.length][];
        indexes = new int[parts.length];
        elements = new int[parts.length];
        for (int i = 0; i < parts.length; i++) {
            String key = parts[i].replace("~1", "/").replace("~0", "~");
            keys[i] = key.getBytes(StandardCharsets.UTF_8);
            indexes[i] = INDEX.matcher(key).matches() ? Integer.parseInt(key) : NONE;
        }
    }

    @Override
    boolean scan(ByteBuffer message, int from, int end) {
        limit = end - from;
        if (in.length < limit + Long.BYTES) {
            in = new byte[limit + Long.BYTES];
        }
        message.get(from, in, 0, limit);
        isFound = false;
        if (!isDocument() || !isFound) {
            return false;
        }
        found(from + foundAt, foundBytes);
        return true;
    }

    @Override
    boolean isString() {
        return isString;
    }

    /** Reads one value and the white space around it. */
    private boolean isDocument() {
        int depth = 0;
        // The number of open arrays and objects, from the outside, that the pointer leads into.
        int followed = 0;
        // Whether the pointer leads to the value that comes next, or into it.
        boolean leads = true;
        int i = skipSpace(isAt(0, BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0);
        while (i < limit) {
            byte first = in[i];
            boolean opens = first == '{' || first == '[';
            if (opens) {
                if (depth == MOST_DEPTH) {
                    return false;
                }
                isObject[depth++] = first == '{';
                if (leads && depth <= keys.length) {
                    followed = depth;
                    elements[depth - 1] = 0;
                }
                i = skipSpace(i + 1);
            } else {
                int end = skipScalar(first, i);
                if (end == MALFORMED) {
                    return false;
                }
                if (leads && depth == keys.length) {
                    keep(first, i, end);
                }
                i = skipSpace(end);
            }
            while (depth > 0 && is(i, isObject[depth - 1] ? '}' : ']')) {
                opens = false;
                followed = Math.min(followed, --depth);
                i = skipSpace(i + 1);
            }
            if (depth == 0) {
                return i == limit;
            }
            if (!opens) {
                if (!is(i, ',')) {
                    return false;
                }
                i = skipSpace(i + 1);
            }
            boolean follows = followed == depth;
            if (isObject[depth - 1]) {
                int end = is(i, '"') ? skipString(i + 1) : MALFORMED;
                if (end == MALFORMED) {
                    return false;
                }
                leads = follows && isKey(keys[depth - 1], i + 1, end - 1);
                i = skipSpace(end);
                if (!is(i, ':')) {
                    return false;
                }
                i = skipSpace(i + 1);
            } else {
                leads = follows && elements[depth - 1]++ == indexes[depth - 1];
            }
            // Of equal keys the last counts.
            isFound &= !leads;
        }
        return false;
    }

    /** Keeps the value that the pointer leads to, if it is a string or a number. */
    private void keep(byte first, int start, int end) {
        isString = first == '"';
        isFound = isString || isNumber(first);
        int quote = isString ? 1 : 0;
        foundAt = start + quote;
        foundBytes = end - start - 2 * quote;
    }

    private boolean is(int i, char expected) {
        return i < limit && in[i] == expected;
    }

    private boolean isAt(int start, byte[] expected) {
        return limit - start >= expected.length
                && Arrays.equals(in, start, start + expected.length, expected, 0, expected.length);
    }

    private static boolean isNumber(byte first) {
        return first == '-' || Decimals.isDigit(first);
    }

    private int skipSpace(int start) {
        int i = start;
        while (i < limit && in[i] <= ' ' && (in[i] == ' ' || in[i] == '\n' || in[i] == '\r' || in[i] == '\t')) {
            i++;
        }
        return i;
    }

    private int skipScalar(byte first, int start) {
        if (first == '"') {
            return skipString(start + 1);
        }
        if (isNumber(first)) {
            return skipNumber(start);
        }
        byte[] literal = first == 't' ? TRUE : first == 'f' ? FALSE : NULL;
        return isAt(start, literal) ? start + literal.length : MALFORMED;
    }

    private int skipNumber(int start) {
        int i = in[start] == '-' ? start + 1 : start;
        i = is(i, '0') ? i + 1 : skipDigits(i);
        if (i != MALFORMED && is(i, '.')) {
            i = skipDigits(i + 1);
        }
        if (i != MALFORMED && (is(i, 'e') || is(i, 'E'))) {
            i++;
            return skipDigits(is(i, '+') || is(i, '-') ? i + 1 : i);
        }
        return i;
    }

    /** Skips at least one digit. */
    private int skipDigits(int start) {
        int i = start;
        while (i < limit && Decimals.isDigit(in[i])) {
            i++;
        }
        return i > start ? i : MALFORMED;
    }

    /** @param start index behind the first quote */
    private int skipString(int start) {
        int i = start;
        while (i < limit) {
            long special = special((long) WORD.get(in, i));
            if (special == 0) {
                i += Long.BYTES;
                continue;
            }
            i += Long.numberOfTrailingZeros(special) / Byte.SIZE;
            if (is(i, '"')) {
                return i + 1;
            }
            i = is(i, '\\') ? skipEscape(i + 1) : MALFORMED;
            if (i == MALFORMED) {
                return MALFORMED;
            }
        }
        return MALFORMED;
    }

    /**
     * Returns a word whose lowest bit that is set belongs to the lowest byte that ends a plain part of a string: a quote, a backslash or a
     * control character. A subtraction borrows from higher bytes only, so bits above that one may be wrong.
     */
    private static long special(long word) {
        return (word - SPACES | (word ^ QUOTES) - EACH | (word ^ BACKSLASHES) - EACH) & ~word & HIGHEST_BITS;
    }

    /** @param start index behind the backslash */
    private int skipEscape(int start) {
        if (start == limit) {
            return MALFORMED;
        }
        return switch (in[start]) {
            case '"', '\\', '/', 'b', 'f', 'n', 'r', 't' -> start + 1;
            case 'u' -> skipHex(start + 1);
            default -> MALFORMED;
        };
    }

    private int skipHex(int start) {
        int end = start + HEX_DIGITS;
        if (end > limit) {
            return MALFORMED;
        }
        for (int i = start; i < end; i++) {
            if (Hex.value(in[i]) < 0) {
                return MALFORMED;
            }
        }
        return end;
    }

    /** Returns whether the value of a string, which is not malformed, is a key. Escapes only make a string longer. */
    private boolean isKey(byte[] key, int start, int end) {
        int length = end - start;
        if (length <= key.length) {
            return length == key.length && Arrays.equals(in, start, end, key, 0, length);
        }
        for (int i = start; i < end; i++) {
            if (in[i] == '\\') {
                return isEscapedKey(key, start, end);
            }
        }
        return false;
    }

    private boolean isEscapedKey(byte[] key, int start, int end) {
        int same = 0;
        int i = start;
        while (i < end) {
            if (in[i] == '\\') {
                same = compared(key, same, codePoint(i + 1, end));
                i = next;
            } else {
                same = compared(key, same, in[i++]);
            }
        }
        return same == key.length;
    }

    /** Returns how many bytes of a key are as those of a string so far; {@link #NONE} once they differ. */
    private static int compared(byte[] key, int same, byte b) {
        return same >= 0 && same < key.length && key[same] == b ? same + 1 : NONE;
    }

    /** Compares the bytes of a code point in UTF-8. */
    private static int compared(byte[] key, int same, int point) {
        if (point < 0x80) {
            return compared(key, same, (byte) point);
        }
        int rest = point < 0x800 ? 1 : point < 0x1_0000 ? 2 : 3;
        int lead = rest == 1 ? 0xC0 : rest == 2 ? 0xE0 : 0xF0;
        int compared = compared(key, same, (byte) (lead | point >> 6 * rest));
        for (int i = rest - 1; i >= 0; i--) {
            compared = compared(key, compared, (byte) (0x80 | point >> 6 * i & 0x3F));
        }
        return compared;
    }

    /** Decodes an escape, and the second half of a surrogate pair. */
    private int codePoint(int start, int end) {
        char first = escaped(start);
        boolean isPair = Character.isHighSurrogate(first) && next + 1 < end && in[next] == '\\' && in[next + 1] == 'u';
        if (!isPair) {
            return first;
        }
        int between = next;
        char second = escaped(between + 1);
        if (Character.isLowSurrogate(second)) {
            return Character.toCodePoint(first, second);
        }
        next = between;
        return first;
    }

    /** Decodes an escape; {@code start} is behind the backslash. */
    private char escaped(int start) {
        next = start + 1;
        return switch (in[start]) {
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> hexadecimal();
            default -> (char) in[start];
        };
    }

    private char hexadecimal() {
        int value = 0;
        for (int end = next + HEX_DIGITS; next < end; next++) {
            value = value << 4 | Hex.value(in[next]);
        }
        return (char) value;
    }
}
