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
class MachineMixturesTest {
    /** Wrong among the trusted figures of all machines together; docs/EXPERIMENTS.md has them by machine. */
    private static final double MOST_WRONG = 0.005;

    @Test
    void shouldTrustWhatTheMachineDidNotDecide() {
        List<String> wrong = new ArrayList<>();
        Map<Enum<?>, Outcome> outcomes = run(150, wrong);

        seen().forEach(machine -> assertThat(outcomes.get(machine).wrong)
                .as(machine + " " + wrong)
                .isZero());
        assertThat(outcomes.get(Machine.NOTHING).rightDoubted).isZero();
        assertThat(outcomes.get(Machine.ONE_STOP).trusted).isPositive();
    }

    @Tag("exhaustive")
    @Test
    void shouldSeldomTrustWhatTheMachineDecided() {
        List<String> wrong = new ArrayList<>();
        Map<Enum<?>, Outcome> outcomes = run(2_000, wrong);

        long trusted =
                seen().mapToLong(machine -> outcomes.get(machine).trusted).sum();
        assertThat(seen().mapToLong(machine -> outcomes.get(machine).wrong).sum())
                .as(wrong.toString())
                .isLessThanOrEqualTo((long) (MOST_WRONG * trusted));
    }

    private static Map<Enum<?>, Outcome> run(int mixtures, List<String> wrong) {
        Map<Enum<?>, Outcome> outcomes = MachineMixtures.run(mixtures, wrong);
        outcomes.forEach((kind, outcome) -> System.out.println(outcome.row(kind.name())));
        return outcomes;
    }

    /** What nobody sees is not judged: see the limits in docs/METHODOLOGY.md. */
    private static Stream<Machine> seen() {
        return Stream.of(Machine.values()).filter(machine -> machine != Machine.STOPS_BETWEEN_SAMPLES);
    }
}
