package io.twohop.pipeline.deployed;

import io.twohop.event.field.FieldReader;
import io.twohop.transport.Publisher;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Takes the key of each request from a field of its payload, as a producer of the user would. One thread. */
public final class RequestKey {

    private final FieldReader field;
    private byte[][] byLength = new byte[0][];

    /** @param pointer JSON pointer of a string or number; {@code null} leaves requests without a key */
    public RequestKey(String pointer) {
        field = pointer == null ? null : FieldReader.ofPointer(pointer);
    }

    /** Gives the next message of a publisher the key that belongs to a payload, whose position stays. Allocates once for each length. */
    void set(ByteBuffer payload, Publisher publisher) {
        if (field == null) {
            return;
        }
        if (!field.find(payload, payload.position(), payload.limit())) {
            throw new IllegalStateException("a request without the field of service.key");
        }
        byte[] key = ofLength(field.length());
        payload.get(field.at(), key);
        publisher.key(key);
    }

    private byte[] ofLength(int length) {
        if (length >= byLength.length) {
            byLength = Arrays.copyOf(byLength, length + 1);
        }
        if (byLength[length] == null) {
            byLength[length] = new byte[length];
        }
        return byLength[length];
    }
}
