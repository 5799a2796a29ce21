package io.twohop.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A service that already runs, such as the application of a {@code @SpringBootTest}: the measurement sends requests and receives replies,
 * and touches nothing else. One of {@link #field}, {@link #key}, {@link #header} and {@link #inbox} says how a reply is matched with its
 * request.
 */
@Target({})
@Retention(RetentionPolicy.RUNTIME)
@Documented
public @interface Deployed {
    /** The topic, subject or queue that the service takes requests from. */
    String requests();

    /** The topic, subject or queue of its replies; none with {@link #inbox}. */
    String replies() default "";

    /** How many replies each request has: a number, or {@code 0..1} for a service that filters. */
    String perRequest() default "1";

    /** A request's file, or a directory of them: a path, or a resource of the test's class path. */
    String event() default "";

    /** JSON pointer of a number or UUID in the request that the reply has as well. Each request has another value. */
    String field() default "";

    /** JSON pointer of that value in the reply, if it differs. */
    String replyField() default "";

    /** Whether the value of {@link #field} is a UUID rather than a number. */
    boolean uuid() default false;

    /** Whether the reply has the key of its request. */
    boolean key() default false;

    /** A header that the service copies into its reply. */
    String header() default "";

    /** Whether the service replies to the subject that the request names, as with NATS request and reply. */
    boolean inbox() default false;

    /** Further fields of the request that vary, {@code "/sentAt=time"}. */
    String[] fields() default {};
}
