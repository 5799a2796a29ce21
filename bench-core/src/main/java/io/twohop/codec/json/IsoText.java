package io.twohop.codec.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.ser.std.StdScalarSerializer;
import java.io.IOException;

/** Date-times of JSON by {@link IsoInstant}, directly in Jackson's buffers. */
final class IsoText {
    private IsoText() {}

    static void write(long epochNanos, JsonGenerator out, byte[] scratch) throws IOException {
        out.writeRawUTF8String(scratch, 0, IsoInstant.write(epochNanos, scratch));
    }

    static long read(JsonParser in) throws IOException {
        if (!in.hasToken(JsonToken.VALUE_STRING)) {
            return JavaTime.parse(in.getText());
        }
        return IsoInstant.read(in.getTextCharacters(), in.getTextOffset(), in.getTextLength());
    }

    /** A serializer of one mapper, and so of one thread. */
    static final class Serializer extends StdScalarSerializer<Long> {
        private static final long serialVersionUID = 1L;

        private final transient byte[] scratch = new byte[IsoInstant.MOST_BYTES];

        Serializer() {
            super(Long.class);
        }

        @Override
        public void serialize(Long nanos, JsonGenerator out, SerializerProvider provider) throws IOException {
            write(nanos, out, scratch);
        }
    }

    static final class Deserializer extends StdScalarDeserializer<Long> {
        private static final long serialVersionUID = 1L;

        Deserializer() {
            super(long.class);
        }

        @Override
        public Long deserialize(JsonParser in, DeserializationContext context) throws IOException {
            return read(in);
        }
    }
}
