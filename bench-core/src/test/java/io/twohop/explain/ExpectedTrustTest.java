package io.twohop.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.twohop.explain.ExpectedTrust.Gaps;
import io.twohop.explain.ExpectedTrust.Load;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("one-jdk")
class ExpectedTrustTest {
    private static final long MICRO = 1_000;
    private static final long MILLI = 1_000_000;
    private static final long WATCHED = 10_000 * MILLI;
    private static final Gaps NONE = new Gaps(new long[0], new long[0], 0);

    /** Gaps of a length at even intervals. */
    private static Gaps each(long periodNanos, long nanos, long firstNanos) {
        return each(periodNanos, nanos, firstNanos, WATCHED);
    }

    private static Gaps each(long periodNanos, long nanos, long firstNanos, long watchedNanos) {
        int count = (int) (watchedNanos / periodNanos);
        long[] starts = new long[count];
        long[] lengths = new long[count];
        for (int i = 0; i < count; i++) {
            starts[i] = firstNanos + i * periodNanos;
            lengths[i] = nanos;
        }
        return new Gaps(starts, lengths, count);
    }

    /** A thread is 60 % busy with them. */
    private static ExpectedTrust at(double ratePerSecond, Gaps... way) {
        return ExpectedTrust.of(List.of(way), new Load(ratePerSecond, 0.6e9 / ratePerSecond, WATCHED));
    }

    private static double beyond(ExpectedTrust trust) {
        return 100 - Double.parseDouble(trust.upTo().substring(1));
    }

    @Test
    void shouldTrustAQuietMachineAsFarAsTheMessagesGo() {
        ExpectedTrust trust = at(100_000, NONE);

        assertThat(trust.toItsEnd()).isTrue();
        assertThat(trust.upTo()).isEqualTo("p99.999");
    }

    /** The thread is 60 % busy, so that what is due in a gap is worked off in one and a half times the gap. */
    @Test
    void shouldCountWhatIsDueInAGapAndWhatWaitsBehindIt() {
        ExpectedTrust trust = at(10_000, each(400 * MILLI, 2 * MILLI, 5 * MILLI));

        // 2 ms of 400, and up to 3 ms more until nothing waits any longer: the rule counts whole milliseconds of these.
        assertThat(trust.delayedShare()).isBetween(0.008, 0.013);
        assertThat(beyond(trust)).isBetween(0.8, 2.0);
        assertThat(trust.longestNanos()).isBetween(MILLI, 2 * MILLI);
    }

    @Test
    void shouldAddUpTheThreadsOfAWay() {
        Gaps first = each(400 * MILLI, 2 * MILLI, 5 * MILLI);
        Gaps second = each(400 * MILLI, 2 * MILLI, 105 * MILLI);
        Gaps third = each(400 * MILLI, 2 * MILLI, 205 * MILLI);

        double one = at(10_000, first, NONE, NONE).delayedShare();
        double three = at(10_000, first, second, third).delayedShare();

        assertThat(three).isCloseTo(3 * one, within(one / 2));
    }

    /** A tenth of what a message takes decides nothing: at 100/s that is 0.6 ms, at 100,000/s 0.6 us. */
    @Test
    void shouldPassOverWhatIsShortBesideTheMessages() {
        Gaps gaps = each(20 * MILLI, 300 * MICRO, 7 * MICRO);

        assertThat(at(100, gaps).toItsEnd()).isTrue();
        assertThat(beyond(at(100_000, gaps))).isBetween(1.0, 5.0);
    }

    /** Waits of a thread are reported from 200 us on. */
    @Test
    void shouldStateNothingThatARunCouldNotSee() {
        assertThat(at(100_000, each(MILLI, 190 * MICRO, 7 * MICRO)).toItsEnd()).isTrue();
        assertThat(at(100_000, each(MILLI, 210 * MICRO, 7 * MICRO)).toItsEnd()).isFalse();
    }

    @Test
    void shouldTrustNothingWhereTheThreadHardlyRan() {
        long watched = 1_000 * MILLI;
        Gaps gaps = each(10 * MILLI, 9 * MILLI, MILLI, watched);

        ExpectedTrust trust = ExpectedTrust.of(List.of(gaps), new Load(10_000, 0.6e9 / 10_000, watched));

        assertThat(beyond(trust)).isGreaterThan(90);
    }
}
