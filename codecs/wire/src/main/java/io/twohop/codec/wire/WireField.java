package io.twohop.codec.wire;

import java.lang.reflect.Field;
import java.util.Map;
import net.openhft.chronicle.core.UnsafeMemory;
import net.openhft.chronicle.wire.BinaryWireCode;

/** One field of an event: its name's token and its value, in Chronicle's format. One thread. */
final class WireField {
    private static final int TEXT = 0;
    private static final int LONG = 1;
    private static final int INT = 2;
    private static final int DOUBLE = 3;
    private static final int BOOLEAN = 4;
    private static final Map<Class<?>, Integer> KINDS =
            Map.of(String.class, TEXT, long.class, LONG, int.class, INT, double.class, DOUBLE, boolean.class, BOOLEAN);

    private final String name;
    private final NameToken token;
    private final ShortTexts texts;
    private final int kind;
    private final long offset;

    /** @param named whether the message contains the name */
    WireField(Field field, boolean named) {
        name = field.getName();
        token = named ? new NameToken(name) : null;
        kind = KINDS.get(field.getType());
        texts = kind == TEXT ? new ShortTexts() : null;
        offset = UnsafeMemory.unsafeObjectFieldOffset(field);
    }

    static boolean supports(Field field) {
        boolean plain = field.getAnnotations().length == 0 || !hasChronicleAnnotation(field);
        return plain && KINDS.containsKey(field.getType()) && NameToken.fits(field.getName());
    }

    /** Whether one of Chronicle's annotations changes how a value is written. */
    private static boolean hasChronicleAnnotation(Field field) {
        for (var annotation : field.getAnnotations()) {
            if (annotation.annotationType().getName().startsWith("net.openhft.")) {
                return true;
            }
        }
        return false;
    }

    void write(Object event, WireMessage message) {
        if (token != null && !token.write(message)) {
            message.writer().write(name);
            message.written();
        }
        switch (kind) {
            case TEXT -> writeText(UnsafeMemory.unsafeGetObject(event, offset), message);
            case LONG -> message.putLong(BinaryWireCode.INT64, UnsafeMemory.unsafeGetLong(event, offset));
            case INT -> message.putInt(BinaryWireCode.INT32, UnsafeMemory.unsafeGetInt(event, offset));
            case DOUBLE -> message.putLong(BinaryWireCode.FLOAT64, UnsafeMemory.unsafeGetLong(event, offset));
            default ->
                message.putCode(
                        UnsafeMemory.unsafeGetBoolean(event, offset) ? BinaryWireCode.TRUE : BinaryWireCode.FALSE);
        }
    }

    /** Reads the field; returns false if another field comes next, with nothing read. */
    boolean read(Object event, WireMessage message) {
        if (token == null ? message.left() == 0 : !token.skip(message)) {
            return false;
        }
        switch (kind) {
            case TEXT -> UnsafeMemory.unsafePutObject(event, offset, readText(message));
            case LONG -> UnsafeMemory.unsafePutLong(event, offset, readLong(message));
            case INT -> UnsafeMemory.unsafePutInt(event, offset, readInt(message));
            case DOUBLE -> UnsafeMemory.unsafePutDouble(event, offset, readDouble(message));
            default -> UnsafeMemory.unsafePutBoolean(event, offset, readBoolean(message));
        }
        return true;
    }

    private static void writeText(String text, WireMessage message) {
        if (!ShortTexts.write(text, message)) {
            message.writer().getValueOut().text(text);
            message.written();
        }
    }

    private String readText(WireMessage message) {
        String known = texts.find(message);
        if (known != null) {
            return known;
        }
        String text = message.reader().getValueIn().text();
        message.read();
        texts.remember(text);
        return text;
    }

    // A number in another form, such as a shorter one, is left to Chronicle.

    private static long readLong(WireMessage message) {
        if (message.isNext(BinaryWireCode.INT64, Long.BYTES)) {
            return message.takeLong();
        }
        long value = message.reader().getValueIn().int64();
        message.read();
        return value;
    }

    private static int readInt(WireMessage message) {
        if (message.isNext(BinaryWireCode.INT32, Integer.BYTES)) {
            return message.takeInt();
        }
        int value = message.reader().getValueIn().int32();
        message.read();
        return value;
    }

    private static double readDouble(WireMessage message) {
        if (message.isNext(BinaryWireCode.FLOAT64, Long.BYTES)) {
            return Double.longBitsToDouble(message.takeLong());
        }
        double value = message.reader().getValueIn().float64();
        message.read();
        return value;
    }

    private static boolean readBoolean(WireMessage message) {
        boolean value = message.reader().getValueIn().bool();
        message.read();
        return value;
    }
}
