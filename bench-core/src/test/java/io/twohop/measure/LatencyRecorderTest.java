package io.twohop.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.account.Histograms;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class LatencyRecorderTest {
    private static final int TIMES = 2_000;

    private final LatencyRecorder recorder = new LatencyRecorder(new Window(0, 0, Long.MAX_VALUE));
    private final Histogram sum = Histograms.newHistogram();
    private volatile boolean stopped;

    /** Else a run that is to end would go on, and its streams would stay on somebody's server. */
    @Test
    void shouldLeaveAnInterruptOfTheMonitorToItsCaller() throws Exception {
        Thread recording = new Thread(() -> {
            while (!stopped) {
                recorder.record(0, 1);
            }
        });
        recording.start();
        int swallowed = 0;
        for (int i = 0; i < TIMES; i++) {
            Thread.currentThread().interrupt();
            recorder.drainMeasuredInto(sum);
            swallowed += Thread.interrupted() ? 0 : 1;
        }
        stopped = true;
        recording.join();

        assertThat(swallowed).isZero();
    }

    @Test
    void shouldCountWhatItRecordsAsZeroThoughItIsLess() {
        recorder.record(10, 10);
        recorder.record(10, 9);
        recorder.record(10, 11);

        recorder.drainMeasuredInto(sum);
        assertThat(recorder.belowZero()).isEqualTo(1);
        assertThat(sum.getCountAtValue(0)).isEqualTo(2);
    }
}
