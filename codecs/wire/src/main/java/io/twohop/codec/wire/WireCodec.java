package io.twohop.codec.wire;

import io.twohop.codec.Codec;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import net.openhft.chronicle.wire.BinaryWire;
import net.openhft.chronicle.wire.WireMarshaller;

/**
 * Chronicle Wire over the message buffer's own memory, without a copy. One thread.
 *
 * <p>Chronicle's reflective marshaller spells and compares each field's name letter by letter, and its wire checks and moves its
 * positions several times for each value. Here a name is a {@link NameToken} made once, and a value takes one check; the
 * bytes are the same. A message whose fields come in another order, or with others among them, is read by Chronicle's
 * marshaller.
 */
final class WireCodec<T> implements Codec<T> {
    private final WireMessage message;
    private final WireMarshaller<T> marshaller;
    private final WireField[] fields;
    private final T decoded;

    /**
     * @param named whether messages contain the fields' names; without them, both ends need the same fields in the same
     *     order
     * @param decoded the event that {@link #decode} fills and returns
     */
    WireCodec(Class<T> eventType, boolean named, T decoded) {
        this.decoded = decoded;
        this.message = new WireMessage(named);
        this.marshaller = WireMarshaller.of(eventType);
        this.fields = fieldsOf(eventType, named);
    }

    @Override
    public void encode(T event, ByteBuffer out) {
        message.begin(out);
        if (fields.length == 0) {
            marshaller.writeMarshallable(event, message.writer());
            message.written();
        } else {
            for (WireField field : fields) {
                field.write(event, message);
            }
        }
        out.position(out.position() + message.length());
    }

    @Override
    public T decode(ByteBuffer in) {
        message.begin(in);
        if (!readInOrder()) {
            message.begin(in);
            BinaryWire wire = message.reader();
            wire.getValueIn().resetState();
            marshaller.readMarshallable(decoded, wire, true);
        }
        in.position(in.limit());
        return decoded;
    }

    private boolean readInOrder() {
        for (WireField field : fields) {
            if (!field.read(decoded, message)) {
                return false;
            }
        }
        return fields.length > 0;
    }

    /** Returns all fields from the topmost class down; none if one of them needs Chronicle's marshaller. */
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
