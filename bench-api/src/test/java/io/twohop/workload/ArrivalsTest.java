package io.twohop.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twohop.config.YamlDocument;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArrivalsTest {
    private record Holder(Arrivals arrivals) {}

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            constant                   | CONSTANT | 0  | 1
            Poisson                    | POISSON  | 1  | 1
            {}                         | CONSTANT | 0  | 1
            { kind: poisson, seed: 0 } | POISSON  | 0  | 1
            { seed: -7, kind: poisson} | POISSON  | -7 | 1
            { kind: burst, burst: 2 }  | BURST    | 0  | 2
            """)
    void shouldReadAKindOrAMappingWhenBound(String yaml, Arrivals.Kind kind, long seed, int burst) {
        assertThat(YamlDocument.parse("x", "arrivals: " + yaml)
                        .bind(Holder.class)
                        .arrivals())
                .isEqualTo(new Arrivals(kind, seed, burst));
    }

    @Test
    void shouldRefuseWhatBelongsToAnotherKindWhenBuiltInJava() {
        assertThatThrownBy(() -> new Arrivals(null, 0, 1)).hasMessageStartingWith("kind: missing");
        assertThatThrownBy(() -> new Arrivals(Arrivals.Kind.CONSTANT, 1, 1)).hasMessageStartingWith("seed: 1 (");
        assertThatThrownBy(() -> new Arrivals(Arrivals.Kind.POISSON, 1, 2)).hasMessageStartingWith("burst: 2 (");
        assertThatThrownBy(() -> Arrivals.burst(1)).hasMessageStartingWith("burst: 1 (expected: a burst of 2 to");
        assertThatThrownBy(() -> Arrivals.burst(1_000_001)).hasMessageStartingWith("burst: 1000001 (");
    }

    @Test
    void shouldHaveSeedsOfItsOwnInEachForkAndProducer() {
        Set<Long> seeds = new HashSet<>();
        for (int fork = 1; fork <= 3; fork++) {
            for (int producer = 0; producer < 4; producer++) {
                seeds.add(Arrivals.poisson(5).ofFork(fork, 4).seed() + producer);
            }
        }

        assertThat(seeds).hasSize(12).contains(5L);
        assertThat(Arrivals.constant().ofFork(3, 4)).isEqualTo(Arrivals.constant());
    }
}
