package io.twohop.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.twohop.explain.CoreShares.Use;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** Two cores for a second. */
class CoreSharesTest {
    private static final long MILLI = 1_000_000;

    /** Linux counts in ticks, so that other programs may have run for as long as two of them unseen. */
    private static final double TICKS = 20;

    private static final Offset<Double> ROUNDED = within(1e-9);

    private long samplerMillis;
    private long samplerTurns;
    private long samplerNanos;

    private final CoreShares cores = new CoreShares();

    private void use(int agents, long agentsMillis, long measuredMillis, long elsewhereMillis) {
        cores.add(new Use(
                0,
                1_000 * MILLI,
                agents,
                agentsMillis * MILLI,
                samplerMillis * MILLI,
                samplerTurns,
                0,
                measuredMillis * MILLI,
                (agentsMillis + samplerMillis + measuredMillis + elsewhereMillis) * MILLI,
                2));
    }

    private double partOfAgentsWait(long waitedMillis) {
        for (int sample = 1; sample <= 100; sample++) {
            Trouble wait = new Trouble(
                    "no core left for service-0",
                    (sample - 1) * 10 * MILLI,
                    sample * 10 * MILLI,
                    waitedMillis * MILLI / 100,
                    1);
            cores.addWait(wait, true, 0);
        }
        return cores.troubles().get(0).part();
    }

    private double partOfServersWait(long waitedMillis, long ranMillis) {
        Trouble wait = new Trouble("no core left for server-1", 0, 1_000 * MILLI, waitedMillis * MILLI, 250);
        cores.addWait(wait, false, ranMillis * MILLI);
        return cores.troubles().stream()
                .filter(trouble -> trouble.cause().equals(wait.cause()))
                .findFirst()
                .orElseThrow()
                .part();
    }

    @Test
    void shouldBlameOtherProgramsWhenTheyHadTheCores() {
        use(1, 500, 0, 1_500);

        assertThat(partOfAgentsWait(500)).isEqualTo(1);
    }

    /** In each sample the transport had both cores but for a tenth of a millisecond, whatever others ran at other times. */
    @Test
    void shouldBlameOtherProgramsForNoMoreOfAWaitThanTheMeasuredSystemLeftThem() {
        use(1, 500, 1_300, 200);

        Trouble wait = sampled(2 * 2 * MILLI - MILLI / 10);

        assertThat(wait.longestNanos()).isEqualTo(MILLI / 10);
        assertThat(wait.part()).isEqualTo(1);
    }

    /** The sampler had a twentieth of a millisecond of each wait, which is the harness's doing; another program a few whole waits. */
    @Test
    void shouldBlameTheHarnessForWhatItsSamplerRanAndOtherProgramsForTheirPartOfTheRest() {
        samplerMillis = 10;
        samplerNanos = MILLI / 20;
        use(1, 500, 1_300, 20);

        sampled(2 * MILLI);

        List<Trouble> first = cores.troubles().subList(0, 2);
        double part = (20 + TICKS) / (100 * 1.95);
        assertThat(first.get(0).part()).isCloseTo(part, ROUNDED);
        assertThat(first.get(0).longestNanos()).isEqualTo(2 * MILLI);
        assertThat(first.get(1).part()).isCloseTo(1 - part, ROUNDED);
        assertThat(first.get(1).longestNanos()).isEqualTo(MILLI / 20);
    }

    /** It keeps a server waiting for no longer than it runs at a time. */
    @Test
    void shouldBlameTheHarnessForItsSamplerInAServersWait() {
        samplerMillis = 50;
        samplerTurns = 1_000;
        use(1, 600, 1_330, 20);

        Trouble wait = new Trouble("no core left for server-1", 0, 1_000 * MILLI, 500 * MILLI, 250);
        cores.addWait(wait, false, 600 * MILLI);

        List<Trouble> both = cores.troubles();
        assertThat(both).hasSize(2);
        assertThat(both.get(0).part()).isCloseTo((20 + TICKS) / 500, ROUNDED);
        assertThat(both.get(0).longestNanos()).isEqualTo(wait.longestNanos());
        assertThat(both.get(1).part()).isCloseTo(50.0 / 500, ROUNDED);
        assertThat(both.get(1).longestNanos()).isEqualTo(MILLI / 10);
    }

    /** They ran for less in all than they could have by the samples. */
    @Test
    void shouldBlameOtherProgramsForNoMoreThanTheyRanInAll() {
        use(1, 500, 1_500, 0);

        Trouble wait = sampled(2 * MILLI);

        assertThat(wait.longestNanos()).isEqualTo(2 * MILLI);
        assertThat(wait.part()).isCloseTo(TICKS / 200, ROUNDED);
    }

