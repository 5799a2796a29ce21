package io.twohop.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/**
 * A test that measures before its body runs; the method takes the {@link io.twohop.result.BenchmarkResult}. Each combination of the
 * lists is a separate test.
 *
 * <pre>{@code
 * @LatencyTest(transport = "chronicle.yaml", rate = 20_000, warmup = "2s", duration = "5s")
 * void orderPathStaysUnderBudget(BenchmarkResult result) {
 *     assertThat(result).hasNoLoss().endToEnd().percentile(99).isLessThan(Duration.ofMillis(1));
 * }
 * }</pre>
 *
 * <p>Where JUnit runs tests in parallel, no other test of the JVM runs beside the class of a measurement.
 *
 * <p>On a class, the annotation has defaults for annotated methods. The measurement runs after {@code @BeforeEach} and before the test
 * body. An invalid measurement fails the test before the body. Tests are tagged {@code latency}, so a build can exclude them
 * ({@code -DexcludedGroups=latency}). Results are kept in {@code target/twohop/}, or in the directory of JUnit's configuration parameter
 * {@code twohop.results}.
 */
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@TestTemplate
@ExtendWith(LatencyExtension.class)
@ResourceLock(Resources.GLOBAL)
@Tag("latency")
public @interface LatencyTest {
    /** Transport files: paths, or names that modules on the class path provide. Required unless a {@link BenchTransport} names one. */
    String[] transport() default {};

    /** A workload's YAML file: a path, or a resource of the test's class path. Default: 2 s of warm-up and 5 s of measuring. */
    String workload() default "";

    /** Messages offered per second. */
    long[] rate() default {};

    /** Payload sizes such as {@code 1KiB}, in place of an event. */
    String[] size() default {};

    /** Duration of the warm-up, such as {@code 2s}. */
    String warmup() default "";

    /** Duration of the measurement, such as {@code 5s}. */
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

    /** A service that already runs, instead of one that the measurement calls. */
    Deployed deployed() default @Deployed(requests = "");

    /** Any other key of the workload, {@code "key=value"}, or of the transport file, {@code "transport.key=value"}. */
    String[] set() default {};

    /** Whether to measure in the JVM of the tests; always so for a {@link LatencyService}. */
    boolean inProcess() default false;

    /** Whether to allow more than 50,000 messages per second or 10 GB on external servers. */
    boolean consent() default false;

    /** Minimum number of CPUs; a machine with fewer cannot measure the test. */
    int cores() default 1;

    /** Outcome of a test whose transport, broker or CPUs are missing. */
    Unavailable whenUnavailable() default Unavailable.FAIL;

    /**
     * Maximum number of retries of a measurement that missed its rate while this machine stalled. Loss and a slow transport are never
     * retried: a retry would hide them. Each attempt is reported, and its result kept.
     */
    int retries() default 0;

    /** Whether an invalid measurement, or a missed objective, fails the test before its body. */
    boolean judged() default true;
}
