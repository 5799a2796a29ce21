package io.twohop.account;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProgressTest {
    private static Progress progress(long taken, long reached, long inVain) {
        return new Progress(reached, new long[] {taken}, new long[] {reached}, new long[] {inVain}, inVain);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "the consumer looked and found nothing,     14, 10, 7, false",
        "it looked once: perhaps only to the end,   14, 10, 6, true",
        "some arrived,                              14, 11, 7, true",
        "some were taken: behind its last look?,    15, 10, 7, true"
    })
    void shouldCallALaneDeadOnlyWhenItsConsumerLookedForWhatItTook(
            String what, long taken, long reached, long inVain, boolean mayFlow) {
        assertThat(progress(taken, reached, inVain).mayFlow(0, progress(14, 10, 5)))
                .isEqualTo(mayFlow);
    }

    @ParameterizedTest
    @CsvSource({"7, true", "6, false"})
    void shouldSayWhetherSinksLookedFromBeginToEnd(long inVain, boolean looked) {
        assertThat(progress(14, 10, inVain).sinksLookedSince(progress(14, 10, 5)))
                .isEqualTo(looked);
    }
}
