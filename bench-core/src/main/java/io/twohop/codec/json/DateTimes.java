package io.twohop.codec.json;

import com.fasterxml.jackson.databind.AnnotationIntrospector;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.AnnotationIntrospectorPair;
import com.fasterxml.jackson.databind.introspect.NopAnnotationIntrospector;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.twohop.codec.EpochNanos;

/** Lets Jackson write and read fields with {@link EpochNanos} by a given pair. */
final class DateTimes extends NopAnnotationIntrospector {
    private static final long serialVersionUID = 1L;

    private final transient JsonSerializer<Long> serializer;
    private final transient JsonDeserializer<Long> deserializer;

    private DateTimes(JsonSerializer<Long> serializer, JsonDeserializer<Long> deserializer) {
        this.serializer = serializer;
        this.deserializer = deserializer;
    }

    static JsonMapper.Builder by(
            JsonSerializer<Long> serializer, JsonDeserializer<Long> deserializer, JsonMapper.Builder mapper) {
        AnnotationIntrospector ours = new DateTimes(serializer, deserializer);
        AnnotationIntrospector jacksons =
                mapper.build().getSerializationConfig().getAnnotationIntrospector();
        return mapper.annotationIntrospector(AnnotationIntrospectorPair.create(ours, jacksons));
    }

    @Override
    public Object findSerializer(Annotated member) {
        return member.hasAnnotation(EpochNanos.class) ? serializer : null;
    }

    @Override
    public Object findDeserializer(Annotated member) {
        return member.hasAnnotation(EpochNanos.class) ? deserializer : null;
    }
}
