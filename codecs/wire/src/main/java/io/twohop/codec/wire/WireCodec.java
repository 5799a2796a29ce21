package io.twohop.codec.wire;

import io.twohop.codec.Codec;
import java.lang.reflect.InvocationTargetException;
import java.nio.ByteBuffer;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.wire.Wire;
import net.openhft.chronicle.wire.WireMarshaller;
import net.openhft.chronicle.wire.WireType;

/**
 * Any plain class by Chronicle Wire, field by field. Works in a buffer of its own, since Wire writes to its own kind of
 * memory only; the copy to and from the message is a few nanoseconds. Decodes into one object again and again, and
 * allocates nothing once its texts are known.
 */
final class WireCodec<T> implements Codec<T> {
    private static final int INITIAL_BYTES = 4_096;
    private static final int MAX_BYTES = 64 << 20;

    private final WireMarshaller<T> marshaller;
    private final Bytes<ByteBuffer> bytes = Bytes.elasticByteBuffer(INITIAL_BYTES, MAX_BYTES);
    private final Wire wire;
    private final T decoded;

    WireCodec(WireType type, Class<T> eventType) {
        marshaller = WireMarshaller.of(eventType);
        wire = type.apply(bytes);
        // Made on one thread and used by another, one at a time.
        bytes.singleThreadedCheckDisabled(true);
        decoded = newInstance(eventType);
    }

    private static <T> T newInstance(Class<T> type) {
        try {
            return type.getDeclaredConstructor().newInstance();
        } catch (NoSuchMethodException | IllegalAccessException | InstantiationException e) {
            throw new IllegalArgumentException(
                    "event: " + type.getName() + " (expected: a class with a public constructor without arguments)", e);
        } catch (InvocationTargetException e) {
            throw new IllegalArgumentException("event: " + type.getName() + " cannot be made", e.getCause());
        }
    }

    @Override
    public void encode(T event, ByteBuffer out) {
        bytes.clear();
        marshaller.writeMarshallable(event, wire);
        int length = (int) bytes.writePosition();
        out.put(out.position(), bytes.underlyingObject(), 0, length).position(out.position() + length);
    }

    @Override
    public T decode(ByteBuffer in) {
        int length = in.remaining();
        bytes.clear();
        bytes.ensureCapacity(length);
        bytes.underlyingObject().put(0, in, in.position(), length);
        bytes.writePosition(length);
        marshaller.readMarshallable(decoded, wire, true);
        return decoded;
    }
}
