package io.twohop.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.twohop.compare.Metric;
import io.twohop.history.InjectedChanges.Found;
import io.twohop.history.InjectedChanges.Noise;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InjectedChangesTest {
    private static final int HISTORIES = 200;

    @Tag("exhaustive")
    @Test
    void shouldFindChangesOfFiveTenAndTwentyPerCent() {
        Noise noise = InjectedChanges.logNormal(0.02, 0, 0.03);
        Found divisive = InjectedChanges.byEDivisive(noise, HISTORIES);
        Found neighbours = InjectedChanges.byNeighbours(noise, HISTORIES);
        System.out.println("E-divisive " + divisive);
        System.out.println("neighbours " + neighbours);

        assertThat(divisive.found()[0]).isGreaterThan(0.5);
        assertThat(divisive.found()[1]).isGreaterThan(0.95);
        assertThat(divisive.found()[2]).isGreaterThan(0.95);
        assertThat(divisive.falseOnes()).isLessThan(0.35);
        // A night has an error of its own, which its forks do not show.
        assertThat(neighbours.falseOnes()).isGreaterThan(divisive.falseOnes());
        assertThat(neighbours.found()[0]).isLessThan(divisive.found()[0]);
    }

    @Test
    void shouldDrawNightsFromResults(@TempDir Path directory) throws Exception {
        new Nights(directory).all(12, night -> 1_000 + night);

        double[][] nights =
                InjectedChanges.drawnFrom(directory, new Metric("endToEnd.p99")).nights(60, new SplittableRandom(1));

        assertThat(nights).hasDimensions(60, 3);
        assertThat(nights[3][0]).isNotEqualTo(nights[4][0]);
        assertThat(InjectedChanges.byEDivisive(InjectedChanges.drawnFrom(directory, new Metric("endToEnd.p99")), 3)
                        .found()[2])
                .isEqualTo(1.0, within(1e-9));
    }
}
