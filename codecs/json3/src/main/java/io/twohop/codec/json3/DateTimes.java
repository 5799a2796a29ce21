package io.twohop.codec.json3;

import io.twohop.codec.EpochNanos;
import java.time.Instant;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.deser.std.StdScalarDeserializer;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.NopAnnotationIntrospector;
import tools.jackson.databind.ser.std.StdScalarSerializer;

/** Lets Jackson write and read fields with {@link EpochNanos} as ISO-8601 text, by {@link Instant}. */
final class DateTimes extends NopAnnotationIntrospector {
    private static final long serialVersionUID = 1L;
    private static final long SECOND = 1_000_000_000L;

    @Override
    public Object findSerializer(MapperConfig<?> config, Annotated member) {
        return member.hasAnnotation(EpochNanos.class) ? new Serializer() : null;
    }

    @Override
    public Object findDeserializer(MapperConfig<?> config, Annotated member) {
        return member.hasAnnotation(EpochNanos.class) ? new Deserializer() : null;
    }

    private static final class Serializer extends StdScalarSerializer<Long> {
        Serializer() {
            super(Long.class);
        }

        @Override
        public void serialize(Long nanos, JsonGenerator out, SerializationContext context) {
            out.writeString(Instant.ofEpochSecond(Math.floorDiv(nanos, SECOND), Math.floorMod(nanos, SECOND))
                    .toString());
        }
    }

    private static final class Deserializer extends StdScalarDeserializer<Long> {
        Deserializer() {
            super(long.class);
        }

        @Override
        public Long deserialize(JsonParser in, DeserializationContext context) {
            Instant instant = Instant.parse(in.getString());
            // The first second that 64 bits hold does not begin within them.
            int before = instant.getEpochSecond() < 0 ? 1 : 0;
            return Math.addExact(
                    Math.multiplyExact(instant.getEpochSecond() + before, SECOND), instant.getNano() - before * SECOND);
        }
    }
}
