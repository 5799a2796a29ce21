package io.twohop.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.engine.Simulation;
import io.twohop.finding.Finding;
import io.twohop.finding.Kind;
import io.twohop.finding.Severity;
import io.twohop.result.Fork;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class EachSubscriberTest {
    private static Fork five;

    @BeforeAll
    static void run() throws Exception {
        five = Simulation.run(
                Simulation.workload("rate: 1k\nwarmup: 0s\nduration: 1s\nfloor: 0s\nhops: 1\nsubscribers: 5\n"),
                "subscriber: 5\nloseEvery: 500\n");
    }

    private static Finding reason(String text) {
        return new Finding(Kind.MESSAGES, Severity.SATURATED, text, "");
    }

    @Test
    void shouldNameTheOneThatARuleIsAgainst() {
        assertThat(EachSubscriber.reasons(
                        five, one -> one.accounting().orElseThrow().lost() > 0 ? List.of(reason("lost")) : List.of()))
                .extracting(Finding::sentence)
                .containsExactly("subscriber 5: lost");
    }

    @Test
    void shouldSayOnceWhatHoldsOfAll() {
        assertThat(EachSubscriber.reasons(
                        five,
                        one -> List.of(
                                reason("slow"),
                                reason("lost " + one.accounting().orElseThrow().lost()))))
                .extracting(Finding::sentence)
                .containsExactly(
                        "slow",
                        "subscriber 1: lost 0",
                        "subscriber 2: lost 0",
                        "subscriber 3: lost 0",
                        "and 2 more subscribers; see subscribers in result.json");
    }
}
