package io.twohop.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.account.Reported;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FaultsTest {
    private static final Faults.Latency NONE = new Faults.Latency(0, Map.of(), 0);

    private static Faults lost(long acknowledged, long failed, long inSilence, long dropped) {
        return new Faults(List.of(), acknowledged, failed, inSilence, 7, NONE, NONE, NONE, List.of(), dropped);
    }

    @Test
    void shouldTakeWhatWasReportedLaterFromWhatWasAcknowledged() {
        assertThat(lost(5, 1, 2, 0).reported(new Reported(3, 1))).isEqualTo(lost(1, 4, 2, 1));
        assertThat(lost(5, 1, 2, 0).reported(Reported.NONE)).isEqualTo(lost(5, 1, 2, 0));
        // What was reported and arrived all the same is not missing.
        assertThat(lost(5, 1, 2, 0).reported(new Reported(9, 1))).isEqualTo(lost(0, 6, 2, 0));
    }

    @Test
    void shouldNotCallLostWhatSomebodyKnowsToHaveFailed() {
        assertThat(lost(5, 1, 2, 3).lost()).isEqualTo(7);
    }
}
