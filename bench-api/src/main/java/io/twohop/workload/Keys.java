package io.twohop.workload;

import static io.twohop.workload.WorkloadChecks.within;

import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.type.TypeFactory;
import io.twohop.config.Enums;
import io.twohop.config.Quantities;
import io.twohop.config.Rate;
import io.twohop.config.Texts;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The keys of a workload, one row each. Reading, refusals, defaults, the written-out workload, and its cells with their names
 * come from these rows. {@link Workload} checks rules that concern several keys.
 */
public final class Keys {
    private static final String DEFAULT = " by default";

    /** Makes the generic types of keys, which a class alone cannot name. */
    private static final TypeFactory TYPES = TypeFactory.defaultInstance();

    /** Rows in their order; each row adds itself. */
    private static final List<Key<?>> ROWS = new ArrayList<>();

    public static final Key<String> DESCRIPTION =
            row(new Key<>("description", String.class, "", WorkloadChecks::line, "one line that bench list shows"));

    public static final Key<String> PUBLISHED =
            any("published", String.class, "", "id of the publication whose benchmark the workload repeats");

    public static final Key<Mode> MODE = choice("mode", Mode.LATENCY, "what a run determines");

    public static final MatrixKey<List<Rate>, Rate> RATE = list(
            "rate",
            Rate.class,
            null,
            WorkloadChecks::rates,
            "messages offered per second, at most 100M, a list of rates, or a profile of parts such as {from: 1k, to:"
                    + " 50k, over: 60s}, {hold: 50k, for: 30s} and {step: 10k}; required, but where the search begins in"
                    + " mode max-rate (1k by default), and none in mode throughput or with arrivals from a file",
            Rate::toString);

    /**
     * Key of a rate that is a list of parts: one run whose rate changes. It has no row, since a file has only one of the two
     * forms.
     */
    static final Key<List<RatePart>> PROFILE = new Key<>(
            RATE.name(),
            list(RatePart.class),
            List.of(),
            (key, parts) -> WorkloadChecks.list(key, parts, "parts"),
            RATE.help());

    public static final MatrixKey<List<PayloadSize>, PayloadSize> SIZE = list(
            "size",
            PayloadSize.class,
            List.of(),
            (key, sizes) -> WorkloadChecks.list(key, sizes, "sizes"),
            "random bytes of payload in place of the event, 1B to 64MiB, a distribution such as {uniform: [100, 2k]},"
                    + " {lognormal: {median: 300, p99: 4k, max: 64k}} or {histogram: {100: 60 %, 1k: 40 %}}, or a list of"
                    + " sizes",
            PayloadSize::label);

    /** Zero counts as absent, so that such runs are comparable with those that do not set it. */
    public static final Key<Double> COMPRESSIBLE = row(new Key<>(
            "compressible",
            Double.class,
            null,
            (key, share) -> WorkloadChecks.share(key, share) == 0 ? null : share,
            "share of each payload of a size that is zeros, which compression removes, 0 to 1; 0" + DEFAULT));

    public static final Key<KeyOptions> KEYS = any(
            "keys",
            KeyOptions.class,
            null,
            "the key of each message, one of count (1 to 1M), by distribution (uniform or zipf(EXPONENT)) and seed,"
                    + " such as {count: 10k, distribution: zipf(1.1), seed: 1}; none" + DEFAULT);

    public static final Key<HeaderOptions> HEADERS = any(
            "headers",
            HeaderOptions.class,
            null,
            "headers of each message, number x bytes of each value, such as 3x32B; 1 to 64 of 1B to 64KiB, none"
                    + DEFAULT);

    public static final MatrixKey<List<Integer>, Integer> TOPICS =
            counts("topics", 100_000, "topics that each hop's messages are spread over in turn");

    public static final MatrixKey<List<Integer>, Integer> PRODUCERS =
            counts("producers", 64, "threads that publish, sharing the rate");

    public static final MatrixKey<List<Integer>, Integer> PARTITIONS =
            dimension(Dimension.PARTITIONS, 10_000, "partitions of each topic");

    public static final MatrixKey<List<Integer>, Integer> CONSUMERS =
            dimension(Dimension.CONSUMERS, 64, "consumers of each hop, which share the messages");

    /** An empty list stands for one subscriber, so that a run without the key is written without it. */
    public static final MatrixKey<List<Integer>, Integer> SUBSCRIBERS = list(
            "subscribers",
            Integer.class,
            List.of(),
            (key, values) -> values.equals(List.of(1)) ? List.of() : WorkloadChecks.numbers(key, values, 64),
            "independent receivers of the last hop, each of which gets every message" + several(64) + ", 1" + DEFAULT,
            count -> count == 1 ? "" : count + " subscribers");

