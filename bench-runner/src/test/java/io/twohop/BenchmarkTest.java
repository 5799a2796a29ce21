package io.twohop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twohop.account.Interval;
import io.twohop.account.Reported;
import io.twohop.codec.Codec;
import io.twohop.compare.Metric;
import io.twohop.compare.SideReader;
import io.twohop.config.ConfigException;
import io.twohop.engine.protocol.RunListener;
import io.twohop.event.EventSource;
import io.twohop.event.EventType;
import io.twohop.event.Microservice;
import io.twohop.pipeline.header.TraceHeader;
import io.twohop.result.BenchmarkResult;
import io.twohop.result.CodecCost;
import io.twohop.result.Costs;
import io.twohop.result.Fork;
import io.twohop.result.ForkMetrics;
import io.twohop.result.Verdict;
import io.twohop.store.StoredResult;
import io.twohop.testing.model.AgreeingReports;
import io.twohop.testing.model.Litter;
import io.twohop.transport.Acknowledgements;
import io.twohop.transport.Channel;
import io.twohop.transport.Guarantees;
import io.twohop.transport.NoKeys;
import io.twohop.transport.Publisher;
import io.twohop.transport.RunContext;
import io.twohop.transport.Subscription;
import io.twohop.transport.Transport;
import io.twohop.transport.TransportProvider;
import io.twohop.transport.loopback.LoopbackConfig;
import io.twohop.transport.loopback.LoopbackProvider;
import io.twohop.workload.Idle;
import io.twohop.workload.Jfr;
import io.twohop.workload.Workload;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Tag("one-jdk")
@Order(1)
@Execution(ExecutionMode.CONCURRENT)
@Timeout(180)
class BenchmarkTest {
    private static final Workload QUICK = Workload.builder()
            .name("quick")
            .rate(200)
            .warmup(Duration.ofMillis(200))
            .duration(Duration.ofSeconds(1))
            .floor(Duration.ZERO)
            .drain(Duration.ofSeconds(2))
            .idle(Idle.PARK)
            .jfr(Jfr.OFF)
            .build();

    @TempDir
    Path results;

    private BenchmarkBuilder quick() {
        return Benchmark.of(QUICK).transport("loopback.yaml").results(results);
    }

    /** In a JVM of its own, which ends before the optimizing compiler pays. */
    private BenchmarkBuilder forked() {
        return quick().set("jvm.flags", "-XX:TieredStopAtLevel=1");
    }

    /** Of unlike sizes, over a transport that has a codec of its own to offer. */
    @Test
    void shouldSendTheBytesOfFilesAsTheyAre() throws Exception {
        Path samples = Files.createDirectories(results.resolve("samples"));
        Files.write(samples.resolve("a"), new byte[] {1});
        Files.write(samples.resolve("b"), new byte[] {2, 0, -1});
        Queue<List<Byte>> seen = new ConcurrentLinkedQueue<>();

        BenchmarkResult result = here(() -> (Microservice<ByteBuffer, ByteBuffer>) (event, out) -> {
                    List<Byte> bytes = new ArrayList<>();
                    for (int i = event.position(); i < event.limit(); i++) {
                        bytes.add(event.get(i));
                    }
                    seen.add(bytes);
                    out.accept(event);
                })
                .set("event", "{file: " + samples + "}")
                .build()
                .run();

        List<Byte> first = List.of((byte) 1);
        List<Byte> second = List.of((byte) 2, (byte) 0, (byte) -1);
        assertThat(seen).startsWith(first, second, first, second).containsOnly(first, second);
        assertThat(result.accounting().orElseThrow().received())
                .isEqualTo(seen.size())
                .isEqualTo(240);
        assertThat(result.forks().get(0).sizes().orElseThrow().leastBytes()).isEqualTo(TraceHeader.BYTES + 1);
        assertThat(result.forks().get(0).sizes().orElseThrow().mostBytes()).isEqualTo(TraceHeader.BYTES + 3);
        assertThat(result.samples().orElseThrow().count()).isEqualTo(2);
        assertThat(result.samples().orElseThrow().meanBytes()).isEqualTo(2);
        assertThat(result.workloadSettings().at("/event/sha256").asText())
                .isEqualTo(result.samples().orElseThrow().sha256());
    }

