package io.twohop.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The service that a class's {@link LatencyTest}s measure: a field that holds a {@link io.twohop.event.Microservice}, which
 * all its threads share, or a method without parameters that makes one for each. It exists in this JVM alone, so that is
 * where it is measured.
 */
@Target({ElementType.FIELD, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Documented
public @interface LatencyService {}
