package io.twohop.codec.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.ser.std.StdScalarSerializer;
import io.twohop.config.Nanos;
import java.io.IOException;
import java.time.Instant;

/** Date-times by {@link Instant}, as many services write them. */
final class JavaTime {
    private JavaTime() {}

    /** @throws ArithmeticException if the time exceeds 64 bits */
    static long parse(String text) {
        Instant instant = Instant.parse(text);
        // The first second that 64 bits hold is not there from its beginning, so nothing may be multiplied past it.
        int before = instant.getEpochSecond() < 0 ? 1 : 0;
        return Math.addExact(
                Math.multiplyExact(instant.getEpochSecond() + before, Nanos.SECOND),
                instant.getNano() - before * Nanos.SECOND);
    }

    static final class Serializer extends StdScalarSerializer<Long> {
        private static final long serialVersionUID = 1L;

        Serializer() {
            super(Long.class);
        }

        @Override
        public void serialize(Long nanos, JsonGenerator out, SerializerProvider provider) throws IOException {
            out.writeString(
                    Instant.ofEpochSecond(Math.floorDiv(nanos, Nanos.SECOND), Math.floorMod(nanos, Nanos.SECOND))
                            .toString());
        }
    }

    static final class Deserializer extends StdScalarDeserializer<Long> {
        private static final long serialVersionUID = 1L;

        Deserializer() {
            super(long.class);
        }

        @Override
        public Long deserialize(JsonParser in, DeserializationContext context) throws IOException {
            return parse(in.getText());
        }
    }
}
