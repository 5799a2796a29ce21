package io.twohop.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.twohop.assertj.BenchmarkAssertions;
import io.twohop.assertj.BudgetMissedError;
import io.twohop.assertj.InvalidMeasurementError;
import io.twohop.event.EventSource;
import io.twohop.event.Microservice;
import io.twohop.event.OrderEvent;
import io.twohop.event.OrderEventType;
import io.twohop.result.BenchmarkResult;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;
import org.junit.platform.testkit.engine.EventType;

/** Classes with latency tests, run by JUnit as a user's are. */
@Tag("one-jdk")
@Timeout(180)
class LatencyTestTest {
    /** For runs that end before the optimizing compiler pays. */
    static final String FIRST_COMPILER = "jvm.flags=-XX:TieredStopAtLevel=1";

    private static final List<String> SEEN = new ArrayList<>();

    @TempDir
    Path results;

    private EngineExecutionResults run(Class<?> type) {
        SEEN.clear();
        return EngineTestKit.engine("junit-jupiter")
                .selectors(selectClass(type))
                .configurationParameter("twohop.results", results.toString())
                .execute();
    }

    private static List<Throwable> failures(EngineExecutionResults results) {
        return results.testEvents().failed().stream()
                .map(event -> event.getRequiredPayload(TestExecutionResult.class)
                        .getThrowable()
                        .orElseThrow())
                .toList();
    }

    private static List<String> names(EngineExecutionResults results) {
        return results.testEvents().succeeded().stream()
                .map(Event::getTestDescriptor)
                .map(test -> test.getDisplayName())
                .toList();
    }

    /** Answers, and counts what it answered. */
    public static final class Counting implements Microservice<Object, Object> {
        @Override
        public void onEvent(Object event, Consumer<? super Object> out) {
            out.accept(event);
        }
    }

    @LatencyTest(
            transport = "loopback.yaml",
            rate = 200,
            warmup = "1s",
            duration = "2s",
            service = Counting.class,
            set = {"idle=park", FIRST_COMPILER},
            retries = 3)
    static class Passing {
        @BeforeEach
        void before() {
            SEEN.add("before");
        }

        @LatencyTest
        void one(BenchmarkResult result) {
            SEEN.add(result.workloadSettings().get("service").asText());
            BenchmarkAssertions.assertThat(result).isValid().endToEnd().max().isLessThan(Duration.ofHours(1));
        }

        @LatencyTest(
                rate = {200, 300},
                inProcess = true,
                set = {"hops=1", "transport.codec=json", "idle=park"})
        void several(BenchmarkResult result) {
            SEEN.add(result.rates().offeredPerSecond() + " over "
                    + result.workloadSettings().get("hops").asText());
        }
    }

    @Test
    void shouldMeasureEachCombinationBeforeItsBody() throws Exception {
        EngineExecutionResults run = run(Passing.class);

        assertThat(failures(run)).isEmpty();
        assertThat(names(run))
                .containsExactlyInAnyOrder("loopback.yaml 200/s", "loopback.yaml 200/s", "loopback.yaml 300/s");
        assertThat(SEEN).contains("before", Counting.class.getName(), "200.0 over 1", "300.0 over 1");
        assertThat(results.resolve("Passing.several")).isDirectoryContaining("glob:**loopback");
        assertThat(run.testEvents().stream().filter(event -> event.getType() == EventType.STARTED))
                .allSatisfy(event -> assertThat(event.getTestDescriptor().getTags())
                        .extracting(tag -> tag.getName())
                        .containsExactly("latency"));
    }

    @LatencyTest(
            transport = "loopback.yaml",
            rate = 200,
            warmup = "1s",
            duration = "2s",
            set = "idle=park",
            judged = false)
    static class Services {
        private final AtomicInteger calls = new AtomicInteger();

        @LatencyService
        Microservice<Object, Object> service() {
            return (event, out) -> {
                calls.incrementAndGet();
                out.accept(event);
            };
        }

        @LatencyTest
        void measuresTheMethodsService(BenchmarkResult result) {
            SEEN.add(calls.get() + " calls");
        }
    }

    @Test
    void shouldTakeTheServiceOfTheTestInstance() {
        assertThat(failures(run(Services.class))).isEmpty();
        assertThat(SEEN).containsExactly("600 calls");
    }

    @LatencyTest(
            transport = "loopback.yaml",
            rate = 200,
            warmup = "1s",
            duration = "2s",
            set = {"drain=500ms", "idle=park"})
    static class Failing {
        @LatencyService
        private final Microservice<Object, Object> silent = (event, out) -> {};

        @LatencyTest(retries = 1)
        void invalid(BenchmarkResult result) {
            SEEN.add("the body of invalid");
        }

        @LatencyTest(judged = false)
        void looksForItself(BenchmarkResult result) {
            SEEN.add(result.verdict().kind());
        }
    }

