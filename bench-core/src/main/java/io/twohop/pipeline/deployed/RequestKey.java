package io.twohop.pipeline.deployed;

import io.twohop.config.ConfigException;
import io.twohop.event.Samples;
import io.twohop.event.field.FieldReader;
import io.twohop.transport.Publisher;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Takes the key of each request from a field of its payload, as a producer of the user would. One thread. */
public final class RequestKey {
    private static final String NAME = "service.key";
    private static final byte ESCAPE = '\\';

    private final FieldReader field;
    private byte[][] byLength = new byte[0][];

    /** @param pointer JSON pointer of a string or number; {@code null} leaves requests without a key */
    public RequestKey(String pointer) {
        field = pointer == null ? null : FieldReader.ofPointer(pointer);
    }

    /**
     * Refuses samples that have no key: each needs a string or number, and escapes would be sent as they are written.
     *
     * @param pointer JSON pointer of the field
     */
    public static void check(Samples samples, String pointer) {
        FieldReader reader = FieldReader.ofPointer(pointer);
        ByteBuffer bytes = samples.bytes();
        for (int sample = 0; sample < samples.count(); sample++) {
            int start = samples.start(sample);
            boolean fits = reader.find(bytes, start, start + samples.size(sample)) && reader.length() > 0;
            for (int i = 0; fits && i < reader.length(); i++) {
                fits = bytes.get(reader.at() + i) != ESCAPE;
            }
            if (!fits) {
                throw ConfigException.invalid(
                        NAME,
                        pointer,
                        "in each sample at " + pointer + " a number, or a string that has text and no escapes; not in "
                                + samples.file(sample).getFileName());
            }
        }
    }

    /** Gives the next message of a publisher the key that belongs to a payload, whose position stays. Allocates once for each length. */
    void set(ByteBuffer payload, Publisher publisher) {
        if (field == null) {
            return;
        }
        if (!field.find(payload, payload.position(), payload.limit())) {
            throw new IllegalStateException("a request without the field of " + NAME);
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
