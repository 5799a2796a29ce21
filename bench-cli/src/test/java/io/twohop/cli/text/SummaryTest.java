package io.twohop.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.twohop.account.Accounting;
import io.twohop.account.Acknowledged;
import io.twohop.account.Histograms;
import io.twohop.account.Integrity;
import io.twohop.account.LayoutCapacity;
import io.twohop.account.Ledger;
import io.twohop.account.Reported;
import io.twohop.account.ThreadLayout;
import io.twohop.result.BenchmarkResult;
import io.twohop.result.CodecCost;
import io.twohop.result.CodecCost.Step;
import io.twohop.result.Environment;
import io.twohop.result.Floor;
import io.twohop.result.Fork;
import io.twohop.result.LatencySummary;
import io.twohop.result.Rates;
import io.twohop.result.Search;
import io.twohop.result.Search.Count;
import io.twohop.result.Search.Trial;
import io.twohop.result.Verdict;
import io.twohop.testing.model.ForkBuilder;
import io.twohop.testing.model.ResultBuilder;
import io.twohop.transport.Guarantees;
import io.twohop.transport.Guarantees.Delivery;
import io.twohop.workload.Idle;
import io.twohop.workload.Layout;
import io.twohop.workload.Probe;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SummaryTest {
    private static final String GREEN = "\033[1m\033[32m";
    private static final String YELLOW = "\033[1m\033[33m";
    private static final String RED = "\033[1m\033[31m";

    private static ResultBuilder delayed(double messages) {
        return new ResultBuilder().trust(ResultBuilder.delayed(messages));
    }

    private static String print(BenchmarkResult result, Style style) {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        new Summary(result, Optional.empty(), false, style).print(new PrintStream(text, true, StandardCharsets.UTF_8));
        return text.toString(StandardCharsets.UTF_8);
    }

    private static String print(ResultBuilder result) {
        return print(result.build(), Style.PLAIN);
    }

    @Test
    void shouldSayBesideTheVerdictHowFarTheFiguresHold() {
        assertThat(print(new ResultBuilder())).contains("\n  MET\n");
        assertThat(print(delayed(250)))
                .contains(
                        "\n  MET, trusted to p97:\n    this machine delayed 2.5 % of messages by up to 60.0 ms: no core left for\n");
        assertThat(print(delayed(10_000)))
                .contains("\n  MET, trusted nowhere: the latencies cannot be used\n    this machine delayed ");
        assertThat(print(delayed(250).verdict(new Verdict.Invalid(ResultBuilder.reasons("lost 3")))))
                .contains(
                        "\n  INVALID, trusted to p97: the figures cannot be used\n    this machine ",
                        "\n    - lost 3\n");
    }

    @Test
    void shouldNameADistributionOfSizes() throws IOException {
        String settings = "{\"size\": [{\"uniform\": [\"100B\", \"2KB\"]}]}";

        assertThat(print(new ResultBuilder().payloadBytes(1_050).settings(new ObjectMapper().readTree(settings))))
                .contains("| 1,050 B on average {uniform:[100B,2KB]} |");
    }

    @Test
    void shouldAddWhatWasProcessedOrInFlightWhenThatIsMuch() {
        assertThat(print(new ResultBuilder().rates(new Rates(1_000, 1_000, 995, 0, 1_000))))
                .contains("achieved 995/s (99.50 %)\n");
        assertThat(print(new ResultBuilder().rates(new Rates(2_000_000, 2_000_000, 50, 0, 5_859))))
                .contains("(0.00 %), processed 5,859/s with what was\n  left of warm-up\n");
        assertThat(print(new ResultBuilder().rates(new Rates(1_000, 1_000, 905, 95, 1_000))))
                .contains("(90.50 %), steadily in flight 9.50 %,\n  processed 1,000/s");
    }

    @Test
    void shouldSayInTheWholeSummaryWhatWasCheckedOfEachMessage() {
        Accounting account = new Accounting(
                1_000,
                1_000,
                1_000,
                0,
                0,
                0,
                0,
                0,
                null,
                0,
                0,
                0,
                0,
                Ledger.of(1_000, 1_000, 0, 0, Reported.NONE),
                List.of(),
                List.of(),
                Reported.NONE,
                new Integrity(1_250, 3, 2, 0L, 0, "one", "another"),
                Acknowledged.NONE);
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        new Summary(new ResultBuilder().accounting(account).build(), Optional.empty(), true, Style.PLAIN)
                .print(new PrintStream(text, true, StandardCharsets.UTF_8));

        assertThat(text.toString(StandardCharsets.UTF_8))
                .contains("  checked the header and payload length of every arrival, and the checksum of\n"
                        + "  1,250 payloads (damaged 3, corrupt headers 2)\n");
        assertThat(print(new ResultBuilder().accounting(account))).doesNotContain("checked the header");
    }

    @Test
    void shouldBeGreenOnlyWhereTheFiguresThatAreReadFirstHold() {
        assertThat(print(new ResultBuilder().build(), Style.COLOURED)).contains(GREEN + "MET");
        assertThat(print(delayed(50).build(), Style.COLOURED)).contains(GREEN + "MET");
        assertThat(print(delayed(250).build(), Style.COLOURED)).contains(YELLOW + "MET");
        assertThat(print(
                        new ResultBuilder()
                                .verdict(new Verdict.Saturated(ResultBuilder.reasons("slow")))
                                .build(),
                        Style.COLOURED))
                .contains(YELLOW + "SATURATED");
        assertThat(print(
                        new ResultBuilder()
                                .verdict(new Verdict.Invalid(ResultBuilder.reasons("lost 3")))
                                .build(),
                        Style.COLOURED))
                .contains(RED + "INVALID");
    }

    @Test
    void shouldBeOneLineForScripts() {
        assertThat(ResultLine.of(delayed(250).build()))
                .isEqualTo("verdict=Met trusted=p97 transport=chronicle workload=100kps offeredPerSecond=1000"
                        + " achievedPerSecond=1000 lost=unknown p50Nanos=100031 p99Nanos=1000447 p99.9Nanos=90046463"
                        + " untrusted=p99,p99.9,max result=results/name");
        assertThat(ResultLine.of(
                        new ResultBuilder().rates(new Rates(0.5, 0.5, 0.25)).build()))
                .startsWith("verdict=Met trusted=unknown ")
                .contains(" offeredPerSecond=0.5 achievedPerSecond=0.25 ", " untrusted=unknown ");
        assertThat(ResultLine.of(delayed(0).build())).contains(" trusted=all ", " untrusted=none ");
    }

    private static Floor floor(String transport, Idle idle, LatencySummary latency) {
        return new Floor(
                transport,
                new Rates(1_000, 1_000, 1_000),
                Map.of(Probe.END_TO_END, latency),
                new ThreadLayout(Layout.SINGLE, idle, false, List.of(), 2, null, null, null),
                null);
    }

    @Test
    void shouldShowNoFloorThatIsNone() {
        assertThat(print(new ResultBuilder().floor(floor(null, Idle.SPIN, ResultBuilder.latencies()))))
                .containsPattern("\n  floor .* in memory\n");
        assertThat(print(new ResultBuilder().floor(floor(Floor.TCP, Idle.SPIN, ResultBuilder.latencies()))))
                .containsPattern("\n  floor .* through sockets\n");
        assertThat(print(new ResultBuilder().floor(floor(null, Idle.PARK, ResultBuilder.latencies()))))
                .as("an older result, whose consumers looked for messages now and then")
                .doesNotContain("\n  floor ");
        assertThat(print(new ResultBuilder()
                        .floor(floor(null, Idle.SPIN, LatencySummary.of(Histograms.newHistogram())))))
                .as("nothing arrived: its largest latency is not 0 ns")
                .doesNotContain("\n  floor ", " 0 ns");
    }

    private static Fork fork(Layout layout, String... threads) {
        return fork(layout, null, threads);
    }

    private static Fork fork(Layout layout, LayoutCapacity capacity, String... threads) {
        List<List<String>> agents =
                Stream.of(threads).map(thread -> List.of(thread.split(" "))).toList();
        return new ForkBuilder(1)
                .rates(new Rates(1_000, 1_000, 1_000))
                .probes(Map.of(Probe.END_TO_END, ResultBuilder.latencies()))
                .guarantees(new Guarantees(Delivery.EXACTLY_ONCE, true, false, "none", 1))
                .layout(new ThreadLayout(layout, Idle.SPIN, false, agents, 2, null, capacity, null))
                .codec(new CodecCost("sbe", 2, 175, new Step(0, 0), new Step(12.4, 0)))
                .environment(environment(195.4))
                .build();
    }

    private static Environment environment(double handOverNanos) {
        return new Environment(
                "17", "VM", List.of(), List.of(), "Linux", "6", "cpu", 2, 1, "tsc", 20, handOverNanos, 0, null, null);
    }

    @Test
    void shouldSayWhichRolesShareAThread() {
        assertThat(print(new ResultBuilder().forks(List.of(fork(Layout.SINGLE, "generator-0 service-0 sink-0")))))
                .contains("\n  generator, service and sink share one thread: no message passes from core to\n"
                        + "  core, which takes 195 ns here\n");
        assertThat(print(new ResultBuilder().forks(List.of(fork(Layout.SHARED, "generator-0 sink-0", "service-0")))))
                .contains("\n  generator and sink share a thread, service has its own\n");
        assertThat(print(new ResultBuilder().forks(List.of(fork(Layout.SINGLE, "generator-0 sink-0")))))
                .as("the service is in another process")
                .contains("\n  generator and sink share one thread\n");
    }

    @Test
    void shouldSayWhatOneThreadAndTwoCarriedInATrial() {
        LayoutCapacity capacity = new LayoutCapacity(1e6, 0.95, 804_000, 1_380_000.0);
        Fork fork = fork(Layout.SHARED, capacity, "generator-0 sink-0", "service-0");

        assertThat(print(new ResultBuilder().forks(List.of(fork))))
                .contains("\n  generator and sink share a thread, service has its own; in a trial one thread\n"
                        + "  carried 804,000/s, two 1,380,000/s\n");
    }

    @Test
    void shouldNotStateATimeThatIsTooShortToMeasure() {
        ResultBuilder result = new ResultBuilder().forks(List.of(fork(Layout.SINGLE, "generator-0 service-0 sink-0")));
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        new CircumstancesText(result.build()).print(new PrintStream(text, true, StandardCharsets.UTF_8));

        assertThat(text.toString(StandardCharsets.UTF_8).replaceAll("\\s+", " "))
                .contains(
                        "codec sbe, 175 B: 2 x (encode too fast to measure + decode 12 ns) = 25 ns a message by itself")
                .doesNotContain(" 0 ns");
        assertThat(CircumstancesText.codecTime(0.4)).isEqualTo("too fast to measure");
    }

    @Test
    void shouldStateSizesOfLessThanAMegabyte() {
        assertThat(ExplanationText.megabytes(330_000)).isEqualTo("0.33 MB");
        assertThat(ExplanationText.megabytes(0)).isEqualTo("0 MB");
        assertThat(ExplanationText.megabytes(143_400_000)).isEqualTo("143 MB");
    }

    private static Trial trial(double rate, String verdict) {
        return new Trial(rate, false, verdict, List.of(), rate, Map.of(), Layout.SINGLE);
    }

    private static Search search(Double holds, Double fails, Count held, Count failed, Trial... trials) {
        return new Search(
                holds, fails, List.of(), List.of(trials), held, failed, Layout.SINGLE, Search.End.INTERRUPTED);
    }

    private static String highestRate(Search search) {
        String text = print(new ResultBuilder().search(search)).replaceAll("\\s+", " ");
        return text.substring(text.indexOf("highest rate"), text.indexOf(", interrupted"));
    }

    @Test
    void shouldStateWhichRateHoldsAndWhichFails() {
        Search search =
                search(1_000.0, 1_200.0, new Count(1, 1), new Count(0, 1), trial(1_000, "Met"), trial(1_200, "Missed"));

        assertThat(highestRate(search))
                .endsWith(": holds at 1,000/s (1 of 1), not confirmed in a fresh JVM; fails at 1,200/s (1 of 1);"
                        + " undecided in between; 2 trials");
    }

    /** A single trial may be right by chance. */
    @Test
    void shouldNameRatesThatHeldOrFailedTooSeldomToKnow() {
        Trial[] trials = {
            trial(1_000, "Missed"), trial(647, "Missed"), trial(293, "Met"), trial(293, "Invalid"), trial(250, "Met")
        };

        assertThat(highestRate(search(null, 1_000.0, Count.NONE, new Count(0, 1), trials)))
                .endsWith(": no rate is known to hold, though 293/s did (1 of 1); fails at 1,000/s (1 of 1); 5 trials");
        assertThat(highestRate(search(null, null, Count.NONE, Count.NONE, trials)))
                .contains("; none is known to fail, though 647/s did (1 of 1); 5");
        assertThat(highestRate(search(250.0, null, new Count(1, 1), Count.NONE, trials)))
                .contains("; no higher rate is known to fail, though 647/s did (1 of 1); 5");
    }

    @Test
    void shouldSayWhenNoRateFailedOrHeld() {
        assertThat(highestRate(search(400.0, null, new Count(1, 1), Count.NONE, trial(400, "Met"))))
                .contains("; no higher rate failed each time; 1 trials");
        assertThat(highestRate(search(null, 400.0, Count.NONE, new Count(0, 1), trial(400, "Missed"))))
                .endsWith(": none; fails at 400/s (1 of 1); 1 trials");
        assertThat(highestRate(search(null, null, Count.NONE, Count.NONE, trial(400, "Invalid"))))
                .endsWith(": no rate has a verdict; 1 trials");
    }

    /** The search went on with two threads. */
    @Test
    void shouldLeaveOutTrialsWithAnotherLayout() {
        Trial other = new Trial(2_000, false, "Met", List.of(), 2_000, Map.of(), Layout.SHARED);

        assertThat(highestRate(search(null, null, Count.NONE, Count.NONE, trial(400, "Met"), other)))
                .contains("though 400/s did (1 of 1)");
    }

    @Test
    void shouldStateRatesOfLessThanOneASecond() {
        assertThat(Summary.perSecond(0.25)).isEqualTo("0.25/s");
        assertThat(Summary.perSecond(99_999.6)).isEqualTo("100,000/s");
    }
}
