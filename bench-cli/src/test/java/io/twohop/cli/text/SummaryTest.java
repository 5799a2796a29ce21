package io.twohop.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.result.BenchmarkResult;
import io.twohop.result.Rates;
import io.twohop.result.Verdict;
import io.twohop.testing.ResultBuilder;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
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
        new Summary(result, null, false, style).print(new PrintStream(text, true, StandardCharsets.UTF_8));
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
        assertThat(print(delayed(250).verdict(new Verdict.Invalid(List.of("lost 3")))))
                .contains(
                        "\n  INVALID, trusted to p97: the figures cannot be used\n    this machine ",
                        "\n    - lost 3\n");
    }

    @Test
    void shouldBeGreenOnlyWhereTheFiguresThatAreReadFirstHold() {
        assertThat(print(new ResultBuilder().build(), Style.COLOURED)).contains(GREEN + "MET");
        assertThat(print(delayed(50).build(), Style.COLOURED)).contains(GREEN + "MET");
        assertThat(print(delayed(250).build(), Style.COLOURED)).contains(YELLOW + "MET");
        assertThat(print(
                        new ResultBuilder()
                                .verdict(new Verdict.Saturated(List.of("slow")))
                                .build(),
                        Style.COLOURED))
                .contains(YELLOW + "SATURATED");
        assertThat(print(
                        new ResultBuilder()
                                .verdict(new Verdict.Invalid(List.of("lost 3")))
                                .build(),
                        Style.COLOURED))
                .contains(RED + "INVALID");
    }

    @Test
    void shouldBeOneLineForScripts() {
        assertThat(ResultLine.of(delayed(250).build()))
                .isEqualTo("verdict=Met trusted=p97 transport=chronicle workload=100kps offeredPerSecond=1000"
                        + " achievedPerSecond=1000 lost=unknown p50Nanos=100031 p99Nanos=100031 p99.9Nanos=90046463"
                        + " untrusted=p99,p99.9,max result=results/name");
        assertThat(ResultLine.of(
                        new ResultBuilder().rates(new Rates(0.5, 0.5, 0.25)).build()))
                .startsWith("verdict=Met trusted=unknown ")
                .contains(" offeredPerSecond=0.5 achievedPerSecond=0.25 ", " untrusted=unknown ");
        assertThat(ResultLine.of(delayed(0).build())).contains(" trusted=all ", " untrusted=none ");
    }
}
