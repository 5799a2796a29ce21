package io.twohop.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FaultsTest {
    private static final Faults.Latency NONE = new Faults.Latency(0, Map.of(), 0);

    private static Faults lost(long acknowledged, long reported, long inSilence) {
        return new Faults(List.of(), acknowledged, reported, inSilence, 7, NONE, NONE, NONE, List.of());
    }

    @Test
    void shouldTakeWhatWasReportedLaterFromWhatWasAcknowledged() {
        assertThat(lost(5, 1, 2).reported(3)).isEqualTo(lost(2, 4, 2));
        assertThat(lost(5, 1, 2).reported(0)).isEqualTo(lost(5, 1, 2));
        // What was reported and arrived all the same is not lost.
        assertThat(lost(5, 1, 2).reported(9)).isEqualTo(lost(0, 6, 2));
    }
}
