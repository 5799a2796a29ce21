package io.twohop.config;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** What a text is that may stand for a whole record, on the method that reads it; any text without. For schemas. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface TextForm {
    /** The type whose texts it takes. */
    Class<?> value();
}