    private BenchmarkBuilder here(Supplier<Microservice<?, ?>> service) {
        return quick().inProcess().service(service);
    }

    /** An amount, as a caller's own event. */
    public static final class Amount {
        long cents;
    }

    /** Makes amounts. */
    public static final class Amounts implements EventType<Amount> {
        @Override
        public String name() {
            return "amount";
        }

        @Override
        public String description() {
            return "";
        }

        @Override
        public Class<Amount> eventClass() {
            return Amount.class;
        }

        @Override
        public int maxBytes() {
            return Long.BYTES;
        }

        @Override
        public EventSource<Amount> source(long seed) {
            Amount amount = new Amount();
            return (sequence, intendedNanos) -> {
                amount.cents = sequence;
                return amount;
            };
        }
    }

    /** Writes amounts as eight bytes. */
    public static class AmountCodec implements Codec<Amount> {
        private final Amount decoded = new Amount();

        @Override
        public void encode(Amount event, ByteBuffer out) {
            out.putLong(event.cents);
        }

        @Override
        public Amount decode(ByteBuffer in) {
            decoded.cents = in.getLong();
            return decoded;
        }
    }

    /** Forgets what it read. */
    public static final class ForgetfulCodec extends AmountCodec {
        @Override
        public Amount decode(ByteBuffer in) {
            return new Amount();
        }
    }

    /** Needs more room than the event says. */
    public static final class WordyCodec extends AmountCodec {
        @Override
        public void encode(Amount event, ByteBuffer out) {
            out.putLong(event.cents).putLong(event.cents);
        }
    }

    /** Doubles amounts. */
    public static final class Doubles implements Microservice<Amount, Amount> {
        private final Amount answer = new Amount();

        @Override
        public void onEvent(Amount event, Consumer<? super Amount> out) {
            answer.cents = 2 * event.cents;
            out.accept(answer);
        }
    }

    private abstract static class Loopback implements TransportProvider<LoopbackConfig> {
        private final LoopbackProvider loopback = new LoopbackProvider();

        @Override
        public Transport open(LoopbackConfig config, RunContext context) {
            return loopback.open(config, context);
        }
    }

    /** A loopback that asks for an option which no JVM has by itself. */
    public static final class Picky extends Loopback {
        @Override
        public String name() {
            return "picky";
        }

        @Override
        public Transport open(LoopbackConfig config, RunContext context) {
            if (!Object.class.getModule().isOpen("java.util.zip", Picky.class.getModule())) {
                throw new IllegalStateException("opened without its option");
            }
            return super.open(config, context);
        }

        @Override
        public List<String> jvmFlags() {
            return List.of("--add-opens=java.base/java.util.zip=ALL-UNNAMED");
        }
    }

    /** As small as a transport can be: five methods, two of them lambdas. */
    public static final class Smallest implements TransportProvider<NoKeys>, Transport {
        private final Map<String, Queue<ByteBuffer>> queues = new ConcurrentHashMap<>();

        private Queue<ByteBuffer> queue(Channel channel) {
            return queues.computeIfAbsent(channel.name(), added -> new ConcurrentLinkedQueue<>());
        }

        @Override
        public Transport open(NoKeys config, RunContext context) {
            return new Smallest();
        }

        @Override
        public Publisher publisher(Channel channel, Acknowledgements acknowledgements) {
            Queue<ByteBuffer> queue = queue(channel);
            return (message, correlation) -> queue.add(ByteBuffer.allocateDirect(message.remaining())
                    .order(ByteOrder.nativeOrder())
                    .put(message.duplicate())
                    .flip());
        }

        @Override
        public Subscription subscribe(Channel channel, String group) {
            Queue<ByteBuffer> queue = queue(channel);
            return (handler, maxWaitNanos) -> {
                ByteBuffer message = queue.poll();
                if (message != null) {
                    handler.onMessage(message);
                }
                return message == null ? 0 : 1;
            };
        }
    }

