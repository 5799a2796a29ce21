package io.twohop.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.explain.MachineMixtures.Machine;
import io.twohop.explain.MachineMixtures.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A trusted figure is that of a run without the machine, whatever the transport and the machine are like. */
class MachineMixturesTest {
    /** Wrong among the trusted figures. */
    private static final double MOST_WRONG = 0.005;

    @Test
    void shouldTrustWhatTheMachineDidNotDecide() {
        check(150);
    }

    @Tag("exhaustive")
    @Test
    void shouldTrustWhatTheMachineDidNotDecideInManyMixtures() {
        check(2_000);
    }

    private static void check(int mixtures) {
        List<String> wrong = new ArrayList<>();
        Map<Enum<?>, Outcome> outcomes = MachineMixtures.run(mixtures, wrong);
        outcomes.forEach((kind, outcome) -> System.out.println(outcome.row(kind.name())));

        for (Machine machine : Machine.values()) {
            Outcome outcome = outcomes.get(machine);
            // What nobody sees is not judged: see the limits in docs/METHODOLOGY.md.
            if (machine != Machine.STOPS_BETWEEN_SAMPLES) {
                assertThat(outcome.wrong).as(machine + " " + wrong).isLessThanOrEqualTo((int)
                        (MOST_WRONG * outcome.trusted));
            }
        }
        assertThat(outcomes.get(Machine.NOTHING).rightDoubted).isZero();
        assertThat(outcomes.get(Machine.ONE_STOP).trusted).isPositive();
    }
}
