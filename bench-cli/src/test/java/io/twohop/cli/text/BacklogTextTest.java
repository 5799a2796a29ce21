package io.twohop.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.account.Histograms;
import io.twohop.result.Faults.Backlog;
import io.twohop.result.Faults.Latency;
import io.twohop.result.Faults.Producers;
import io.twohop.result.Faults.Sending;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class BacklogTextTest {
    private static List<String> lines(Long steadyNanos, int messagesBefore) {
        Histogram latencies = Histograms.newHistogram();
        latencies.recordValueWithCount(1_000, messagesBefore);
        Sending before = new Sending(Latency.of(latencies), Latency.of(latencies), 0);
        return BacklogText.lines(new Backlog(
                500,
                50_000,
                1_000_000_000,
                1_000_000L,
                steadyNanos,
                0,
                900,
                300,
                new Producers(before, before, before)));
    }

    /** Without a usual latency nobody can tell when it is as before. */
    @Test
    void shouldTellLatencyThatIsUnknownFromLatencyThatStayedLonger() {
        assertThat(lines(2_000_000L, 10_000)).contains("latency as before 2.00 ms after consumers started");
        assertThat(lines(null, 10_000)).contains("latency as before not within the run");
        assertThat(lines(null, 5)).contains("latency as before unknown: too few messages before the first fault");
    }
}