    @Test
    void shouldBlameNobodyElseWhenTheMeasuredSystemHadBothCores() {
        use(1, 500, 1_300, 200);

        assertThat(sampled(2 * 2 * MILLI).longestNanos()).isZero();
    }

    /** What they did not take from the agents they may have taken from a server. */
    @Test
    void shouldBlameOtherProgramsForAServersWaitWithWhatTheAgentsLeft() {
        use(1, 500, 1_220, 280);
        sampled(2 * 2 * MILLI - MILLI);

        assertThat(partOfServersWait(1_000, 600)).isCloseTo((280 + TICKS - 100) / 1_000, ROUNDED);
    }

    /** A hundred waits of two milliseconds, each all that a sample saw. */
    private Trouble sampled(long accountedNanos) {
        for (int sample = 1; sample <= 100; sample++) {
            long from = sample * 10 * MILLI - 2 * MILLI;
            cores.addSampled(
                    new Trouble("no core left for service-0", from, from + 2 * MILLI, 2 * MILLI, 1),
                    from,
                    accountedNanos,
                    samplerNanos);
        }
        return cores.troubles().get(0);
    }

    /** Ticks are lost in one second and found in the next. */
    @Test
    void shouldTakeTheTicksOfALongRunForNoMoreThanThoseOfAShortOne() {
        use(1, 667, 1_333, 0);
        for (int second = 1; second < 10; second++) {
            cores.add(new Use(second * 1_000 * MILLI, (second + 1) * 1_000 * MILLI, 1, 0, 0, 0, 0, 0, 0, 2));
        }

        assertThat(partOfAgentsWait(333)).isCloseTo(TICKS / 10 / 333, ROUNDED);
    }

    /** Two spinning threads of a transport beside the only one of the harness. */
    @Test
    void shouldNotExcuseATransportThatTakesTheCoresItself() {
        use(1, 667, 1_333, 0);

        assertThat(partOfAgentsWait(333)).isCloseTo(TICKS / 333, ROUNDED);
    }

    /** Without them the thread would not have waited, however much the transport spins. */
    @Test
    void shouldBlameOtherProgramsForAsLongAsTheyRanBesideATransportThatSpins() {
        use(1, 980, 1_000, 20);

        assertThat(partOfAgentsWait(20)).isEqualTo(1);
    }

    @Test
    void shouldShareTheBlameWhenTheTransportAndOtherAgentsHadTheCores() {
        use(2, 1_000, 1_000, 0);

        assertThat(partOfAgentsWait(500)).isCloseTo((TICKS + (500 - TICKS) / 3) / 500, ROUNDED);
    }

    /** The agents' threads spin on both cores, and the media driver gets what they leave. */
    @Test
    void shouldBlameTheHarnessWhenItsThreadsKeepAServerWaiting() {
        use(2, 1_200, 800, 0);

        assertThat(partOfServersWait(1_000, 800)).isEqualTo(1);
    }

    /** The thread leaves a core, which two of the transport's cannot share. */
    @Test
    void shouldNotExcuseTheTransportsThreadsThatKeepOneAnotherWaiting() {
        use(1, 667, 1_333, 0);

        assertThat(partOfServersWait(333, 667)).isCloseTo(TICKS / 333, ROUNDED);
    }

    /** As in a measured run: 110 ms of others' time kept one of three threads waiting at a time, and not each for 110 ms. */
    @Test
    void shouldBlameOtherProgramsForNoLongerThanTheyRanHoweverManyThreadsWaited() {
        use(1, 550, 1_350, 90);
        for (int spinner = 0; spinner < 2; spinner++) {
            cores.addWait(
                    new Trouble("no core left for " + spinner, 0, 1_000 * MILLI, 700 * MILLI, 100), false, 675 * MILLI);
        }
        partOfAgentsWait(400);

        double blamedNanos = cores.troubles().stream()
                .mapToDouble(trouble -> trouble.part() * trouble.nanos())
                .sum();
        assertThat(blamedNanos).isCloseTo(110.0 * MILLI, within(1.0 * MILLI));
    }

    /** The agents need less of it than there was. */
    @Test
    void shouldBlameOtherProgramsForAServersWaitAsWell() {
        use(1, 400, 500, 1_300);
        partOfAgentsWait(500);

        assertThat(partOfServersWait(600, 300)).isEqualTo(1);
    }

    @Test
    void shouldBlameTheMachineWhereNobodyCounted() {
        assertThat(partOfAgentsWait(333)).isEqualTo(1);
    }
}