    public static final MatrixKey<List<Integer>, Integer> REPLICATION =
            dimension(Dimension.REPLICATION, 100, "number of replicas of each message");

    public static final Key<Long> COUNT = row(
            new Key<>(
                    "count",
                    Long.class,
                    null,
                    (key, count) -> within(key, count, 1, 100_000_000_000L),
                    "in mode throughput, number of messages to measure, at most 100G; the duration is then a limit, 10m by default"));

    public static final Key<Integer> IN_FLIGHT = row(new Key<>(
            "inFlight",
            Integer.class,
            null,
            (key, messages) -> (int) within(key, messages, 1L, 1_000_000L),
            "in mode throughput, maximum number of unacknowledged messages of each producer; 1 to 1M, 1k" + DEFAULT));

    public static final Key<Duration> SEARCH_LIMIT = row(new Key<>(
            "searchLimit",
            Duration.class,
            null,
            (key, value) -> within(key, value, Duration.ofSeconds(1), Duration.ofHours(24)),
            "in mode max-rate, time limit of the search and the measurement of its result; 1s to 24h, 5m" + DEFAULT));

    public static final Key<Map<String, String>> SLO = row(new Key<>(
            "slo",
            TYPES.constructMapType(Map.class, String.class, String.class),
            Map.of(),
            (key, limits) -> Collections.unmodifiableMap(new LinkedHashMap<>(limits)),
            "the objective: limits by probe and percentile, of loss, and of the offered rate (achieved, 99 % by"
                    + " default), such as {endToEnd.p99: 1ms, loss: 0, achieved: 95 %}"));

    public static final Key<WarmUp> WARMUP = row(new Key<>(
            "warmup",
            WarmUp.class,
            WarmUp.of(Duration.ofSeconds(10)),
            WarmUp::check,
            "time before the measurement at the same rate: 0s to 1h, or {until: steady, most: 60s}, determined by a trial; 10s"
                    + DEFAULT));

    public static final Key<Duration> DURATION = row(new Key<>(
            "duration",
            Duration.class,
            null,
            (key, value) -> within(key, value, Duration.ofMillis(1), Duration.ofHours(24)),
            "measured time; 1ms to 24h, required except with arrivals from a file or a profile of rates, whose length it is"
                    + DEFAULT));

    public static final Key<Duration> DRAIN = time(
            "drain",
            Duration.ofSeconds(10),
            Duration.ofNanos(1),
            Duration.ofMinutes(10),
            "time limit for messages in flight at the end");

    public static final Key<Duration> FLOOR = time(
            "floor",
            Duration.ofSeconds(2),
            Duration.ZERO,
            Duration.ofMinutes(10),
            "time for which the harness's own cost is measured without a broker; 0s for none");

    public static final Key<Arrivals> ARRIVALS = any(
            "arrivals",
            Arrivals.class,
            Arrivals.constant(),
            "when messages are due: constant, {kind: poisson, seed: 1}, {kind: burst, burst: 100}, or the times of a CSV file,"
                    + " {kind: replay, file: ticks.csv.gz, column: ts}; constant" + DEFAULT);

    public static final Key<Integer> HOPS = row(new Key<>(
            "hops",
            Integer.class,
            2,
            (key, hops) -> within(key, hops, 1, 2),
            "1 measures publish to consume, 2 the path through a service; 1 to 2, 2" + DEFAULT));

    public static final Key<Forks> FORKS = any(
            "forks",
            Forks.class,
            Forks.of(1),
            "number of fresh JVMs that repeat each run: 1 to 100, or {until: 'endToEnd.p99 +-5 %', most: 30}; 1"
                    + DEFAULT);

    public static final Key<EventOptions> EVENT = any(
            "event",
            EventOptions.class,
            EventOptions.byDefault(),
            "name of the event type, or a class, or {file: order.json}, a file or directory whose bytes are sent unchanged, or with"
                    + " fields that vary; order" + DEFAULT);

    public static final Key<ServiceOptions> SERVICE = any(
            "service",
            ServiceOptions.class,
            ServiceOptions.byDefault(),
            "the service: a name, a class, {name: ..., process: true} for a separate process, or work, such as"
                    + " {name: busy, work: 20us}, {name: allocate, bytes: 2KiB} or {name: cache, entries: 1M}; pass-through"
                    + DEFAULT);

    public static final MatrixKey<Map<String, List<Fault>>, String> FAULTS = row(new MatrixKey<>(
            "faults",
            TYPES.constructMapType(Map.class, TYPES.constructType(String.class), list(Fault.class)),
            Map.of(),
            (key, faults) -> FaultChecks.copy(faults),
            "faults injected into parts of the run: a list, or lists by name, one run each; none" + DEFAULT,
            new MatrixKey.Variation<>(
                    faults -> faults.size() > 1 ? List.copyOf(faults.keySet()) : List.of(),
                    (faults, name) -> Map.of(name, faults.get(name)),
                    name -> name)));

