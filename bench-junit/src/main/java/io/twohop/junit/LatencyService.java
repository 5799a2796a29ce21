package io.twohop.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The service that a class's {@link LatencyTest}s measure: a field with a {@link io.twohop.event.Microservice} that all service threads
 * share, or a method without parameters that creates one for each thread. The service exists in this JVM only, so the measurement runs
 * here.
 */
@Target({ElementType.FIELD, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Documented
public @interface LatencyService {}
