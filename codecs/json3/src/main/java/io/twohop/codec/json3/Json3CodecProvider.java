package io.twohop.codec.json3;

import io.twohop.codec.Codec;
import io.twohop.codec.CodecProvider;
import tools.jackson.databind.AnnotationIntrospector;
import tools.jackson.databind.introspect.JacksonAnnotationIntrospector;
import tools.jackson.databind.json.JsonMapper;

/**
 * The {@code json3} codec: unmodified Jackson 3 on any class that it can map, date-times by {@link java.time.Instant}.
 * Spring Boot 4 writes its JSON so. Fields have the order of their names, which is Jackson 3's default.
 */
public final class Json3CodecProvider implements CodecProvider {
    @Override
    public String name() {
        return "json3";
    }

    @Override
    public String description() {
        return "JSON text by Jackson 3 as it comes, date-times by java.time, fields by name";
    }

    @Override
    public <T> Codec<T> codec(Class<T> eventType) {
        JsonMapper mapper = JsonMapper.builder()
                .annotationIntrospector(
                        AnnotationIntrospector.pair(new DateTimes(), new JacksonAnnotationIntrospector()))
                .build();
        return new Json3Codec<>(mapper, eventType);
    }
}