    /** Becomes one of {@link #FAULTS}. */
    public static final Key<Backlog> BACKLOG = any(
            "backlog",
            Backlog.class,
            null,
            "a backlog that consumers leave and then drain: {build: 60s} or {messages: 500k}, with at; short for a fault that"
                    + " stops consumers; none" + DEFAULT);

    public static final Key<JvmOptions> JVM = any(
            "jvm",
            JvmOptions.class,
            JvmOptions.defaults(),
            "options of the forked JVM: heap (8m to 16t), gc (g1, zgc, parallel, serial, epsilon) and flags; the JVM's own"
                    + DEFAULT);

    public static final Key<Jfr> JFR = choice("jfr", Jfr.DEFAULT, "content of the flight recording");

    public static final Key<Layout> LAYOUT = choice("layout", Layout.AUTO, "placement of the tasks on threads");

    public static final Key<Idle> IDLE = choice("idle", Idle.AUTO, "how a thread without work waits");

    public static final Key<List<Integer>> AFFINITY = row(new Key<>(
            "affinity",
            list(Integer.class),
            List.of(),
            WorkloadChecks::affinity,
            "CPU numbers that the threads are pinned to, in order; none" + DEFAULT));

    /** Every key, in the order in which a workload is written and a cell is named. */
    public static final List<Key<?>> ALL = List.copyOf(ROWS);

    /** The keys that make a matrix; the first one varies slowest. */
    public static final List<MatrixKey<?, ?>> MATRIX =
            List.of(RATE, TOPICS, PRODUCERS, PARTITIONS, CONSUMERS, SUBSCRIBERS, REPLICATION, SIZE, FAULTS);

    /** The keys for dimensions of a transport's channels. */
    static final Map<Dimension, MatrixKey<?, Integer>> DIMENSIONS = new EnumMap<>(Map.of(
            Dimension.PARTITIONS, PARTITIONS, Dimension.CONSUMERS, CONSUMERS, Dimension.REPLICATION, REPLICATION));

    private Keys() {}

    /** Returns the types of a key's forms: one, or a list of mappings as well. */
    public static List<Type> types(Key<?> key) {
        return key == RATE ? List.of(RATE.type(), PROFILE.type()) : List.of(key.type());
    }

    private static JavaType list(Class<?> item) {
        return TYPES.constructCollectionType(List.class, item);
    }

    private static <K extends Key<?>> K row(K key) {
        ROWS.add(key);
        return key;
    }

    private static <T> Key<T> any(String name, Class<T> type, T byDefault, String help) {
        return row(new Key<>(name, type, byDefault, (key, value) -> value, help));
    }

    private static <E extends Enum<E>> Key<E> choice(String name, E byDefault, String help) {
        String values = Enums.expected(byDefault.getDeclaringClass());
        return any(
                name,
                byDefault.getDeclaringClass(),
                byDefault,
                help + ": " + values + "; " + Enums.text(byDefault) + DEFAULT);
    }

    private static Key<Duration> time(String name, Duration byDefault, Duration least, Duration most, String help) {
        String range = "; " + Quantities.text(least) + " to " + Quantities.text(most) + ", "
                + Quantities.text(byDefault) + DEFAULT;
        return row(new Key<>(
                name, Duration.class, byDefault, (key, value) -> within(key, value, least, most), help + range));
    }

    private static <V> MatrixKey<List<V>, V> list(
            String name,
            Class<V> type,
            List<V> byDefault,
            Key.Check<List<V>> check,
            String help,
            Function<V, String> label) {
        return row(new MatrixKey<>(
                name,
                list(type),
                byDefault,
                check,
                help,
                new MatrixKey.Variation<>(List::copyOf, (all, one) -> List.of(one), label)));
    }

    private static MatrixKey<List<Integer>, Integer> counts(String name, int most, String help) {
        return list(
                name,
                Integer.class,
                List.of(1),
                (key, values) -> values.isEmpty() ? List.of(1) : WorkloadChecks.numbers(key, values, most),
                help + several(most) + ", 1" + DEFAULT,
                count -> count == 1 ? "" : count + " " + name);
    }

    private static MatrixKey<List<Integer>, Integer> dimension(Dimension dimension, int most, String help) {
        return list(
                dimension.key(),
                Integer.class,
                List.of(),
                (key, values) -> WorkloadChecks.numbers(key, values, most),
                help + several(most) + ", the transport file's" + DEFAULT,
                count -> dimension.key() + " " + count);
    }

    private static String several(int most) {
        return Texts.format("; 1 to %,d, or a list of them", most);
    }
}
