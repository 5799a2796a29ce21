package io.twohop.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A field for a transport's server that is shared by runs: a static one holds a server that is started once for the class,
 * one of an instance a server for each test. Its type is {@link io.twohop.TransportServer}.
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
 * <p>A {@link LatencyTest} uses it that names the same transport file, or none. Runs after the first meet a server that is
 * warm.
 */
@Target(ElementType.FIELD)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@ExtendWith(BenchTransports.class)
public @interface BenchTransport {
    /** A transport file: a path, or the name of one that a module on the class path carries. */
    String value();

    /** Keys of the file, {@code "key=value"}. */
    String[] set() default {};

    /** What becomes of the tests if the server cannot be started here. */
    Unavailable whenUnavailable() default Unavailable.FAIL;
}
