package io.twohop.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test that measures first, and then judges what was measured: its method takes the
 * {@link io.twohop.result.BenchmarkResult}. Each combination of the lists is a test of its own.
 *
 * <pre>{@code
 * @LatencyTest(transport = "chronicle.yaml", rate = 20_000, warmup = "2s", duration = "5s")
 * void orderPathStaysUnderBudget(BenchmarkResult result) {
 *     assertThat(result).hasNoLoss().endToEnd().percentile(99).isLessThan(Duration.ofMillis(1));
 * }
 * }</pre>
 *
 * <p>On a class, it gives defaults for the methods that have it; what a method says itself counts. Measured is after
 * {@code @BeforeEach}, and over before the method's body begins. A measurement that is not valid fails the test before the
 * body. Tests are tagged {@code latency}, so that a build can leave them out ({@code -DexcludedGroups=latency}). Results are
 * kept in {@code target/twohop/}, or where JUnit's configuration parameter {@code twohop.results} says.
 */
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@TestTemplate
@ExtendWith(LatencyExtension.class)
@Tag("latency")
public @interface LatencyTest {
    /** Transport files: paths, or names of those that modules on the class path carry. Required, but where a {@link BenchTransport} says it. */
    String[] transport() default {};

    /** A workload's YAML file: a path, or a resource of the test's class path. Without one, two seconds of warm-up and five of measuring. */
    String workload() default "";

    /** Messages offered per second. */
    long[] rate() default {};

    /** Payload sizes such as {@code 1KiB}, in place of an event. */
    String[] size() default {};

    /** Such as {@code 2s}. */
    String warmup() default "";

    /** Such as {@code 5s}. */
    String duration() default "";

    /** Fresh JVMs that repeat each run. */
    int forks() default 0;

    /** The name of a codec, or of a class. */
    String codec() default "";

    /** A {@link io.twohop.event.EventType} with a public constructor without parameters. */
    Class<?> event() default Void.class;

    /**
     * A {@link io.twohop.event.Microservice} with a public constructor without parameters; or see {@link LatencyService}.
     */
    Class<?> service() default Void.class;

    /** Any other key of the workload, {@code "key=value"}, or of the transport file, {@code "transport.key=value"}. */
    String[] set() default {};

    /** Whether to measure in the JVM of the tests. A {@link LatencyService} is always measured there. */
    boolean inProcess() default false;

    /** Whether more than 50,000 messages a second, or 10 GB, may go to servers that are not the bench's own. */
    boolean consent() default false;

    /** How many CPUs it takes to measure this; what has fewer cannot. */
    int cores() default 1;

    /** What becomes of a test whose transport, broker or CPUs are not there. */
    Unavailable whenUnavailable() default Unavailable.FAIL;

    /**
     * How often a measurement whose rate was not held is made again, where this machine itself stalled meanwhile. What would come
     * again, loss or a transport that is too slow, is not tried again. Each is reported, and its result kept.
     */
    int retries() default 0;

    /** Whether a measurement that is not valid, or missed its objective, fails before the body. */
    boolean judged() default true;
}
