package io.twohop.event.field;

import io.twohop.config.ConfigException;
import io.twohop.event.Samples;
import java.nio.ByteBuffer;

/** The field of a request that is its key. */
public final class KeyField {
    private static final String NAME = "service.key";
    private static final byte ESCAPE = '\\';

    private KeyField() {}

    /**
     * Refuses samples that have no key: each needs a string or number, without escapes, since keys are sent unread.
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
}
