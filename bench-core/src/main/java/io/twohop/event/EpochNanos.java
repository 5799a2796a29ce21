package io.twohop.event;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.ser.std.StdScalarSerializer;
import java.io.IOException;
import java.time.Instant;

/** Epoch nanoseconds as ISO-8601 text in JSON, the way a service would write its date-times. */
final class EpochNanos {
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private EpochNanos() {}

    static final class Serializer extends StdScalarSerializer<Long> {
        private static final long serialVersionUID = 1L;

        Serializer() {
            super(Long.class);
        }

        @Override
        public void serialize(Long nanos, JsonGenerator out, SerializerProvider provider) throws IOException {
            out.writeString(Instant.ofEpochSecond(
                            Math.floorDiv(nanos, NANOS_PER_SECOND), Math.floorMod(nanos, NANOS_PER_SECOND))
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
            Instant instant = Instant.parse(in.getText());
            return instant.getEpochSecond() * NANOS_PER_SECOND + instant.getNano();
        }
    }
}