    @Test
    void shouldMeasureATransportOfFiveMethods() throws Exception {
        BenchmarkResult result =
                quick().inProcess().transport(Smallest.class).build().run();

        assertThat(result.complete()).isTrue();
        assertThat(result.accounting().orElseThrow().lost()).isZero();
        assertThat(result.accounting().orElseThrow().received())
                .isEqualTo(result.accounting().orElseThrow().scheduled());
        assertThat(result.forks().get(0).guarantees()).isEqualTo(Guarantees.NONE);
    }

    private static BenchmarkBuilder amounts(BenchmarkBuilder builder) {
        return builder.event(Amounts.class).codec(AmountCodec.class).service(Doubles.class);
    }

    @Test
    void shouldMeasureACallersEventCodecAndServiceInAJvmOfTheirOwn() throws Exception {
        AtomicReference<RunListener.Ended> ended = new AtomicReference<>();
        AtomicInteger intervals = new AtomicInteger();
        BenchmarkResult result = amounts(forked())
                .listener(new RunListener() {
                    @Override
                    public void onStarted(Started started) {}

                    @Override
                    public void onInterval(Interval interval) {
                        intervals.incrementAndGet();
                    }

                    @Override
                    public void onEnded(Ended end) {
                        ended.set(end);
                    }
                })
                .build()
                .run();

        assertThat(result.verdict().kind()).as(result.verdict().toString()).isIn("Met", "Saturated");
        assertThat(result.accounting().orElseThrow().received()).isEqualTo(240);
        assertThat(result.endToEnd().percentile(50)).isPositive();
        assertThat(result.workloadSettings().get("service").asText()).isEqualTo(Doubles.class.getName());
        assertThat(result.directory())
                .isDirectoryContaining("glob:**result.json")
                .hasParent(results);
        assertThat(ended.get().messages().accounting())
                .isEqualTo(result.accounting().orElseThrow());
        assertThat(result.forks().get(0).sizes().orElseThrow().leastBytes()).isGreaterThan(48);
        assertThat(result.forks().get(0).environment().machine().memoryBytes()).isPositive();
        assertThat(result.forks().get(0).environment().data().fileSystem()).isNotEmpty();
        CodecCost codec = result.forks().get(0).codec().orElseThrow();
        assertThat(codec.times()).isEqualTo(2);
        assertThat(codec.decode().nanos()).isPositive();
        Fork stored = StoredResult.read(result.directory()).forks().get(0);
        assertThat(stored.codec()).contains(codec);
        Costs costs = result.forks().get(0).costs().orElseThrow();
        if (OS.LINUX.isCurrentOs()) {
            assertThat(costs.messages()).isBetween(0L, 240L);
            assertThat(costs.coresByPart().keySet()).contains("harness").anyMatch(part -> part.contains("service"));
        }
        assertThat(stored.costs()).contains(costs);
        assertThat(SideReader.read(result.directory().toString()).values().keySet())
                .extracting(Metric::name)
                .containsExactlyElementsOf(ForkMetrics.of(result.forks().get(0)).keySet());
        assertThat(intervals.get()).isGreaterThanOrEqualTo(2);
        assertRecordedNothing(result);
    }

    private static void assertRecordedNothing(BenchmarkResult result) {
        Fork fork = result.forks().get(0);
        assertThat(fork.failure()).isNull();
        assertThat(fork.memory()).isEmpty();
        assertThat(fork.tail()).isEmpty();
        assertThat(result.directory().resolve("recording.jfr")).doesNotExist();
    }

    /** Leaves a file behind. */
    public static final class Littering implements Microservice<Object, Object> {
        private boolean hasLittered;

        @Override
        public void onEvent(Object event, Consumer<? super Object> out) {
            if (!hasLittered) {
                Litter.leave();
                hasLittered = true;
            }
            out.accept(event);
        }
    }

    /** A loopback that only its maker can make, and that counts how often it is opened. */
    private static final class Counted extends Loopback {
        private final AtomicInteger opened;

        private Counted(AtomicInteger opened) {
            this.opened = opened;
        }

        @Override
        public String name() {
            return "counted";
        }

        @Override
        public Transport open(LoopbackConfig config, RunContext context) {
            opened.incrementAndGet();
            return super.open(config, context);
        }
    }

