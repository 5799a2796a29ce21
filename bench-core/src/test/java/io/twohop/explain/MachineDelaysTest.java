package io.twohop.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.twohop.account.Histograms;
import io.twohop.measure.Slices;
import io.twohop.measure.Slices.Slice;
import io.twohop.measure.Window;
import io.twohop.result.Delays;
import io.twohop.result.LatencySummary;
import io.twohop.result.Trust;
import io.twohop.workload.Probe;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.LongUnaryOperator;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A message each 100 us for ten seconds; most take 50 us. */
@Tag("one-jdk")
class MachineDelaysTest {
    private static final long MICRO = 1_000;
    private static final long MILLI = 1_000_000;
    private static final long STEP = 100 * MICRO;
    private static final int MESSAGES = 100_000;
    private static final long USUAL = 50 * MICRO;

    private final List<Trouble> troubles = new ArrayList<>();
    private final List<Span> stops = new ArrayList<>();

    /** Share of the messages that were delayed at all. */
    private double delayed;

    /** @param latency of the message that is due at a time */
    private Trust trust(LongUnaryOperator latency) {
        Slices slices = new Slices(new Window(0, 0, MESSAGES * STEP));
        Histogram histogram = Histograms.newHistogram();
        for (long due = 0; due < MESSAGES * STEP; due += STEP) {
            slices.record(due, due + latency.applyAsLong(due));
            histogram.recordValue(latency.applyAsLong(due));
        }
        List<Slice> all = new ArrayList<>();
        slices.forEach(all::add);
        Delays delays = MachineDelays.of(troubles, List.of(all), histogram, stops);
        delayed = delays.above(0) / MESSAGES;
        return Trust.of(delays, Map.of(Probe.END_TO_END, LatencySummary.of(histogram)));
    }

    /** What a stop of everything does, after which all goes through at once. */
    private static LongUnaryOperator stopped(long length, long period) {
        return due -> USUAL + Math.max(0, length - due % period);
    }

    private void stops(long length, long period) {
        for (long from = 0; from < MESSAGES * STEP; from += period) {
            // The sampler went to sleep some time before.
            troubles.add(new Trouble("nothing ran", from - 7 * MILLI, from + length, length, 1));
        }
    }

    @Test
    void shouldFindTheShareOfMessagesThatStopsDelayed() {
        for (double share : new double[] {0.005, 0.01, 0.05}) {
            troubles.clear();
            long length = 20 * MILLI;
            long period = (long) (length / share);
            stops(length, period);
            double stopped = (double) troubles.size() * length / (MESSAGES * STEP);

            Trust trust = trust(stopped(length, period));

            assertThat(trust.delayedShare()).isCloseTo(stopped, within(stopped / 10));
            assertThat(trust.longestNanos()).isBetween(length - MILLI, length);
            assertThat(trust.cause()).isEqualTo("nothing ran");
            double upTo = Double.parseDouble(trust.upTo().substring(1));
            assertThat(100 - upTo).isBetween(100 * share * 0.9, 100 * share * 2);
        }
    }

    /** Where the queue never empties, a message waits for all that kept the thread before. */
    @Tag("exhaustive")
    @Test
    void shouldAddUpWhatPilesUpAllTheTime() {
        for (long from = 0; from < MESSAGES * STEP; from += 10 * MILLI) {
            troubles.add(new Trouble("no core left for sink-0", from, from + 10 * MILLI, 9 * MILLI, 1));
        }

        Trust trust = trust(due -> USUAL + due * 9 / 10);

        assertThat(trust.upTo()).isEqualTo("p0");
    }

    /** The thread is busy for nine tenths of the time: what waits behind a stop takes ten times as long to work off. */
    @Test
    void shouldCountWhatPilesUpBehindShortWaitsWithinASample() {
        for (long from = 0; from < MESSAGES * STEP; from += 1_000 * MILLI) {
            troubles.add(new Trouble("no core left for sink-0", from, from + 10 * MILLI, 1 * MILLI, 4));
        }
        LongUnaryOperator latency = due -> USUAL + Math.max(0, MILLI - due % (1_000 * MILLI) / 10);

        assertThat(trust(latency).delayedShare()).isBetween(0.006, 0.011);
    }

