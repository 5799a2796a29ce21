package io.twohop.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A field of type {@link io.twohop.TransportServer} for a server that runs share. The server of a static field starts once per class, that
 * of an instance field once per test.
 *
 * <pre>{@code
 * @BenchTransport("kafka.yaml")
 * static TransportServer kafka;
 *
 * @LatencyTest(rate = {1_000, 10_000}, duration = "5s")
 * void bothRates(BenchmarkResult result) {
 *     assertThat(result).hasNoLoss();
 * }
 * }</pre>
 *
 * <p>A {@link LatencyTest} uses the server if it names the same transport file, or none. Runs after the first meet a warm server.
 */
@Target(ElementType.FIELD)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@ExtendWith(BenchTransports.class)
public @interface BenchTransport {
    /** A transport file: a path, or a name that a module on the class path provides. */
    String value();

    /** Keys of the file, {@code "key=value"}. */
    String[] set() default {};

    /**
     * Topics that are created on the server before the tests, for a service of your own: names, with the number of partitions behind a
     * colon, such as {@code orders:2}.
     */
    String[] topics() default {};

    /** Outcome of the tests if the server cannot be started here. */
    Unavailable whenUnavailable() default Unavailable.FAIL;
}