    @Test
    void shouldMeasureATransportThatIsAnObjectAndItsFloorWithoutIt() throws Exception {
        AtomicInteger opened = new AtomicInteger();
        Workload withFloor =
                QUICK.toBuilder().floor(Duration.ofSeconds(1)).idle(Idle.YIELD).build();
        BenchmarkBuilder builder =
                Benchmark.of(withFloor).transport(new Counted(opened)).results(results);
        assertThatThrownBy(builder::build)
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("transport: an object (expected: a class");

        BenchmarkResult result = builder.inProcess().build().run();

        assertThat(result.accounting().orElseThrow().received())
                .as(result.toString())
                .isEqualTo(240);
        assertThat(result.transport()).isEqualTo("counted");
        assertThat(result.floor()).isPresent();
        assertThat(opened.get()).as("not for the floor").isEqualTo(1);
        assertThat(quick().transport(new Counted(opened))
                        .transport("loopback.yaml")
                        .build())
                .as("what is set last counts")
                .isNotNull();
    }

    /** Only the first has a choice, and says why: another trial might come to something else. */
    @Test
    void shouldLayOutEveryForkAsTheFirst() throws Exception {
        Workload twice = QUICK.toBuilder().forks(2).build();

        List<Fork> forks = Benchmark.of(twice)
                .transport("loopback.yaml")
                .results(results)
                .inProcess()
                .build()
                .run()
                .forks();

        assertThat(forks.get(1).layout().layout())
                .isEqualTo(forks.get(0).layout().layout());
        assertThat(forks.get(1).layout().reason()).isNull();
        if (Runtime.getRuntime().availableProcessors() == 2) {
            assertThat(forks.get(0).layout().reason()).contains("a trial");
        }
    }

    @Test
    void shouldMeasureALambdaInThisJvm() throws Exception {
        AtomicLong calls = new AtomicLong();
        AtomicReference<Thread> caller = new AtomicReference<>();
        BenchmarkResult result = here(() -> (Microservice<Object, Object>) (event, out) -> {
                    calls.incrementAndGet();
                    caller.set(Thread.currentThread());
                    out.accept(event);
                })
                .set("jfr", "default")
                .build()
                .run();

        assertThat(result.complete()).as(result.verdict().toString()).isTrue();
        assertThat(calls.get())
                .isEqualTo(240)
                .isEqualTo(result.accounting().orElseThrow().received());
        assertThat(result.forks().get(0).memory()).isPresent();
        assertThat(caller.get().getName()).contains("service-");
        assertThat(caller.get().isAlive()).isFalse();
    }

    @Test
    void shouldRunEveryCellOfAMatrix() throws Exception {
        Benchmark benchmark = quick().inProcess()
                .set("rate", "[200, 300]")
                .set("duration", "500ms")
                .build();

        assertThat(benchmark.runAll())
                .extracting(result -> result.rates().offeredPerSecond())
                .containsExactly(200.0, 300.0);
        assertThatThrownBy(benchmark::run)
                .isInstanceOf(ConfigException.class)
                .hasMessage("workload: 2 runs (expected: one run; runAll() makes each of several)");
    }

    @Test
    void shouldEndWhenInterrupted() throws Exception {
        CountDownLatch measuring = new CountDownLatch(1);
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        for (boolean inProcess : new boolean[] {false, true}) {
            BenchmarkBuilder builder = quick().set("duration", "1h").listener(new RunListener() {
                @Override
                public void onStarted(Started started) {}

                @Override
                public void onInterval(Interval interval) {
                    measuring.countDown();
                }

                @Override
                public void onEnded(Ended ended) {}
            });
            Benchmark benchmark = inProcess ? builder.inProcess().build() : builder.build();
            Thread caller = new Thread(() -> {
                try {
                    benchmark.run();
                } catch (Throwable e) {
                    thrown.set(e);
                }
            });
            caller.start();
            assertThat(measuring.await(1, TimeUnit.MINUTES)).isTrue();
            caller.interrupt();
            caller.join(TimeUnit.MINUTES.toMillis(1));

            assertThat(caller.isAlive()).isFalse();
            assertThat(thrown.getAndSet(null)).isInstanceOf(InterruptedException.class);
        }
        try (Stream<Path> written = Files.list(results)) {
            assertThat(written)
                    .hasSize(2)
                    .allSatisfy(path -> assertThat(path.toString()).endsWith("-incomplete"));
        }
    }

