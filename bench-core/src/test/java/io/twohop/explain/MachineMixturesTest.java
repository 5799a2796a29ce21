package io.twohop.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.explain.MachineMixtures.Machine;
import io.twohop.explain.MachineMixtures.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A trusted figure is that of a run without the machine, whatever the transport and the machine are like. */
@Tag("one-jdk")
class MachineMixturesTest {
    /** Right figures that are doubted, by machine; docs/EXPERIMENTS.md has them. */
    private static final double MOST_DOUBTED = 0.7;

    @Test
    void shouldTrustWhatTheMachineDidNotDecide() {
        Map<Enum<?>, Outcome> outcomes = shouldTrustNothingWrong(40);

        assertThat(outcomes.get(Machine.NOTHING).rightDoubted).isZero();
        assertThat(outcomes.get(Machine.ONE_STOP).trusted).isPositive();
    }

    @Tag("exhaustive")
    @Test
    void shouldTrustWhatTheMachineDidNotDecideInThousandsOfRuns() {
        Map<Enum<?>, Outcome> outcomes = shouldTrustNothingWrong(2_000);

        assertThat(outcomes.get(Machine.NOTHING).rightDoubted).isZero();
        seen().forEach(machine -> assertThat(outcomes.get(machine).rightDoubted)
                .as(machine + " " + outcomes.get(machine).row(""))
                .isLessThanOrEqualTo((int) (MOST_DOUBTED * outcomes.get(machine).right)));
    }

    private static Map<Enum<?>, Outcome> shouldTrustNothingWrong(int mixtures) {
        List<String> wrong = new ArrayList<>();
        Map<Enum<?>, Outcome> outcomes = run(mixtures, wrong);

        seen().forEach(machine -> assertThat(outcomes.get(machine).wrong)
                .as(machine + " " + wrong)
                .isZero());
        return outcomes;
    }

    private static Map<Enum<?>, Outcome> run(int mixtures, List<String> wrong) {
        Map<Enum<?>, Outcome> outcomes = MachineMixtures.run(MachineMixtures.FRESH_SEED, mixtures, wrong);
        outcomes.forEach((kind, outcome) -> System.out.println(outcome.row(kind.name())));
        return outcomes;
    }

    /** What nobody sees is not judged: see the limits in docs/METHODOLOGY.md. */
    private static Stream<Machine> seen() {
        return Stream.of(Machine.values()).filter(machine -> machine != Machine.STOPS_OF_SLEEPERS);
    }
}