    @Test
    void shouldFailBeforeTheBodyAndAtOnceWhereMessagesAreMissing() {
        EngineExecutionResults run = run(Failing.class);

        assertThat(failures(run))
                .singleElement()
                .satisfies(failure -> assertThat(failure)
                        .isInstanceOf(InvalidMeasurementError.class)
                        .hasMessageStartingWith("MEASUREMENT INVALID, the budget was not judged: ")
                        .hasMessageContaining("the service left "));
        assertThat(SEEN).containsExactly("Invalid");
        assertThat(results.resolve("Failing.invalid").toFile().list())
                .as("loss would come again")
                .hasSize(1);
    }

    /** Messages whose generator falls asleep once, near the end of the first measurement. */
    public static final class Dozing implements io.twohop.event.EventType<OrderEvent> {
        private static final AtomicBoolean DOZED = new AtomicBoolean();
        private final OrderEventType orders = new OrderEventType();

        @Override
        public String name() {
            return "dozing";
        }

        @Override
        public String description() {
            return "";
        }

        @Override
        public Class<OrderEvent> eventClass() {
            return orders.eventClass();
        }

        @Override
        public int maxBytes() {
            return orders.maxBytes();
        }

        @Override
        public EventSource<OrderEvent> source(long seed) {
            EventSource<OrderEvent> next = orders.source(seed);
            return (sequence, intendedNanos) -> {
                if (sequence == 500 && DOZED.compareAndSet(false, true)) {
                    LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(1));
                }
                return next.next(sequence, intendedNanos);
            };
        }
    }

    static class Stalled {
        @LatencyTest(
                transport = "loopback.yaml",
                rate = 200,
                warmup = "1s",
                duration = "2s",
                event = Dozing.class,
                inProcess = true,
                // Without a trial, which would meet the event that dozes.
                set = {"idle=park", "layout=shared"},
                retries = 3)
        void passes(BenchmarkResult result) {
            SEEN.add(result.verdict().kind());
        }
    }

    @Test
    void shouldMeasureAgainAloudWhereAStallSpoiltTheRate() {
        EngineExecutionResults run = run(Stalled.class);

        assertThat(failures(run)).isEmpty();
        assertThat(SEEN).containsExactly("Met");
        assertThat(run.testEvents().reportingEntryPublished().stream())
                .anySatisfy(event -> assertThat(event.getPayload().orElseThrow().toString())
                        .contains("twohop.retry", "of the offered rate achieved", "measuring again"));
        assertThat(results.resolve("Stalled.passes").toFile().list()).hasSizeGreaterThan(1);
    }

    static class Missing {
        @LatencyTest(
                transport = "loopback.yaml",
                rate = 200,
                warmup = "1s",
                duration = "2s",
                inProcess = true,
                retries = 3,
                set = {"slo.endToEnd.max=1ns", "idle=park"})
        void missesItsObjective(BenchmarkResult result) {
            SEEN.add("the body");
        }

        @LatencyTest(transport = "loopback.yaml", rate = 200, cores = 10_000)
        void needsMore(BenchmarkResult result) {
            SEEN.add("the body");
        }

        @LatencyTest(transport = "loopback.yaml", rate = 200, cores = 10_000, whenUnavailable = Unavailable.SKIP)
        void needsMoreAndSaysSo(BenchmarkResult result) {
            SEEN.add("the body");
        }
    }

    @Test
    void shouldDistinguishABudgetMissedFromWhatCannotBeMeasured() {
        EngineExecutionResults run = run(Missing.class);

        assertThat(failures(run)).hasSize(2);
        assertThat(failures(run))
                .anySatisfy(failure -> assertThat(failure)
                        .isInstanceOf(BudgetMissedError.class)
                        .hasMessageStartingWith("BUDGET MISSED: ")
                        .hasMessageContaining("max"));
        assertThat(failures(run))
                .anySatisfy(failure -> assertThat(failure)
                        .hasMessageContaining("cannot be measured here: ")
                        .hasMessageContaining("it takes 10000 (whenUnavailable = SKIP would skip it)"));
        run.testEvents().assertStatistics(counted -> counted.aborted(1));
        assertThat(SEEN).isEmpty();
    }

    static class Wrong {
        @LatencyTest(rate = 200)
        void namesNoTransport(BenchmarkResult result) {}

        @LatencyTest(transport = "lopback.yaml", rate = 200)
        void namesNone(BenchmarkResult result) {}

        @LatencyTest(transport = "loopback.yaml")
        void hasNoRate(BenchmarkResult result) {}
    }

    @Test
    void shouldRefuseWhatCannotBeRun() {
        EngineExecutionResults run = run(Wrong.class);

        List<String> messages = run.containerEvents().failed().stream()
                .map(event -> event.getRequiredPayload(TestExecutionResult.class)
                        .getThrowable()
                        .orElseThrow()
                        .getMessage())
                .toList();
        assertThat(messages).hasSize(3);
        assertThat(messages)
                .anyMatch(message -> message.contains("@LatencyTest transport: missing (expected: a transport file"));
        assertThat(messages).anyMatch(message -> message.contains("did you mean 'loopback.yaml'?"));
        assertThat(messages).anyMatch(message -> message.contains("rate: missing"));
    }
}