    @Test
    void shouldTrustASlowTransportToItsEnd() {
        assertThat(trust(stopped(20 * MILLI, 1_000 * MILLI)).upTo()).isNull();
    }

    @Test
    void shouldNotDimWhatTheTransportDidBesideTheMachine() {
        // 2 ms by the machine once a second; 300 ms by the transport twice in the run.
        stops(2 * MILLI, 1_000 * MILLI);
        LongUnaryOperator machine = stopped(2 * MILLI, 1_000 * MILLI);
        LongUnaryOperator transport = due -> {
            long into = (due - 2_500 * MILLI) % (5_000 * MILLI);
            return into >= 0 && into < 300 * MILLI ? 300 * MILLI - into : 0;
        };

        Trust trust = trust(due -> machine.applyAsLong(due) + transport.applyAsLong(due));

        assertThat(trust.untrusted(Probe.END_TO_END)).isEmpty();
        assertThat(trust.upTo()).isNull();
    }

    @Test
    void shouldNotTakeAnUnevenWayForWhatPiledUp() {
        stops(50 * MILLI, 1_000 * MILLI);
        LongUnaryOperator machine = stopped(50 * MILLI, 1_000 * MILLI);
        // For a while after each stop, the way takes twice as long as usual: a thousandth of the stop.
        Trust trust = trust(due -> {
            long into = due % (1_000 * MILLI);
            return machine.applyAsLong(due) + (into < 350 * MILLI ? USUAL : 0);
        });

        assertThat(trust.delayedShare()).isCloseTo(0.05, within(0.01));
    }

    @Test
    void shouldCountWhatWaitsBehindWhatPiledUp() {
        // Stopped for 10 ms; then it takes another 40 ms until nothing waits any more.
        stops(10 * MILLI, 1_000 * MILLI);
        LongUnaryOperator latency = due -> {
            long into = due % (1_000 * MILLI);
            return USUAL
                    + (into < 10 * MILLI ? 10 * MILLI - into / 4 : Math.max(0, 8 * MILLI - (into - 10 * MILLI) / 5));
        };

        assertThat(trust(latency).delayedShare()).isCloseTo(0.05, within(0.005));
    }

    /**
     * A bit less than a tenth of each 10 ms, in 20 waits: 0.1 ms at a time at most. They held up what was due meanwhile, which is 9.5 %, and
     * the message that the thread was working on, if any: with the thread busy for half of the time, another 10 %. But only a tenth of the
     * messages took longer than the fastest, so no more were delayed, and no fewer than the waits' part of the time.
     */
    @Test
    void shouldTakeNoMoreMessagesForDelayedThanTookLongerThanTheFastest() {
        waits(20);
        LongUnaryOperator latency = due -> USUAL + (due / STEP % 10 == 0 ? 90 * MICRO : 0);

        Trust trust = trust(latency);

        assertThat(trust.delayedShare()).isCloseTo(0.1, within(0.0001));
        assertThat(trust.longestNanos()).isLessThanOrEqualTo(100 * MICRO);
        assertThat(trust.text())
                .isEqualTo(
                        "trusted to p90 (this machine delayed 10 % of messages by up to 90.0 us: no core left for sink-0)");
    }

    /** A wait that begins while the thread has nothing to do interrupts no message. */
    @Test
    void shouldCountInterruptedMessagesByTheThreadsUtilization() {
        for (long usual : new long[] {MICRO, 10 * MICRO, 50 * MICRO, 100 * MICRO, 400 * MICRO}) {
            troubles.clear();
            waits(20);
            // Half of the messages took longer, which leaves room for all that the waits may have done.
            trust(due -> usual + (due / STEP % 2 == 0 ? 90 * MICRO : 0));

            double busy = Math.min(1, (double) usual / STEP);
            assertThat(delayed).as("%d ns", usual).isCloseTo(0.095 + 0.2 * busy, within(0.003));
        }
    }

