package io.twohop.demand;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twohop.config.ConfigException;
import io.twohop.config.Rate;
import io.twohop.config.Volume;
import io.twohop.transport.Envelope;
import io.twohop.transport.Footprint;
import io.twohop.transport.Footprint.Fee;
import io.twohop.transport.RunContext;
import io.twohop.workload.Keys;
import io.twohop.workload.Mode;
import io.twohop.workload.Workload;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class DemandTest {
    private static final int MESSAGE_BYTES = 1_000;
    private static final Footprint THREE_COPIES = new Footprint(List.of("2 topics of 12 partitions", "2 groups"), 2, 3);

    /** Over two hops. */
    private static Demand demand(boolean foreign, double perSecond, long messages, int forks, Footprint footprint) {
        Workload workload = Workload.builder()
                .rate(perSecond)
                .duration(Duration.ofSeconds(60))
                .forks(forks)
                .build();
        return Demand.of(
                "my-kafka.yaml",
                foreign,
                workload.scenario().load(),
                workload.forks(),
                workload.warmUpTrial(),
                context(perSecond, messages),
                footprint);
    }

    private static RunContext context(double perSecond, long messages) {
        Path nowhere = Path.of("");
        return new RunContext(
                "run-1",
                nowhere,
                nowhere,
                new RunContext.Traffic(perSecond, messages, MESSAGE_BYTES, MESSAGE_BYTES),
                new RunContext.Channels(2, 1));
    }

    private static Demand inMode(Mode mode, Footprint footprint) {
        Workload workload = Workload.builder()
                .mode(mode)
                .slo(mode == Mode.MAX_RATE ? Map.of("endToEnd.p99", "10ms") : Map.of())
                .set(Keys.SEARCH_LIMIT, mode == Mode.MAX_RATE ? Duration.ofHours(1) : null)
                .duration(Duration.ofSeconds(60))
                .build();
        return Demand.of(
                "my-kafka.yaml",
                true,
                workload.scenario().load(),
                workload.forks(),
                workload.warmUpTrial(),
                context(0, Long.MAX_VALUE),
                footprint);
    }

    @Test
    void shouldCountHopsForksAndCopies() {
        Demand demand = demand(true, 20_000, 1_400_000, 5, THREE_COPIES);

        assertThat(demand.perSecond()).isEqualTo(20_000);
        assertThat(demand.messages()).isEqualTo(2 * 5 * 1_400_000);
        assertThat(demand.bytes()).isEqualTo(3.0 * 14_000_000 * MESSAGE_BYTES);
        assertThat(demand.lines())
                .containsExactly(
                        "my-kafka.yaml names servers that are not the bench's own; the run",
                        "  makes   2 topics of 12 partitions, 2 groups, and deletes them",
                        "  sends   20k/s, 14,000,000 messages, about 42.0 GB in 3 copies");
    }

    /** A key has 8 bytes. */
    @Test
    void shouldCountKeysAndHeaders() {
        Envelope envelope = new Envelope(10, List.of(new Envelope.Header("header-1", "v".repeat(84))));
        Workload workload =
                Workload.builder().rate(1_000).duration(Duration.ofSeconds(60)).build();

        Demand demand = Demand.of(
                "f.yaml",
                true,
                workload.scenario().load(),
                workload.forks(),
                workload.warmUpTrial(),
                context(1_000, 5_000).with(envelope),
                THREE_COPIES);

        assertThat(demand.bytes()).isEqualTo(3.0 * 2 * 5_000 * (MESSAGE_BYTES + 100));
    }

    @ParameterizedTest
    @CsvSource({
        "true, 50000, 5000000, false",
        "true, 50001, 10, true",
        "true, 1000, 5000001, true",
        "false, 1000000, 5000000000, false"
    })
    void shouldWantConsentForMuchOnServersOfOthers(boolean foreign, double perSecond, long messages, boolean wanted) {
        Footprint footprint = new Footprint(List.of(), 2, 1);

        assertThat(demand(foreign, perSecond, messages, 1, footprint).needsConsent())
                .isEqualTo(wanted);
    }

    @Test
    void shouldAddRunsUp() {
        Footprint larger = new Footprint(List.of("20 topics of 1 partition"), 20, 1);
        Demand both = demand(true, 20_000, 1_000, 1, THREE_COPIES).and(demand(true, 10_000, 1_000, 1, larger));

        assertThat(both)
                .isEqualTo(new Demand(
                        "my-kafka.yaml",
                        true,
                        larger,
                        20_000,
                        4_000,
                        (3 + 1) * 2_000.0 * MESSAGE_BYTES,
                        Optional.empty()));
    }

    /** Two hops and three forks of 1,000 messages; a run of as many larger ones is added. */
    @Test
    void shouldShowWhatRequestsCostAndAskForThem() {
        Footprint small =
                new Footprint(List.of("2 queues"), 2, 1, Optional.of(new Fee(0.5, 3, 2.5, "list price of June")));
        Footprint large =
                new Footprint(List.of("2 queues"), 2, 1, Optional.of(new Fee(1, 5, 2.5, "list price of June")));
        Demand demand = demand(true, 1_000, 1_000, 3, small).and(demand(true, 1_000, 1_000, 3, large));

        assertThat(demand.lines().get(3))
                .isEqualTo(
                        "  costs   9,000 to 48,000 requests, about $0.03 to $0.12 ($2.50 per million, list price of June)");
        assertThat(demand.needsConsent()).isTrue();
        assertThat(demand(false, 1_000, 1_000, 3, small).needsConsent()).isFalse();
        assertThat(demand.refusal("--yes"))
                .hasMessage(
                        "my-kafka.yaml: 9,000 to 48,000 requests, about $0.03 to $0.12 (expected: your agreement to pay for"
                                + " them, by --yes)");
    }

    @Test
    void shouldShowOneAmountForAFewCentsWorthOfRequests() {
        Footprint cheap = new Footprint(List.of("2 queues"), 2, 1, Optional.of(new Fee(0.3, 3, 0.4, "list price")));

        assertThat(demand(true, 1_000, 1_000, 1, cheap).lines().get(3))
                .isEqualTo("  costs   600 to 6,000 requests, at most $0.01 ($0.40 per million, list price)");
    }

    @Test
    void shouldShowThePriceWhereNobodyKnowsTheNumber() {
        assertThat(inMode(
                                Mode.THROUGHPUT,
                                new Footprint(List.of(), 2, 1, Optional.of(new Fee(0.3, 3, 0.4, "list price"))))
                        .lines()
                        .get(3))
                .isEqualTo("  costs   any number of requests ($0.40 per million, list price)");
    }

    /** Nobody knows beforehand how much a closed loop or a search sends. */
    @ParameterizedTest
    @EnumSource(value = Mode.class, names = "LATENCY", mode = EnumSource.Mode.EXCLUDE)
    void shouldTakeItForMuchWhereTheServersSetTheRate(Mode mode) {
        Demand demand = inMode(mode, THREE_COPIES);

        assertThat(demand.needsConsent()).isTrue();
        assertThat(demand.lines().get(2))
                .isEqualTo(
                        "  sends   as fast as they take it, any number of messages, any number of bytes in 3 copies");
        assertThatThrownBy(() -> new Limits(new Rate(1e6), null, null).check(demand))
                .hasMessage("rate: as fast as they take it (expected: at most 1M/s, by limits.rate of my-kafka.yaml)");
    }

    @Test
    void shouldNameTheLimitThatIsExceeded() {
        Demand demand = demand(true, 20_000, 1_000_000, 1, THREE_COPIES);

        assertThatThrownBy(() -> new Limits(new Rate(19_999), null, null).check(demand))
                .isInstanceOf(ConfigException.class)
                .hasMessage("rate: 20k/s (expected: at most 19.999k/s, by limits.rate of my-kafka.yaml)");
        assertThatThrownBy(() -> new Limits(null, new Volume(5_999_999_999L), null).check(demand))
                .hasMessage("bytes: about 6.0 GB (expected: at most 6.0 GB, by limits.bytes of my-kafka.yaml)");
        assertThatThrownBy(() -> new Limits(null, null, 1).check(demand))
                .hasMessage("topics: 2 (expected: at most 1, by limits.topics of my-kafka.yaml)");
        assertThatCode(() -> new Limits(new Rate(20_000), new Volume(6_000_000_000L), 2).check(demand))
                .doesNotThrowAnyException();
    }

    @Test
    void shouldSayHowToAgree() {
        assertThat(demand(true, 60_000, 6_000_000, 1, THREE_COPIES).refusal("--yes"))
                .hasMessage(
                        "my-kafka.yaml: 60k/s, about 36.0 GB (expected: at most 50k/s and 10.0 GB on servers that are"
                                + " not the bench's own, or --yes)");
    }
}
