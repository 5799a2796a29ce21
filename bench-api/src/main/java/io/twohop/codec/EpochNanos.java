package io.twohop.codec;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a {@code long} of an event as a date-time: nanoseconds since 1970 in UTC. The JSON codecs write it as ISO-8601
 * text, like {@link java.time.Instant#toString()}, and read what {@link java.time.Instant#parse} accepts, from the year
 * 1677 to 2262.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD})
public @interface EpochNanos {}
