package io.twohop.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.account.Histograms;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class LatencyRecorderTest {
    private static final int VALUES = 1 << 20;

    private final LatencyRecorder recorder = new LatencyRecorder(new Window(0, 0, Long.MAX_VALUE));
    private final Histogram sum = Histograms.newHistogram();
    private volatile boolean stopped;

    @Test
    void shouldCountAsAHistogramDoes() {
        Histogram expected = Histograms.newHistogram();
        Random random = new Random(1);
        for (int i = 0; i < VALUES; i++) {
            long latencyNanos = random.nextLong(Histograms.HIGHEST_NANOS) >> random.nextInt(42);
            recorder.record(0, latencyNanos);
            expected.recordValue(latencyNanos);
            if (i % (VALUES / 10) == 0) {
                recorder.drainMeasuredInto(sum);
            }
        }
        recorder.record(0, Histograms.HIGHEST_NANOS + 1);
        expected.recordValue(Histograms.HIGHEST_NANOS);

        recorder.drainMeasuredInto(sum);
        assertThat(sum).isEqualTo(expected);
    }

    @Test
    void shouldGiveEachValueToTheMonitorOnceWhileItsThreadRecords() throws Exception {
        Thread recording = new Thread(() -> {
            for (int i = 0; i < VALUES; i++) {
                recorder.record(0, i & 0xfff);
            }
            stopped = true;
        });
        recording.start();
        while (!stopped) {
            recorder.drainMeasuredInto(sum);
        }
        recording.join();
        recorder.drainMeasuredInto(sum);

        assertThat(sum.getTotalCount()).isEqualTo(VALUES);
        assertThat(sum.getCountAtValue(7)).isEqualTo(VALUES >> 12);
    }

    @Test
    void shouldCountWarmUpApart() {
        LatencyRecorder divided = new LatencyRecorder(new Window(0, 100, 200));
        divided.record(99, 103);
        divided.record(100, 105);

        divided.drainWarmupInto(sum);
        assertThat(sum.getCountAtValue(4)).isEqualTo(1);
        divided.drainMeasuredInto(sum);
        assertThat(sum.getCountAtValue(5)).isEqualTo(1);
        assertThat(sum.getTotalCount()).isEqualTo(2);
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
