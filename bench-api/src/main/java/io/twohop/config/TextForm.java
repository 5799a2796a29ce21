package io.twohop.config;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Names the type of text that may stand for a whole record, on the method that reads it; any text without it. For
 * schemas.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface TextForm {
    /** The type whose texts the method accepts. */
    Class<?> value();
}