    private void waits(int eachTenMillis) {
        for (long from = 0; from < MESSAGES * STEP; from += 10 * MILLI) {
            troubles.add(new Trouble("no core left for sink-0", from, from + 10 * MILLI, 950 * MICRO, eachTenMillis));
        }
    }

    @Test
    void shouldNotLayATransportsOwnDelaysToShortWaits() {
        waits(20);
        // A message in ten takes 3 ms, 30 times as long as any wait.
        Trust trust = trust(due -> USUAL + (due / STEP % 10 == 0 ? 3 * MILLI : 0));

        assertThat(trust.untrusted(Probe.END_TO_END)).isEmpty();
    }

    @Test
    void shouldCountWhatWasOnItsWay() {
        long way = 20 * MILLI;
        for (long from = 500 * MILLI; from < MESSAGES * STEP; from += 1_000 * MILLI) {
            troubles.add(new Trouble("no core left for sink-0", from, from + 20 * MILLI, 20 * MILLI, 1));
        }
        // The sink is kept for 20 ms: all that would have arrived meanwhile waits for it.
        Trust trust = trust(due -> {
            long arrival = (due + way) % (1_000 * MILLI);
            long into = arrival - 500 * MILLI;
            return way + (into >= 0 && into < 20 * MILLI ? 20 * MILLI - into : 0);
        });

        assertThat(trust.delayedShare()).isCloseTo(0.02, within(0.004));
    }

    /** Everything stops just after the window, and the slowest message of the window has not arrived. */
    @Test
    void shouldCountWhatIsInFlightWhenAStopBeginsAfterTheWindow() {
        long end = MESSAGES * STEP;
        long slow = end - 10 * MILLI;
        troubles.add(new Trouble("nothing ran", end + 2 * MILLI, end + 62 * MILLI, 60 * MILLI, 1));

        // Without the stop it would have taken 20 ms.
        Trust trust = trust(due -> due == slow ? end + 62 * MILLI - due : USUAL);

        assertThat(trust.untrusted(Probe.END_TO_END)).containsExactly(Trust.MAX);
    }

    /** Waits are counted over a second of which the window has the last 20 ms, and all of them may have fallen into these. */
    @Test
    void shouldExpectAllWaitsOfATimeThatReachesBeyondTheWindowWithinIt() {
        long inside = 20 * MILLI;
        troubles.add(new Trouble("no core left for server", inside - 1_000 * MILLI, inside, 10 * MILLI, 5));

        trust(due -> USUAL + (due < inside && due / STEP % 4 > 0 ? 2 * MILLI : 0));

        // Due in 10 ms, and one that each of the five waits may have interrupted, half of the time.
        assertThat(delayed * MESSAGES).isBetween(100.0, 105.0);
    }

    /** Of a server's 20 waits in a second, one lets pile up what takes 100 ms to work off: far less than all of them would. */
    @Test
    void shouldCountWhatPiledUpBehindOneOfManyWaits() {
        for (long from = 0; from < MESSAGES * STEP; from += 1_000 * MILLI) {
            troubles.add(new Trouble("no core left for server", from, from + 1_000 * MILLI, 30 * MILLI, 20));
        }

        Trust trust = trust(due -> USUAL + (due % (1_000 * MILLI) < 100 * MILLI ? 200 * MICRO : 0));

        assertThat(trust.untrusted(Probe.END_TO_END)).contains("p99");
    }

    /** The window begins with 400 ms of backlog, which many waits before it left, and the thread works it off within a second. */
    @Test
    void shouldAddUpManyWaitsBeforeTheWindowThatLeftABacklog() {
        for (long from = -1_000 * MILLI; from < 0; from += 10 * MILLI) {
            troubles.add(new Trouble("no core left for sink-0", from, from + 10 * MILLI, 6 * MILLI, 6));
        }

        Trust trust = trust(due -> USUAL + Math.max(0, 400 * MILLI - due * 2 / 5));

        assertThat(trust.probes().get(Probe.END_TO_END).ranges().get("p99").lowestNanos())
                .isLessThan(10 * MILLI);
    }

