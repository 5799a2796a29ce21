package io.twohop.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twohop.config.ConfigException;
import io.twohop.testing.model.ForkBuilder;
import io.twohop.testing.model.ResultBuilder;
import io.twohop.workload.Probe;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HeadlineTest {
    private static ResultBuilder delayed(double messages) {
        return new ResultBuilder().trust(ResultBuilder.delayed(messages));
    }

    private static String headline(ResultBuilder result) {
        return Headline.of(result.build()).toString();
    }

    @Test
    void shouldSayHowFarTheFiguresHold() {
        assertThat(headline(new ResultBuilder())).isEqualTo("MET");
        assertThat(headline(delayed(0))).isEqualTo("MET");
        assertThat(headline(delayed(250))).isEqualTo("MET, trusted to p97");
        assertThat(headline(delayed(250).verdict(new Verdict.Saturated(ResultBuilder.reasons("slow")))))
                .isEqualTo("SATURATED, trusted to p97");
    }

    @Test
    void shouldSayThatTheFiguresCannotBeUsed() {
        assertThat(headline(new ResultBuilder().verdict(new Verdict.Invalid(ResultBuilder.reasons("lost 3")))))
                .isEqualTo("INVALID: the figures cannot be used");
        assertThat(headline(delayed(250).verdict(new Verdict.Invalid(ResultBuilder.reasons("lost 3")))))
                .isEqualTo("INVALID, trusted to p97: the figures cannot be used");
        assertThat(headline(delayed(10_000))).isEqualTo("MET, trusted nowhere: the latencies cannot be used");
    }

    @Test
    void shouldBeGoodOnlyWhereTheMachineCannotHaveDecidedAFigureThatIsReadFirst() {
        assertThat(Headline.of(new ResultBuilder().build()).isGood()).isTrue();
        assertThat(Headline.of(delayed(50).build()).isGood()).as("p99.9 only").isTrue();
        assertThat(Headline.of(delayed(250).build()).isGood()).as("p99").isFalse();
        assertThat(Headline.of(delayed(50)
                                .verdict(new Verdict.Missed(ResultBuilder.reasons("p50")))
                                .build())
                        .isGood())
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource({"0, p99.99, true", "250, p97, true", "250, 97.5, false", "250, p99, false", "10000, p1, false"})
    void shouldRequireTrustUpToAPercentile(double delayed, String required, boolean satisfied) {
        RequiredTrust trust = RequiredTrust.parse("--require-trust", required);

        assertThat(trust.refusal(delayed(delayed).build()).isEmpty()).isEqualTo(satisfied);
        assertThat(RequiredTrust.NONE.refusal(delayed(delayed).build())).isEmpty();
    }

    @Test
    void shouldSayWhyTrustIsTooLittle() {
        RequiredTrust p99 = new RequiredTrust(99);

        assertThat(p99.refusal(delayed(250).build()).orElseThrow())
                .startsWith("endToEnd: trusted to p97 (expected: to p99 at least); stop what else runs");
        assertThat(p99.refusal(new ResultBuilder().build()).orElseThrow())
                .startsWith("endToEnd: nothing is known about its trust (expected: to p99 at least); record the run");
        assertThat(p99.refusal(new ResultBuilder().probes(Map.of()).build()))
                .as("no latencies, nothing to trust")
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "p", "p0", "100", "p100", "-1", "max", "NaN"})
    void shouldRefuseWhatIsNoPercentile(String text) {
        assertThatThrownBy(() -> RequiredTrust.parse("--require-trust", text))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("--require-trust: " + text)
                .hasMessageContaining("expected: a percentile above p0 and below p100, such as p99");
    }

    /** Printing a result is the first thing that its users do. */
    @Test
    void shouldPrintAResultInAFewLinesWithItsMarks() {
        Fork fork = new ForkBuilder(1)
                .rates(new Rates(1_000, 1_000, 1_000))
                .probes(Map.of(Probe.END_TO_END, ResultBuilder.latencies()))
                .trust(ResultBuilder.delayed(250))
                .build();

        assertThat(delayed(250).forks(List.of(fork)).build().toString().lines())
                .containsExactly(
                        "chronicle, 100kps: MET, trusted to p97",
                        "  this machine delayed 2.5 % of messages by up to 60.0 ms: no core left for service-0",
                        "  offered 1,000/s, achieved 1,000/s (100.00 %), messages not accounted for",
                        "  endToEnd p50 100 us, p90 100 us, p99 (1.00 ms), p99.9 (90.0 ms), max (100 ms)",
                        "  results in results/name");
        assertThat(fork.toString())
                .startsWith("fork 1: offered 1,000/s, ")
                .endsWith("; endToEnd p50 100 us, p90 100 us, p99 (1.00 ms), p99.9 (90.0 ms), max (100 ms)");
        assertThat(ResultBuilder.latencies())
                .hasToString("p50 100 us, p90 100 us, p99 1.00 ms, p99.9 90.0 ms, max 100 ms");
    }
}
