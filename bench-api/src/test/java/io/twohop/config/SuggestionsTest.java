package io.twohop.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SuggestionsTest {
    private static final List<String> KEYS = List.of("warmup", "duration", "rate", "gc", "100kps.yaml", "50kps.yaml");

    @ParameterizedTest
    @CsvSource({
        "wramup, warmup",
        "WARMPU, warmup",
        "duraton, duration",
        "rat, rate",
        "rates, rate",
        "100kps, 100kps.yaml",
        "10kps.yaml, 100kps.yaml",
        "100kps.yml, 100kps.yaml",
        "dur, duration",
        "duratt, duration",
        "dux, ",
        "g, "
    })
    void shouldFindTheNearestWhenOneIsNear(String wrong, String nearest) {
        assertThat(Suggestions.nearest(wrong, KEYS).orElse(null)).isEqualTo(nearest);
    }

    @Test
    void shouldCountASwapAsOneEditWhenNeighboursAreTurned() {
        assertThat(Suggestions.nearest("ab", List.of("cb", "ba"))).contains("cb");
        assertThat(Suggestions.nearest("ab", List.of("xy", "ba"))).contains("ba");
    }

    @ParameterizedTest
    @CsvSource({"xy", "colour", "''", "heap"})
    void shouldFindNothingWhenNothingIsNear(String wrong) {
        assertThat(Suggestions.nearest(wrong, KEYS)).isEmpty();
        assertThat(Suggestions.nearest("w".repeat(100_000), KEYS)).isEmpty();
    }
}