    /** A transport that is far slower than usual for some messages keeps them in flight for longer than usual. */
    @Test
    void shouldCountSlowMessagesThatWereInFlightWhenAStopBegan() {
        long way = 30 * MILLI;
        long stop = 20 * MILLI;
        for (long from = 500 * MILLI; from < MESSAGES * STEP; from += 500 * MILLI) {
            troubles.add(new Trouble("nothing ran", from, from + stop, stop, 1));
        }
        // One in a hundred; some of these arrive in a stop, and most messages are due outside of any.
        Trust trust = trust(due -> {
            long own = due / STEP % 100 == 0 ? way : USUAL;
            long into = (due + own) % (500 * MILLI);
            boolean stopped = due + own >= 500 * MILLI && into < stop;
            return own + (stopped ? stop - into : 0);
        });

        // 200 due in each stop, and those two of the slow ones that arrive in it.
        assertThat(trust.delays().all().stream()
                        .filter(delay -> delay.nanos() > 0)
                        .mapToDouble(Delays.Delay::messages)
                        .sum())
                .isGreaterThanOrEqualTo(19 * (200 + 2));
    }

    /** A thread works on one message at a time, and a wait may begin while it does. */
    @Test
    void shouldCountTheMessageThatAShortWaitInterrupts() {
        for (long from = 0; from < MESSAGES * STEP; from += 10 * MILLI) {
            troubles.add(new Trouble("no core left for sink-0", from, from + 10 * MILLI, 10 * MICRO, 1));
        }
        // The thread is busy half of the time, so half of the waits do.
        Trust trust = trust(due -> USUAL + (due % (20 * MILLI) == 0 ? 10 * MICRO : 0));

        assertThat(trust.untrusted(Probe.END_TO_END)).contains("p99.9");
    }

    @Test
    void shouldTrustNothingWhereTheMachineNeverLeftACore() {
        for (long from = 0; from < MESSAGES * STEP; from += 10 * MILLI) {
            troubles.add(new Trouble("no core left for sink-0", from, from + 10 * MILLI, 9 * MILLI, 1));
        }

        Trust trust = trust(due -> USUAL + 10 * MILLI - due % (10 * MILLI));

        assertThat(Double.parseDouble(trust.upTo().substring(1))).isLessThan(20);
    }

    @Test
    void shouldKeepTheSinksApart() {
        // One of four is kept for 50 ms of each second: a quarter of what was due then.
        for (long from = 0; from < MESSAGES * STEP; from += 1_000 * MILLI) {
            troubles.add(new Trouble("no core left for sink-3", from, from + 50 * MILLI, 50 * MILLI, 1));
        }
        List<List<Slice>> sinks = new ArrayList<>();
        Histogram histogram = Histograms.newHistogram();
        for (int sink = 0; sink < 4; sink++) {
            Slices slices = new Slices(new Window(0, 0, MESSAGES * STEP));
            for (long due = sink * STEP; due < MESSAGES * STEP; due += 4 * STEP) {
                long into = due % (1_000 * MILLI);
                long latency = USUAL + (sink == 3 && into < 50 * MILLI ? 50 * MILLI - into : 0);
                slices.record(due, due + latency);
                histogram.recordValue(latency);
            }
            List<Slice> all = new ArrayList<>();
            slices.forEach(all::add);
            sinks.add(all);
        }

        Trust trust = Trust.of(
                MachineDelays.of(troubles, sinks, histogram), Map.of(Probe.END_TO_END, LatencySummary.of(histogram)));

        assertThat(trust.delayedShare()).isCloseTo(0.05 / 4, within(0.001));
    }

    /** A server stands still for 300 ms of its own accord; ten threads wait for a core as ever, each for 30 ms of a second, in pieces. */
    @Test
    void shouldNotTakeAllThatAThreadWaitedInASecondForAStallWithinIt() {
        waitInPieces(1);

        assertThat(p99OfAServerThatStoodStill(5_400 * MILLI).lowestNanos()).isGreaterThan(15 * MILLI);
    }

    /** Half of what they waited was others' doing. */
    @Test
    void shouldTakeOnlyTheMachinesPartOfManyWaitsForAStall() {
        waitInPieces(0.5);

        assertThat(p99OfAServerThatStoodStill(5_400 * MILLI).lowestNanos()).isGreaterThan(90 * MILLI);
    }

