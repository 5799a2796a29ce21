package io.twohop.codec.wire;

import io.twohop.codec.Codec;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.bytes.BytesStore;
import net.openhft.chronicle.bytes.PointerBytesStore;
import net.openhft.chronicle.core.Jvm;
import net.openhft.chronicle.wire.BinaryWire;
import net.openhft.chronicle.wire.WireMarshaller;

/**
 * Chronicle Wire over the message buffer's own memory, without a copy. One thread.
 *
 * <p>Chronicle's reflective marshaller spells and compares each field's name letter by letter, about half of what a
 * message costs. Here a name is a {@link NameToken} made once; the bytes are the same. A message whose fields come in
 * another order, or with others among them, is read by Chronicle's marshaller.
 */
final class WireCodec<T> implements Codec<T> {
    private static final boolean FIXED_WIDTH_NUMBERS = true;

    private final PointerBytesStore store = BytesStore.nativePointer();
    private final Bytes<?> bytes = store.bytesForWrite();
    private final BinaryWire wire;
    private final WireMarshaller<T> marshaller;
    private final WireField[] fields;
    private final T decoded;

    /**
     * @param named whether the fields' names travel along; without, both ends must know the same fields in one order
     * @param decoded what {@link #decode} fills and returns
     */
    WireCodec(Class<T> eventType, boolean named, T decoded) {
        this.decoded = decoded;
        this.wire = new BinaryWire(bytes, FIXED_WIDTH_NUMBERS, false, !named, Integer.MAX_VALUE, "binary");
        this.marshaller = WireMarshaller.of(eventType);
        this.fields = fieldsOf(eventType, named);
        bytes.singleThreadedCheckDisabled(true);
    }

    @Override
    public void encode(T event, ByteBuffer out) {
        long address = Jvm.address(out) + out.position();
        store.set(address, out.remaining());
        bytes.clear();
        if (fields.length == 0) {
            marshaller.writeMarshallable(event, wire);
        } else {
            for (WireField field : fields) {
                field.write(event, wire, bytes, address);
            }
        }
        out.position(out.position() + (int) bytes.writePosition());
    }

    @Override
    public T decode(ByteBuffer in) {
        long address = Jvm.address(in) + in.position();
        int length = in.remaining();
        store.set(address, length);
        bytes.readPositionRemaining(0, length);
        if (!readInOrder(address)) {
            bytes.readPositionRemaining(0, length);
            wire.getValueIn().resetState();
            marshaller.readMarshallable(decoded, wire, true);
        }
        in.position(in.limit());
        return decoded;
    }

    private boolean readInOrder(long address) {
        for (WireField field : fields) {
            if (!field.read(decoded, wire, bytes, address)) {
                return false;
            }
        }
        return fields.length > 0;
    }

    /** Every field from the topmost class down; none when one of them is of a type left to Chronicle's marshaller. */
    private static WireField[] fieldsOf(Class<?> eventType, boolean named) {
        List<WireField> found = new ArrayList<>();
        for (Class<?> type = eventType; type != null; type = type.getSuperclass()) {
            List<WireField> own = new ArrayList<>();
            for (Field field : type.getDeclaredFields()) {
                if ((field.getModifiers() & (Modifier.STATIC | Modifier.TRANSIENT)) != 0) {
                    continue;
                }
                if (!WireField.supports(field)) {
                    return new WireField[0];
                }
                own.add(new WireField(field, named));
            }
            found.addAll(0, own);
        }
        return found.toArray(WireField[]::new);
    }
}
