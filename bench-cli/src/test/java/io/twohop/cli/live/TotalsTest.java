package io.twohop.cli.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.account.Histograms;
import io.twohop.account.Interval;
import io.twohop.engine.protocol.RunListener;
import io.twohop.workload.Probe;
import java.util.HashMap;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class TotalsTest {
    private static final long SECOND = 1_000_000_000;

    private final Map<String, Totals.Phase> phases = new HashMap<>();

    /** In which some were sent, and others arrived. */
    private static Interval second(Interval.Phase phase, long sent, long completed) {
        Histogram latencies = Histograms.newHistogram();
        latencies.recordValueWithCount(1_000, completed);
        return new Interval(
                phase,
                0,
                SECOND,
                SECOND,
                sent,
                sent,
                completed,
                0,
                0,
                0,
                Map.of(Probe.END_TO_END, Histograms.encode(latencies, Histograms.newScratch())));
    }

    private long latencies(String phase) {
        ExponentialCounts counts = phases.get(phase).latencies().get(Probe.END_TO_END);
        return counts == null ? 0 : counts.count();
    }

    @Test
    void shouldCountALatencyInThePhaseThatItsMessageWasDueIn() {
        Totals totals = new Totals(() -> {});
        RunListener run = totals.begin(new Watched("a run", "smoke", "loopback"));

        run.onInterval(second(Interval.Phase.WARMUP, 10, 10));
        run.onInterval(second(Interval.Phase.MEASURE, 20, 15));
        run.onInterval(second(Interval.Phase.MEASURE, 20, 15));
        run.onInterval(second(Interval.Phase.DRAIN, 0, 10));

        totals.forEach(phase -> phases.put(phase.attributes().get("phase"), phase));
        assertThat(latencies("warmup")).isEqualTo(10);
        assertThat(latencies("measure")).isEqualTo(40);
        assertThat(latencies("drain")).isZero();
        assertThat(phases.get("measure").messages()).containsEntry("sent", 40L).containsEntry("completed", 30L);
        assertThat(phases.get("drain").messages()).containsEntry("sent", 0L).containsEntry("completed", 10L);
    }
}
