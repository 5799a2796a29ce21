package io.twohop.event.field;

import io.twohop.config.ConfigException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * A scan over the bytes of a JSON document that knows how deep in it the scan is. The methods that read a token move {@link #next} behind
 * the token, and return false if it is malformed or cut off.
 */
final class JsonFieldReader extends FieldReader {
    private static final int MOST_DEPTH = 1_000;
    private static final Pattern POINTER = Pattern.compile("(/([^~/]|~[01])*)*");
    private static final Pattern INDEX = Pattern.compile("0|[1-9]\\d{0,8}");
    private static final byte[] TRUE = {'t', 'r', 'u', 'e'};
    private static final byte[] FALSE = {'f', 'a', 'l', 's', 'e'};
    private static final byte[] NULL = {'n', 'u', 'l', 'l'};
    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};
    private static final int FIRST_PRINTABLE = 0x20;
    private static final int HEX_DIGITS = 4;

    /** What {@link #token} and {@link #escaped} return for none. */
    private static final int NONE = -1;

    /** The pointer's keys in UTF-8, and the same as indexes of arrays; {@link #NONE} for a key that is no index. */
    private final byte[][] keys;

    private final int[] indexes;

    /** The open arrays and objects from the outside. */
    private final boolean[] isObject = new boolean[MOST_DEPTH];

    /** The number of elements begun in the open arrays that the pointer leads into. */
    private final int[] elements;

    private ByteBuffer in;
    private int limit;
    private int next;
    private int depth;

    /** The number of open arrays and objects, from the outside, that the pointer leads into. */
    private int followed;

    /** Whether the pointer leads to the value that comes next, or into it. */
    private boolean leads;

    private boolean isFound;
    private boolean isString;

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
        in = message;
        limit = end;
        next = from;
        depth = 0;
        followed = 0;
        leads = true;
        isFound = false;
        skipIf(BYTE_ORDER_MARK);
        return isDocument() && isFound;
    }

    @Override
    boolean isString() {
        return isString;
    }

    /** Reads one value and the white space around it. */
    private boolean isDocument() {
        while (true) {
            int token = token();
            if (token == '{' || token == '[') {
                if (depth == MOST_DEPTH) {
                    return false;
                }
                open(token == '{');
                if (token() != closing()) {
                    if (!isElementBegun()) {
                        return false;
                    }
                    continue;
                }
            } else if (!isScalar(token)) {
                return false;
            }
            while (depth > 0 && token() == closing()) {
                close();
            }
            if (depth == 0) {
                return token() == NONE;
            }
            if (token() != ',') {
                return false;
            }
            next++;
            if (!isElementBegun()) {
                return false;
            }
        }
    }

    private void open(boolean object) {
        next++;
        isObject[depth++] = object;
        if (leads && depth <= keys.length) {
            followed = depth;
            elements[depth - 1] = 0;
        }
    }

    private void close() {
        next++;
        if (followed == depth) {
            followed--;
        }
        depth--;
    }

    private int closing() {
        return isObject[depth - 1] ? '}' : ']';
    }

    /** Reads the key of an object's element, and decides whether the pointer leads to the value. */
    private boolean isElementBegun() {
        boolean follows = followed == depth;
        if (isObject[depth - 1]) {
            if (token() != '"' || !(follows ? isKey(keys[depth - 1]) : skipString())) {
                return false;
            }
            if (token() != ':') {
                return false;
            }
            next++;
            leads &= follows;
        } else {
            leads = follows && elements[depth - 1]++ == indexes[depth - 1];
        }
        // Of equal keys the last counts.
        isFound &= !leads;
        return true;
    }

    /** Reads a string, number or literal. */
    private boolean isScalar(int token) {
        int start = next;
        boolean wanted = leads && depth == keys.length;
        boolean string = token == '"';
        if (string || token == '-' || token >= '0' && token <= '9') {
            if (!(string ? skipString() : skipNumber())) {
                return false;
            }
            if (wanted) {
                int quote = string ? 1 : 0;
                found(start + quote, next - start - 2 * quote);
                isString = string;
                isFound = true;
            }
            return true;
        }
        return skipIf(TRUE) || skipIf(FALSE) || skipIf(NULL);
    }

    /** Skips white space; returns the byte after it, which is not read yet, or {@link #NONE} at the end. */
    private int token() {
        int i = next;
        while (i < limit) {
            byte b = in.get(i);
            if (b != ' ' && b != '\n' && b != '\r' && b != '\t') {
                next = i;
                // A byte above 127 is no token.
                return b & 0xFF;
            }
            i++;
        }
        next = i;
        return NONE;
    }

    private boolean skipIf(byte[] expected) {
        if (limit - next < expected.length) {
            return false;
        }
        for (int i = 0; i < expected.length; i++) {
            if (in.get(next + i) != expected[i]) {
                return false;
            }
        }
        next += expected.length;
        return true;
    }

    private boolean skipNumber() {
        if (in.get(next) == '-') {
            next++;
        }
        if (next < limit && in.get(next) == '0') {
            next++;
        } else if (!skipDigits()) {
            return false;
        }
        if (next < limit && in.get(next) == '.') {
            next++;
            if (!skipDigits()) {
                return false;
            }
        }
        if (next < limit && (in.get(next) == 'e' || in.get(next) == 'E')) {
            next++;
            if (next < limit && (in.get(next) == '+' || in.get(next) == '-')) {
                next++;
            }
            return skipDigits();
        }
        return true;
    }

    /** Skips at least one digit. */
    private boolean skipDigits() {
        int i = next;
        while (i < limit && Decimals.isDigit(in.get(i))) {
            i++;
        }
        boolean some = i > next;
        next = i;
        return some;
    }

    private boolean skipString() {
        int i = next + 1;
        while (i < limit) {
            byte b = in.get(i);
            if (b == '"') {
                next = i + 1;
                return true;
            }
            if (b >= 0 && b < FIRST_PRINTABLE) {
                return false;
            }
            i++;
            if (b == '\\') {
                next = i;
                if (escaped() == NONE) {
                    return false;
                }
                i = next;
            }
        }
        return false;
    }

    /** Reads a string, and sets {@link #leads} to whether its value is a key of the pointer. */
    private boolean isKey(byte[] key) {
        int same = 0;
        int i = next + 1;
        while (i < limit) {
            byte b = in.get(i);
            if (b == '"') {
                next = i + 1;
                leads = same == key.length;
                return true;
            }
            if (b >= 0 && b < FIRST_PRINTABLE) {
                return false;
            }
            i++;
            if (b == '\\') {
                next = i;
                int point = codePoint();
                if (point == NONE) {
                    return false;
                }
                same = compared(key, same, point);
                i = next;
            } else {
                same = compared(key, same, b);
            }
        }
        return false;
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

    /** Reads what follows a backslash, and the second half of a surrogate pair. */
    private int codePoint() {
        int first = escaped();
        if (first < Character.MIN_HIGH_SURROGATE || first > Character.MAX_HIGH_SURROGATE) {
            return first;
        }
        if (limit - next < 2 || in.get(next) != '\\' || in.get(next + 1) != 'u') {
            return first;
        }
        int between = next;
        next++;
        int second = escaped();
        if (second == NONE || Character.isLowSurrogate((char) second)) {
            return second == NONE ? NONE : Character.toCodePoint((char) first, (char) second);
        }
        next = between;
        return first;
    }

    /** Reads what follows a backslash; returns the character, or {@link #NONE} if it is no escape. */
    private int escaped() {
        if (next == limit) {
            return NONE;
        }
        byte b = in.get(next++);
        return switch (b) {
            case '"', '\\', '/' -> b;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> hexadecimal();
            default -> NONE;
        };
    }

    private int hexadecimal() {
        if (limit - next < HEX_DIGITS || !Hex.isHex(in, next, HEX_DIGITS)) {
            return NONE;
        }
        int value = (int) Hex.read(in, next, HEX_DIGITS);
        next += HEX_DIGITS;
        return value;
    }
}
