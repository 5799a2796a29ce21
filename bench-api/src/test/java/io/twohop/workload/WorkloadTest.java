package io.twohop.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.twohop.config.ConfigException;
import io.twohop.config.Rate;
import io.twohop.config.Size;
import io.twohop.config.YamlDocument;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WorkloadTest {
    private static final String EVERYTHING = """
            description: every key
            published: treat-2016
            mode: latency
            rate: [1k, 0.5/s]
            size: [256, 1MiB]
            warmup: 0s
            duration: PT1M
            drain: 250ms
            floor: 0s
            arrivals: { kind: poisson, seed: 42 }
            topics: [1, 10]
            partitions: [1, 4]
            producers: [2, 3]
            consumers: 2
            replication: [1, 3]
            slo: { endToEnd.p50: 1ms, loss: 0 }
            hops: 1
            forks: 3
            event: trade
            service: my.Service
            jvm:
              heap: 512m
              gc: zgc
              flags: [-XX:+AlwaysPreTouch, -Dx=y]
            jfr: off
            layout: shared
            idle: park
            affinity: [2, 3]
            """;

    private static Workload read(String yaml) {
        return Workload.read(YamlDocument.parse("workloads/x.yaml", yaml));
    }

    @Test
    void shouldHaveDefaultsWhereABuilderIsGivenNull() {
        WorkloadBuilder builder = Workload.builder().rate(1_000).duration(Duration.ofSeconds(1));
        Workload untouched = builder.build();

        Workload given = builder.warmup(null)
                .faults(null)
                .keys(null)
                .headers(null)
                .count(null)
                .searchLimit(null)
                .jvm(null)
                .build();

        assertThat(given.toDocument().toTree()).isEqualTo(untouched.toDocument().toTree());
    }

    @Test
    void shouldHaveTheDocumentedDefaultsWhenOnlyRateAndDurationAreGiven() {
        Workload workload = read("rate: 20k\nduration: 5s");

        assertThat(workload.name()).isEqualTo("x");
        Map<String, Object> values = new LinkedHashMap<>();
        Keys.ALL.forEach(key -> values.put(key.name(), workload.get(key)));
        assertThat(values)
                .containsExactly(
                        entry("description", ""),
                        entry("published", ""),
                        entry("mode", Mode.LATENCY),
                        entry("rate", List.of(new Rate(20_000))),
                        entry("size", List.of()),
                        entry("compressible", null),
                        entry("keys", null),
                        entry("headers", null),
                        entry("topics", List.of(1)),
                        entry("producers", List.of(1)),
                        entry("partitions", List.of()),
                        entry("consumers", List.of()),
                        entry("subscribers", List.of()),
                        entry("replication", List.of()),
                        entry("count", null),
                        entry("inFlight", null),
                        entry("searchLimit", null),
                        entry("slo", Map.of()),
                        entry("warmup", WarmUp.of(Duration.ofSeconds(10))),
                        entry("duration", Duration.ofSeconds(5)),
                        entry("drain", Duration.ofSeconds(10)),
                        entry("floor", Duration.ofSeconds(2)),
                        entry("arrivals", Arrivals.constant()),
                        entry("hops", 2),
                        entry("forks", Forks.of(1)),
                        entry("event", EventOptions.of("order")),
                        entry("service", ServiceOptions.of("pass-through")),
                        entry("faults", Map.of()),
                        entry("backlog", null),
                        entry("jvm", JvmOptions.defaults()),
                        entry("jfr", Jfr.DEFAULT),
                        entry("layout", Layout.AUTO),
                        entry("idle", Idle.AUTO),
                        entry("affinity", List.of()));
        assertThat(Workload.builder()
                        .name("x")
                        .rate(20_000)
                        .duration(Duration.ofSeconds(5))
                        .build())
                .isEqualTo(workload);
    }

    @Test
    void shouldReadEveryKeyWhenAllAreGiven() {
        assertThat(read(EVERYTHING))
                .isEqualTo(Workload.builder()
                        .name("x")
                        .set(Keys.DESCRIPTION, "every key")
                        .mode(Mode.LATENCY)
                        .rates(List.of(new Rate(1_000), new Rate(0.5)))
                        .set(Keys.SIZE, List.of(PayloadSize.of(new Size(256)), PayloadSize.of(new Size(1 << 20))))
                        .warmup(Duration.ZERO)
                        .duration(Duration.ofMinutes(1))
                        .drain(Duration.ofMillis(250))
                        .floor(Duration.ZERO)
                        .arrivals(Arrivals.poisson(42))
                        .set(Keys.TOPICS, List.of(1, 10))
                        .set(Keys.PARTITIONS, List.of(1, 4))
                        .producers(List.of(2, 3))
                        .set(Keys.CONSUMERS, List.of(2))
                        .set(Keys.REPLICATION, List.of(1, 3))
                        .slo(Map.of("endToEnd.p50", "1ms", "loss", "0"))
                        .set(Keys.PUBLISHED, "treat-2016")
                        .hops(1)
                        .forks(3)
                        .event("trade")
                        .service("my.Service")
                        .set(
                                Keys.JVM,
                                new JvmOptions("512m", JvmOptions.Gc.ZGC, List.of("-XX:+AlwaysPreTouch", "-Dx=y")))
                        .jfr(Jfr.OFF)
                        .layout(Layout.SHARED)
                        .idle(Idle.PARK)
                        .set(Keys.AFFINITY, List.of(2, 3))
                        .build());
    }

    @Test
    void shouldReadBackEqualWhenWrittenAsADocument() {
        for (String yaml : List.of(
                EVERYTHING,
                "rate: 3k\nduration: 1ms",
                "mode: throughput\ncount: 5\ninFlight: 1",
                "mode: max-rate\nduration: 1s\nslo: {publish.max: 1ms}",
                "rate: 1\nduration: 1s\narrivals: {burst: 9, kind: burst}")) {
            Workload workload = read(yaml);

            YamlDocument written = workload.toDocument();

            assertThat(Workload.read(written)).isEqualTo(workload);
            assertThat(Workload.read(YamlDocument.parse("x.yaml", written.toYaml())))
                    .isEqualTo(workload);
        }
    }

    /** As results of earlier versions have it, with which a new one may be compared. */
    @Test
    void shouldWriteWhatAWorkloadComesToAsBefore() {
        String faults =
                "[{at: 1s, target: broker, action: kill}, {at: 2s, target: disk, action: slow, to: 1MiB, for: 100ms},"
                        + " {at: 3s, target: broker, action: pause, for: 10ms, times: 2, every: 1s}]";

        assertThat(read("rate: 1k\nduration: 9s\njvm: { heap: 64m }\nfaults: " + faults)
                        .toDocument()
                        .toYaml())
                .isEqualTo("""
                        description: ''
                        mode: latency
                        rate:
                        - 1k/s
                        topics:
                        - 1
                        producers:
                        - 1
                        warmup: 10s
                        duration: 9s
                        drain: 10s
                        floor: 2s
                        arrivals:
                          kind: constant
                        hops: 2
                        forks: 1
                        event: order
                        service: pass-through
                        faults:
                        - at: 1s
                          target: broker
                          action: kill
                          for: 1s
                        - at: 2s
                          target: disk
                          action: slow
                          for: 100ms
                          to: 1MiB
                        - at: 3s
                          target: broker
                          action: pause
                          for: 10ms
                          times: 2
                          every: 1s
                        jvm:
                          heap: 64m
                          flags: []
                        jfr: default
                        layout: auto
                        idle: auto
                        affinity: []
                        """);
    }

    @Test
    void shouldCrossEveryKeyThatMayBeAList() {
        assertThat(Keys.ALL).filteredOn(MatrixKey.class::isInstance).containsExactlyInAnyOrderElementsOf(Keys.MATRIX);
    }

    @Test
    void shouldCrossEverythingThatIsAList() {
        assertThat(read("rate: [1k, 2k]\nsize: [1, 2]\nduration: 1s").cells())
                .extracting(Cell::toString)
                .containsExactly("1k/s, 1B", "1k/s, 2B", "2k/s, 1B", "2k/s, 2B");
        assertThat(read("rate: [1k, 2k]\nduration: 1s").cells())
                .containsExactly(
                        new Cell(Map.of(Keys.RATE, new Rate(1_000), Keys.TOPICS, 1, Keys.PRODUCERS, 1)),
                        new Cell(Map.of(Keys.RATE, new Rate(2_000), Keys.TOPICS, 1, Keys.PRODUCERS, 1)));
        assertThat(read("mode: throughput\ncount: 9\ntopics: [1, 2]\nproducers: [1, 3]\nreplication: [1, 3]")
                        .cells())
                .extracting(Cell::toString)
                .containsExactly(
                        "closed loop, replication 1",
                        "closed loop, replication 3",
                        "closed loop, 3 producers, replication 1",
                        "closed loop, 3 producers, replication 3",
                        "closed loop, 2 topics, replication 1",
                        "closed loop, 2 topics, replication 3",
                        "closed loop, 2 topics, 3 producers, replication 1",
                        "closed loop, 2 topics, 3 producers, replication 3");
    }

    @Test
    void shouldHaveOneCellWhenReducedToIt() {
        Workload workload = read(EVERYTHING);
        assertThat(workload.cells()).hasSize(2 * 2 * 2 * 2 * 2 * 2);
        for (Cell cell : workload.cells()) {
            assertThat(workload.only(cell).cells()).containsExactly(cell);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            mode: throughput, rate: 1k, duration: 1s | rate: 1k/s (expected: no rate, since mode throughput
            mode: throughput | duration: missing
            mode: throughput, count: 0 | count: 0 (expected: a whole number from 1 to 100,000,000,000)
            mode: throughput, count: 1, inFlight: 0 | inFlight: 0 (expected: a whole number from 1 to 1,000,000)
            mode: throughput, count: 1, arrivals: {kind: poisson} | arrivals: poisson (expected: no arrivals
            rate: 1, duration: 1s, slo: {achieved: 101 %} | slo.achieved: 101 % (expected: the least share of the offered rate
            rate: 1, duration: 1s, slo: {achieved: 0 %} | slo.achieved: 0 % (expected: the least share of the offered rate
            mode: throughput, count: 1, slo: {endToEnd.p99: 1ms} | slo: endToEnd.p99 (expected: no objective
            mode: max-rate, duration: 1s | slo: missing (expected: what the highest rate has to meet
            rate: 1k, duration: 1s, searchLimit: 5m | searchLimit: 5m (expected: no limit, since it belongs to 'mode: max-rate' only
            mode: max-rate, duration: 60s, slo: {loss: 0} | searchLimit: 5m (expected: at least
            mode: max-rate, duration: 1s, slo: {loss: 0}, rate: [1, 2] | rate: a list (expected: one rate
            rate: 1, duration: 1s, count: 5 | count: 5 (expected: no count, since it belongs to 'mode: throughput' only)
            rate: 1, duration: 1s, inFlight: 5 | inFlight: 5 (expected: no inFlight
            rate: 1, duration: 1s, slo: {endToEnd.p101: 1ms} | slo.endToEnd.p101: p101 (expected: a percentile
            rate: 1, duration: 1s, slo: {endToEnd.p0: 1ms} | slo.endToEnd.p0: p0 (expected: a percentile
            rate: 1, duration: 1s, slo: {endToEnd: 1ms} | slo.endToEnd: no percentile (expected: a percentile
            rate: 1, duration: 1s, slo: {end.p99: 1ms} | slo.end.p99: end (expected: a probe: lateness, publish,
            rate: 1, duration: 1s, slo: {endToEnd.p99: fast} | slo.endToEnd.p99: fast (expected: a duration
            rate: 1k, duration: 9s, slo: {endToEnd.p99.9: 1s} | slo.endToEnd.p99.9: 9s at 1k/s = 9,000 samples (expected: 10,000
            mode: max-rate, duration: 1s, rate: 999, slo: {endToEnd.p99: 1s} | slo.endToEnd.p99: 1s at 999/s = 999 samples
            rate: 1, duration: 1s, slo: {loss: some} | slo.loss: some (expected: how many messages may be lost
            rate: 0.5/s, duration: 1s | duration: 1s at 0.5/s = no message (expected: one message at least
            rate: 1, duration: 1s, topics: [1, 0] | topics[1]: 0 (expected: a whole number from 1 to 100000)
            rate: 1, duration: 1s, subscribers: [1, 65] | subscribers[1]: 65 (expected: a whole number from 1 to 64)
            mode: throughput, count: 1, subscribers: 3 | subscribers: 3 (expected: 1, since mode throughput sends by what arrives at one)
            rate: 1, duration: 1s, subscribers: [1, 2], service: {name: pass-through, process: true} | subscribers: 2 (expected: 1, since a service process answers to one)
            rate: 1, duration: 9s, subscribers: 3, faults: [{at: 1s, target: broker, action: kill, for: 1s}] | subscribers: 3 (expected: 1, since faults follow each message to one)
            rate: 1, duration: 1s, partitions: 0 | partitions: 0 (expected: a whole number from 1 to 10000)
            """)
    void shouldRefuseWhatDoesNotBelongToTheMode(String keys, String message) {
        assertThatThrownBy(() -> read("{" + keys + "}"))
                .isInstanceOf(ConfigException.class)
                .message()
                .contains(message);
    }

    /** What is written is compared, and a run with one is as it was before there could be more. */
    @Test
    void shouldWriteSubscribersOnlyWhereThereAreSeveral() {
        Workload one = read("rate: 1\nduration: 1s\nsubscribers: 1");
        Workload several = read("rate: 1\nduration: 1s\nsubscribers: [1, 3]");

        assertThat(one).isEqualTo(read("rate: 1\nduration: 1s"));
        assertThat(one.toDocument().toTree().has("subscribers")).isFalse();
        assertThat(one.cells()).extracting(Cell::subscribers).containsExactly(1);
        assertThat(several.cells()).extracting(Cell::toString).containsExactly("1/s", "1/s, 3 subscribers");
        assertThat(several.only(several.cells().get(0))).isEqualTo(one);
        assertThat(several.only(several.cells().get(1)).subscribers()).isEqualTo(3);
    }

    @Test
    void shouldRefuseAMatrixThatNobodyCouldWaitFor() {
        String ten = "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]";
        assertThatThrownBy(() -> read("duration: 1s\nrate: " + ten + "\nsize: " + ten + "\ntopics: " + ten
                        + "\npartitions: " + ten + "\nproducers: " + ten + "\nconsumers: " + ten))
                .message()
                .contains("consumers: 1,000,000 runs = 10 of consumers x 10 of partitions x 10 of producers");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            rate: -5          | 2:7: rate: -5 (expected: a rate above 0, such as 500k)
            rate: 0           | 2:7: rate: 0 (expected: a rate above 0, such as 500k)
            rate: fast        | 2:7: rate: fast (expected: a rate above 0, such as 500k)
            rate: []          | 2:7: rate: an empty list (expected: a rate above 0, such as 500k)
            rate:             | 2:6: rate: missing (expected: a rate above 0, such as 500k)
            rate: 101M        | 2:7: rate: 101M/s (expected: a rate above 0 and at most 100M/s)
            rate: [1, 1G/s]   | 2:11: rate[1]: 1000M/s (expected: a rate above 0 and at most 100M/s)
            rate: 2M | 1:11: duration: 24h at 2M/s = 172,800,000,000 messages\
             (expected: at most 100,000,000,000 messages)
            """)
    void shouldNameThePlaceWhenTheRateIsBad(String line, String message) {
        String yaml = "duration: 24h\n" + line;

        assertThatThrownBy(() -> read(yaml)).hasMessage("workloads/x.yaml:" + message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            wramup: 1s                    | 3:1: wramup: unknown key
            name: x                       | 3:1: name: unknown key
            rates: 5k                     | 3:1: rates: unknown key
            mode: troughput               | 3:7: mode: troughput (expected: one of latency, throughput, max-rate
            size: 2GB | 3:7: size: 2GB = 2,000,000,000 bytes (expected: 1B to 64MiB = 67,108,864 bytes)
            size: [1, 0]                  | 3:11: size[1]: 0 = 0 bytes (expected: 1B to 64MiB = 67,108,864 bytes)
            warmup: 61m                   | 3:9: warmup: 61m (expected: a duration from 0s to 1h, such as 10s)
            warmup: 10                    | 3:9: warmup: 10 (expected: a duration such as 10s, 500ms, 1m30s or PT1M)
            warmup: -1s                   | 3:9: warmup: -1s (expected: a duration such as 10s, 500ms, 1m30s or PT1M)
            drain: 0s                     | 3:8: drain: 0s (expected: a duration from 1ns to 10m, such as 10s)
            producers: 0                  | 3:12: producers: 0 (expected: a whole number from 1 to 64)
            producers: 65                 | 3:12: producers: 65 (expected: a whole number from 1 to 64)
            hops: 3                       | 3:7: hops: 3 (expected: a whole number from 1 to 2)
            hops: two                     | 3:7: hops: two (expected: a whole number, such as 3)
            forks: 101                    | 3:8: forks: 101 (expected: a whole number from 1 to 100)
            event: a b                    | 3:8: event: a b (expected: a name such as
            service: [a]                  | 3:10: service: a list (expected: a mapping of keys to values)
            layout: sharde | 3:9: layout: sharde (expected: one of auto, dedicated, shared, single; did you mean 'shared'?)
            idle: busy                    | 3:7: idle: busy (expected: one of auto, spin, yield, park)
            affinity: [1, -1]             | 3:15: affinity[1]: -1 (expected: a whole number from 0 to 4095)
            affinity: [1, 1]              | 3:11: affinity: [1, 1] (expected: each CPU number once)
            description: "a\\nb"          | 3:14: description: a b (expected: a text of one line)
            arrivals: random              | 3:11: arrivals: random (expected: one of constant, poisson, burst, replay)
            arrivals: burst               | 3:11: arrivals.burst: missing (expected: a burst of 2 to 1,000,000 messages)
            arrivals: { burst: 5 } | 3:20: arrivals.burst: 5\
             (expected: no burst, since it belongs to 'kind: burst' only)
            arrivals: {kind: burst, burst: 1} | 3:32: arrivals.burst: 1 (expected: a burst of 2 to 1,000,000 messages)
            arrivals: {kind: constant, seed: 0} | 3:34: arrivals.seed: 0\
             (expected: no seed, since it belongs to 'kind: poisson' only)
            arrivals: {kind: poisson, sede: 1} | 3:27: arrivals.sede: unknown key\
             (expected: one of burst, column, contents, file, header, key, kind, loop, producer, seed, separator, size, sortWithin, speed, topic, unit; did you mean 'seed'?)
            jvm: { heap: 4m }             | 3:14: jvm.heap: 4m (expected: 8m to 16t
            jvm: { gc: zgc2 } | 3:12: jvm.gc: zgc2\
             (expected: one of g1, zgc, parallel, serial, epsilon; did you mean 'zgc'?)
            jvm: { flags: [-Xint, -cp] }  | 3:23: jvm.flags[1]: -cp (expected: no flag for the class path
            jvm: -Xmx1g                   | 3:6: jvm: -Xmx1g (expected: a mapping of keys to values)
            """)
    void shouldNameThePlaceWhenAnotherValueIsBad(String line, String message) {
        assertThatThrownBy(() -> read("rate: 1k\nduration: 1s\n" + line))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith("workloads/x.yaml:" + message);
    }

    @Test
    void shouldNameTheDocumentWhenARequiredKeyIsMissing() {
        assertThatThrownBy(() -> read("# comment\nrate: 1k"))
                .hasMessage("workloads/x.yaml:2:1: duration: missing"
                        + " (expected: a duration from 1ms to 24h, such as 10s)");
    }

    @Test
    void shouldNameTheKeysAndTheNearestWhenAKeyIsMisspelt() {
        assertThatThrownBy(() -> read("rate: 1k\nwramup: 1s"))
                .hasMessage(
                        "workloads/x.yaml:2:1: wramup: unknown key (expected: one of affinity, arrivals, backlog, compressible,"
                                + " consumers, count, description, drain, duration, event, faults, floor, forks, headers, hops, idle, inFlight, jfr,"
                                + " jvm, keys, layout, mode, partitions, producers, published, rate, replication, searchLimit, service, size, slo, subscribers, topics,"
                                + " warmup; did you mean 'warmup'?)");
    }

    @Test
    void shouldNameTheLimitWhenAListIsTooLong() {
        String rates = String.join(", ", Collections.nCopies(10_000, "1k"));
        String sizes = String.join(", ", Collections.nCopies(100, "1"));
        String manyRates = String.join(", ", Collections.nCopies(11, "1k"));

        assertThatThrownBy(() -> read("duration: 1s\nrate: [" + rates + "]"))
                .hasMessage("workloads/x.yaml:2:7: rate: a list of 10,000 entries (expected: at most 100 rates)");
        assertThatThrownBy(() -> read("duration: 1s\nrate: [" + manyRates + "]\nsize: [" + sizes + "]"))
                .hasMessage("workloads/x.yaml:3:7: size: 1,100 runs = 11 of rate x 100 of size"
                        + " (expected: at most 1,000 runs; shorten a list)");
    }

    @Test
    void shouldValidateLikeYamlWhenBuiltInJava() {
        assertThatThrownBy(() -> Workload.builder().rate(1).build())
                .hasMessage("duration: missing (expected: a duration from 1ms to 24h, such as 10s)");
        assertThatThrownBy(() -> Workload.builder().rate(Double.NaN)).isInstanceOf(ConfigException.class);
        assertThatThrownBy(() -> Workload.builder()
                        .name("../x")
                        .rate(1)
                        .duration(Duration.ofSeconds(1))
                        .build())
                .hasMessageStartingWith("name: ../x (expected: ");
        assertThatThrownBy(() -> Workload.builder()
                        .rate(1)
                        .duration(Duration.ofSeconds(Long.MAX_VALUE))
                        .build())
                .isInstanceOf(ConfigException.class);
    }
}
