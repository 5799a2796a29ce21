package io.twohop.codec;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A {@code long} of an event that is a date-time: nanoseconds since 1970 in UTC. The JSON codecs write it as ISO-8601 text,
 * as {@link java.time.Instant#toString()} does, and read what {@link java.time.Instant#parse} accepts, from the year 1677
 * to 2262.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD})
public @interface EpochNanos {}