    private static String firstReason(BenchmarkBuilder builder) throws InterruptedException {
        BenchmarkResult result = builder.build().run();
        assertThat(result.verdict().kind()).isEqualTo("Invalid");
        return result.verdict().reasons().get(0);
    }

    @Test
    void shouldReportWhatAServiceThrew() throws Exception {
        assertThat(firstReason(here(() -> (event, out) -> {
                    throw new IllegalArgumentException("no such account");
                })))
                .contains("service-0", "java.lang.IllegalArgumentException: no such account");
    }

    @Test
    void shouldReportThatAServiceAnswersNothing() throws Exception {
        assertThat(firstReason(here(() -> (event, out) -> {})))
                .startsWith("the service left 240 events without an answer");
    }

    @Test
    void shouldReportWhatAServiceLeavesUnanswered() throws Exception {
        AtomicLong number = new AtomicLong();
        BenchmarkResult result = here(() -> (Microservice<Object, Object>) (event, out) -> {
                    if (number.incrementAndGet() % 10 != 0) {
                        out.accept(event);
                    }
                })
                .build()
                .run();

        assertThat(result.verdict()).isInstanceOf(Verdict.Invalid.class);
        assertThat(result.verdict().reasons().get(0))
                .isEqualTo("the service left 24 events without an answer, which count as dropped;"
                        + " let it answer each event once before it returns, or measure with hops: 1");
        assertThat(result.verdict().reasons()).noneMatch(reason -> reason.contains("lost by a transport"));
        assertThat(result.accounting().orElseThrow().reported()).isEqualTo(new Reported(0, 24));
        AgreeingReports.check(result);
    }

    @Test
    void shouldReportWhatAServiceAnswersTwice() throws Exception {
        assertThat(firstReason(here(() -> (Microservice<Object, Object>) (event, out) -> {
                    out.accept(event);
                    out.accept(event);
                })))
                .startsWith("the service answered 240 events more than once, which count as duplicated");
    }

