package io.twohop.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

class QueueingTest {
    private static final double MEAN = 20_000;
    private static final double HALF = 25_000;

    /** Of each message the time it waits, by Lindley's recursion: what the one before left, less the time between both. */
    private static double simulated(double perSecond, int messages, ToDoubleFunction<SplittableRandom> service) {
        SplittableRandom random = new SplittableRandom(1);
        double wait = 0;
        double sum = 0;
        for (int i = 0; i < messages; i++) {
            sum += wait;
            wait = Math.max(0, wait + service.applyAsDouble(random) - 1e9 / perSecond * random.nextExponential());
        }
        return sum / messages;
    }

    @Test
    void shouldBeWhatIsKnownOfSimplerQueues() {
        // M/D/1: rho / (2 (1 - rho)) of a service time; M/M/1: rho / (1 - rho).
        assertThat(Queueing.meanWaitNanos(HALF, MEAN, MEAN * MEAN)).isCloseTo(10_000, within(1e-6));
        assertThat(Queueing.meanWaitNanos(HALF, MEAN, 2 * MEAN * MEAN)).isCloseTo(20_000, within(1e-6));
        assertThat(Queueing.utilisation(HALF, MEAN)).isCloseTo(0.5, within(1e-12));
    }

    @Test
    void shouldExpectNothingWhereTheServerCannotKeepUp() {
        assertThat(Queueing.meanWaitNanos(50_000, MEAN, MEAN * MEAN)).isNaN();
        assertThat(Queueing.meanWaitNanos(60_000, MEAN, MEAN * MEAN)).isNaN();
        assertThat(Queueing.meanWaitNanos(49_999, MEAN, MEAN * MEAN)).isPositive();
    }

    @Test
    void shouldBeWhatASimulationFinds() {
        int messages = 2_000_000;

        assertThat(simulated(40_000, messages, random -> MEAN))
                .isCloseTo(Queueing.meanWaitNanos(40_000, MEAN, MEAN * MEAN), within(1_200.0));
        double sigma = 0.8;
        double squared = MEAN * MEAN * Math.exp(sigma * sigma);
        double mu = Math.log(MEAN) - sigma * sigma / 2;
        assertThat(simulated(35_000, messages, random -> Math.exp(mu + sigma * random.nextGaussian())))
                .isCloseTo(Queueing.meanWaitNanos(35_000, MEAN, squared), within(1_800.0));
    }
}
