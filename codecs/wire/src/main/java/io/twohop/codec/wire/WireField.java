package io.twohop.codec.wire;

import java.lang.reflect.Field;
import java.util.Map;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.core.UnsafeMemory;
import net.openhft.chronicle.wire.BinaryWire;

/** One field of an event: its name's token, and Chronicle's own writing and reading of its value. One thread. */
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

    /** @param named whether the name travels along */
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

    /** Chronicle's annotations change how a value is written. */
    private static boolean hasChronicleAnnotation(Field field) {
        for (var annotation : field.getAnnotations()) {
            if (annotation.annotationType().getName().startsWith("net.openhft.")) {
                return true;
            }
        }
        return false;
    }

    /** @param address where the bytes begin in memory */
    void write(Object event, BinaryWire wire, Bytes<?> bytes, long address) {
        if (token != null && !token.write(bytes, address)) {
            wire.write(name);
        }
        switch (kind) {
            case TEXT -> writeText(UnsafeMemory.unsafeGetObject(event, offset), wire, bytes, address);
            case LONG -> wire.getValueOut().int64(UnsafeMemory.unsafeGetLong(event, offset));
            case INT -> wire.getValueOut().int32(UnsafeMemory.unsafeGetInt(event, offset));
            case DOUBLE -> wire.getValueOut().float64(UnsafeMemory.unsafeGetDouble(event, offset));
            default -> wire.getValueOut().bool(UnsafeMemory.unsafeGetBoolean(event, offset));
        }
    }

    /** False when another field comes next: nothing was read. */
    boolean read(Object event, BinaryWire wire, Bytes<?> bytes, long address) {
        if (token == null ? bytes.readRemaining() == 0 : !token.skip(bytes, address)) {
            return false;
        }
        switch (kind) {
            case TEXT -> UnsafeMemory.unsafePutObject(event, offset, readText(wire, bytes, address));
            case LONG ->
                UnsafeMemory.unsafePutLong(event, offset, wire.getValueIn().int64());
            case INT ->
                UnsafeMemory.unsafePutInt(event, offset, wire.getValueIn().int32());
            case DOUBLE ->
                UnsafeMemory.unsafePutDouble(event, offset, wire.getValueIn().float64());
            default ->
                UnsafeMemory.unsafePutBoolean(event, offset, wire.getValueIn().bool());
        }
        return true;
    }

    private static void writeText(String text, BinaryWire wire, Bytes<?> bytes, long address) {
        if (!ShortTexts.write(text, bytes, address)) {
            wire.getValueOut().text(text);
        }
    }

    private String readText(BinaryWire wire, Bytes<?> bytes, long address) {
        String known = texts.find(bytes, address);
        if (known != null) {
            return known;
        }
        String text = wire.getValueIn().text();
        texts.remember(text);
        return text;
    }
}