    @Test
    void shouldReportWhereAServiceHangs() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        assertThat(firstReason(here(() -> (event, out) -> {
                    while (never.getCount() > 0) {
                        Thread.onSpinWait();
                    }
                })))
                .contains("service-0", "BenchmarkTest");
        never.countDown();
    }

    @Test
    void shouldTryTheCodecBeforeAnythingIsSent() throws Exception {
        assertThat(firstReason(amounts(quick().inProcess()).codec(ForgetfulCodec.class)))
                .isEqualTo("codec: " + ForgetfulCodec.class.getName()
                        + " (expected: to decode what it encoded: event 1 (amount)"
                        + " came back with cents: 0 for 1; let the codec write and read it, or mark a field that does not travel as"
                        + " transient)");
        assertThat(firstReason(amounts(quick().inProcess()).codec(WordyCodec.class)))
                .isEqualTo("event: amount (expected: at most 8 bytes, as it says itself; " + WordyCodec.class.getName()
                        + " wants more for an event)");
    }

    @Test
    void shouldRefuseAProcessForTheServiceWhereThereCanBeNone() {
        BenchmarkBuilder apart = quick().set("service", "{process: true}");
        assertThatThrownBy(() -> apart.build().run())
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(
                        "service.process: true (expected: no process over loopback, which stays within one)");
        assertThatThrownBy(() -> apart.inProcess().build().run())
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("service.process: true (expected: no other process where all is measured");
    }

    @Test
    void shouldGiveATransportItsOptionsByForkingAndDeleteWhatLibrariesUnpackedOrSayWhichAreMissing() throws Exception {
        List<Path> before = Litter.found();
        BenchmarkResult result =
                forked().transport(Picky.class).service(Littering.class).build().run();

        assertThat(result.complete()).isTrue();
        assertThat(result.accounting().orElseThrow().received()).isEqualTo(240);
        assertThat(Litter.found()).as("what libraries unpacked").isEqualTo(before);
        assertThatThrownBy(
                        () -> quick().transport(Picky.class).inProcess().build().run())
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("without --add-opens=java.base/java.util.zip=ALL-UNNAMED")
                .hasMessageContaining("<argLine>")
                .hasMessageContaining("--add-opens=java.base/java.util.zip=ALL-UNNAMED</argLine>");
    }

    /** A loopback that asks for a system property. */
    public static final class Propertied extends Loopback {
        @Override
        public String name() {
            return "propertied";
        }

        @Override
        public List<String> jvmFlags() {
            return List.of("-Dio.twohop.asked=yes");
        }
    }

    @Test
    void shouldAcceptASystemPropertyHoweverItWasSet() throws Exception {
        Benchmark benchmark = quick().transport(Propertied.class).inProcess().build();
        System.setProperty("io.twohop.asked", "no");
        assertThatThrownBy(benchmark::run)
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("without -Dio.twohop.asked=yes");
        System.setProperty("io.twohop.asked", "yes");

        try {
            assertThat(benchmark.run().complete()).isTrue();
        } finally {
            System.clearProperty("io.twohop.asked");
        }
    }

    @Test
    void shouldRefuseWhatCannotBeRun() {
        assertThatThrownBy(() -> Benchmark.builder().build())
                .hasMessageStartingWith("workload: missing (expected: one,");
        assertThatThrownBy(() -> Benchmark.of(QUICK).build())
                .hasMessageStartingWith("transport: missing (expected: a file");
        assertThatThrownBy(() -> Benchmark.of(QUICK).transport("lopback.yaml"))
                .hasMessageContaining("lopback.yaml (expected: a file, or one of")
                .hasMessageContaining("did you mean 'loopback.yaml'?");
        assertThatThrownBy(() -> quick().service(() -> (event, out) -> {}).build())
                .hasMessage(
                        "service: made by a lambda (expected: a class, which another JVM can make as well; or inProcess())");
        assertThatThrownBy(
                        () -> quick().set("service", "com.acme.Nothing").build().run())
                .hasMessageContaining(
                        "service: com.acme.Nothing (expected: a class on the class path, with its package; --classpath adds");
        assertThatThrownBy(
                        () -> quick().set("service", "java.lang.String").build().run())
                .hasMessageContaining(
                        "service: java.lang.String (expected: a class that implements Microservice; docs/your-service.md");
        assertThatThrownBy(
                        () -> quick().set("jvm.heap", "64m").inProcess().build().run())
                .hasMessageContaining("(expected: nothing in this process, whose JVM runs already; fork for it)");
        assertThatThrownBy(() -> quick().set("rates", "5").build()).hasMessageContaining("did you mean 'rate'?");
    }

    /** What the class's documentation shows. */
    static BenchmarkResult documented() throws InterruptedException {
        // tag::documented
        BenchmarkResult result = Benchmark.builder()
                .workload(Workload.builder()
                        .rate(20_000)
                        .warmup(Duration.ofSeconds(2))
                        .duration(Duration.ofSeconds(5))
                        .build())
                .transport("chronicle.yaml")
                .service(Doubles.class)
                .build()
                .run();
        // end::documented
        return result;
    }

    @Test
    void shouldShowInItsDocumentationWhatCompiles() throws Exception {
        String test = Files.readString(Path.of("src/test/java/io/twohop/BenchmarkTest.java"));
        String shown = Files.readString(Path.of("src/main/java/io/twohop/Benchmark.java"));
        String documented = shown.substring(
                        shown.indexOf("<pre>{@code") + "<pre>{@code".length(), shown.indexOf("}</pre>"))
                .replaceAll("(?m)^ \\* ?", "")
                .replace("RiskCheck", "Doubles");
        String compiled = test.substring(
                test.indexOf("// tag::documented") + "// tag::documented".length(), test.indexOf("// end::documented"));

        assertThat(documented.replaceAll("\\s+", "")).isEqualTo(compiled.replaceAll("\\s+", ""));
    }
}
