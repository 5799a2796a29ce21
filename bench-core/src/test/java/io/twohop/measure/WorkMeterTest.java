package io.twohop.measure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WorkMeterTest {
    @Test
    void shouldSumWhatWasFinishedInTheWindow() {
        WorkMeter meter = new WorkMeter(new Window(0, 100, 200));

        meter.record(90, 99);
        meter.record(95, 105);
        meter.record(150, 180);
        meter.record(190, 200);

        WorkMeter.Sum sum = meter.measured();
        assertThat(sum).isEqualTo(new WorkMeter.Sum(2, 40, 1_000));
        assertThat(sum.meanNanos()).isEqualTo(20);
        assertThat(sum.meanSquaredNanos()).isEqualTo(500);
    }

    @Test
    void shouldCountAnotherWindowWhenThatIsKnownLater() {
        WorkMeter meter = new WorkMeter(new Window(0, 0, 0));

        meter.record(5, 10);
        meter.during(new Window(0, 20, 30));
        meter.record(20, 27);

        assertThat(meter.measured()).isEqualTo(new WorkMeter.Sum(1, 7, 49));
    }
}