    /** What they waited in the second before held up what came before the stall. */
    @Test
    void shouldNotTakeWaitsBeforeAStallForTheOnesThatItsMessagesHad() {
        waitInPieces(0.5);

        assertThat(p99OfAServerThatStoodStill(5_950 * MILLI).lowestNanos()).isGreaterThan(60 * MILLI);
    }

    /** What consumers that took nothing for 4 s on purpose left waiting, would have waited without the machine's stalls. */
    @Test
    void shouldNotCountWhatWaitedOnPurposeAsTheMachinesDelay() {
        stops.add(new Span("stop consumer", 1_000 * MILLI, 5_000 * MILLI));
        stallsOfTwoMillis(1_010 * MILLI);

        Trust trust = trust(MachineDelaysTest::stoppedForFourSeconds);

        assertThat(trust.untrusted(Probe.END_TO_END)).isEmpty();
        assertThat(trust.longestNanos()).isLessThanOrEqualTo(2 * MILLI);
    }

    /** The same stalls delay the drain, once consumers have started again. */
    @Test
    void shouldCountStallsThatDelayTheDrainOfABacklog() {
        stops.add(new Span("stop consumer", 1_000 * MILLI, 5_000 * MILLI));
        stallsOfTwoMillis(5_010 * MILLI);

        Trust trust = trust(MachineDelaysTest::stoppedForFourSeconds);

        assertThat(trust.untrusted(Probe.END_TO_END)).contains("p50");
        assertThat(trust.longestNanos()).isGreaterThan(300 * MILLI);
    }

    private void stallsOfTwoMillis(long begin) {
        for (long from = begin; from < begin + 3_900 * MILLI; from += 10 * MILLI) {
            troubles.add(new Trouble("no core left for sink-0", from, from + 2 * MILLI, 2 * MILLI, 1));
        }
    }

    /** Consumers stop at 1 s; from 5 s on they take two messages for each that is due. */
    private static long stoppedForFourSeconds(long due) {
        long into = due - 1_000 * MILLI;
        return USUAL + (into < 0 ? 0 : Math.max(0, 4_000 * MILLI - into / 2));
    }

    /** The transport's own threads had the cores for nearly all of each wait. */
    @Test
    void shouldShortenEachMessageOfAWaitByNoMoreThanTheMachineCanHaveAddedToIt() {
        long waitNanos = 3 * MILLI;
        for (long from = 0; from < MESSAGES * STEP; from += 10 * MILLI) {
            troubles.add(
                    new Trouble("no core left for service-0", from, from + waitNanos, waitNanos, 1).atMost(70 * MICRO));
        }

        Trust.Range p99 = trust(stopped(waitNanos, 10 * MILLI))
                .probes()
                .get(Probe.END_TO_END)
                .ranges()
                .get("p99");

        assertThat(p99.highestNanos()).isGreaterThan(2_900 * MICRO);
        assertThat(p99.highestNanos() - p99.lowestNanos()).isBetween(60 * MICRO, 300 * MICRO);
    }

    private void waitInPieces(double part) {
        for (long from = 0; from < MESSAGES * STEP; from += 1_000 * MILLI) {
            for (int thread = 0; thread < 10; thread++) {
                Trouble waits = new Trouble("no core left for server", from, from + 1_000 * MILLI, 30 * MILLI, 300);
                troubles.add(waits.of(part));
            }
        }
    }

    private Trust.Range p99OfAServerThatStoodStill(long begin) {
        long stallNanos = 300 * MILLI;
        LongUnaryOperator latency = due -> USUAL
                + (due >= begin && due < begin + stallNanos ? begin + stallNanos - due : 0)
                + (due % (10 * STEP) < 3 * STEP ? 100 * MICRO : 0);

        Trust.Range p99 = trust(latency).probes().get(Probe.END_TO_END).ranges().get("p99");

        assertThat(p99.highestNanos()).isGreaterThan(190 * MILLI);
        return p99;
    }
}
