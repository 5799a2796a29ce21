package io.twohop.pipeline.deployed;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.account.Histograms;
import io.twohop.event.field.MessageIds;
import io.twohop.finding.Rules;
import io.twohop.measure.LatencyRecorder;
import io.twohop.measure.Window;
import io.twohop.transport.AppendClock;
import io.twohop.transport.AppendTimes;
import io.twohop.workload.Probe;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** The run's clock is one minute ahead of the wall clock, which is given in milliseconds since the epoch. */
class ServiceShareTest {
    private static final long WALL = 1_780_000_000_000L;
    private static final long AHEAD_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final MessageIds IDS = new MessageIds("test", 2);
    private static final Offset<Long> BUCKET = Offset.offset(TimeUnit.MICROSECONDS.toNanos(10));

    private long wallMillis = WALL;
    private long stepNanos;
    private long number;

    private ServiceShare share(AppendClock clock, Duration within) {
        return new ServiceShare(
                clock, within, IDS, 100, new Clocks(() -> 0, () -> wallMillis, () -> AHEAD_NANOS + stepNanos));
    }

    private static Map<Probe, LatencyRecorder> recorders(ServiceShare share) {
        return share.recorders(new Window(0, 0, nanos(2 * WALL)));
    }

    private static long nanos(long wall) {
        return TimeUnit.MILLISECONDS.toNanos(wall) + AHEAD_NANOS;
    }

    /** A request that is sent at one time, appended at another, and acknowledged as soon as it is appended. */
    private void append(ServiceShare share, int producer, long sequence, long sent, long appended) {
        AppendTimes times = share.of(() -> number);
        number = IDS.of(producer, sequence);
        long its = times.next();
        wallMillis = appended;
        times.appended(its, sent, appended);
    }

    private static Histogram measured(LatencyRecorder recorder) {
        Histogram sum = Histograms.newHistogram();
        recorder.drainMeasuredInto(sum);
        return sum;
    }

    @Test
    void shouldDivideTheTimeByTheBrokersClock() {
        ServiceShare share = share(AppendClock.HERE, null);
        Map<Probe, LatencyRecorder> recorders = recorders(share);

        append(share, 1, 7, WALL + 2, WALL + 3);
        share.replied(1, 7, nanos(WALL), WALL + 43);

        assertThat(measured(recorders.get(Probe.TO_SERVICE)).getMaxValue())
                .isCloseTo(TimeUnit.MICROSECONDS.toNanos(3_500), BUCKET);
        assertThat(measured(recorders.get(Probe.IN_SERVICE)).getMaxValue())
                .isCloseTo(TimeUnit.MILLISECONDS.toNanos(40), Offset.offset(BUCKET.value * 10));
        assertThat(share.findings()).containsExactly(Rules.APPEND_TIMES.found("1 ms"));
    }

    /** A reply may be read before its request is acknowledged. */
    @Test
    void shouldAwaitTheAcknowledgementOfARequest() {
        ServiceShare share = share(AppendClock.HERE, null);
        Map<Probe, LatencyRecorder> recorders = recorders(share);
        share.replied(0, 1, nanos(WALL), WALL + 9);
        share.replied(0, 2, nanos(WALL), WALL + 9);
        share.replied(0, 3, nanos(WALL), WALL + 9);

        append(share, 0, 2, WALL, WALL + 4);
        share.settle();

        assertThat(measured(recorders.get(Probe.IN_SERVICE)).getTotalCount()).isEqualTo(1);

        append(share, 0, 3, WALL, WALL + 4);
        append(share, 0, 1, WALL, WALL + 4);
        share.settle();
        share.settle();

        assertThat(measured(recorders.get(Probe.IN_SERVICE)).getTotalCount()).isEqualTo(2);
        assertThat(measured(recorders.get(Probe.TO_SERVICE)).getTotalCount()).isEqualTo(3);
    }

    /** Such a server returns each time as it was sent. */
    @Test
    void shouldKnowNothingIfTheServerKeepsTheSendersTimes() {
        ServiceShare share = share(AppendClock.HERE, null);
        Map<Probe, LatencyRecorder> recorders = recorders(share);

        append(share, 0, 1, WALL, WALL);
        share.replied(0, 1, nanos(WALL), WALL + 9);
        share.settle();

        assertThat(measured(recorders.get(Probe.IN_SERVICE)).getTotalCount()).isZero();
        assertThat(share.findings()).isEmpty();
    }

    @Test
    void shouldNotCompareTheClockOfAnotherMachineWithThisOnes() {
        ServiceShare share = share(AppendClock.ELSEWHERE, null);
        Map<Probe, LatencyRecorder> recorders = recorders(share);

        append(share, 0, 1, WALL, WALL - 5_000);
        share.replied(0, 1, nanos(WALL), WALL - 4_990);

        assertThat(recorders).containsOnlyKeys(Probe.IN_SERVICE);
        assertThat(measured(recorders.get(Probe.IN_SERVICE)).getMaxValue())
                .isCloseTo(TimeUnit.MILLISECONDS.toNanos(10), BUCKET);
        assertThat(share.findings()).containsExactly(Rules.APPEND_TIMES_ALONE.found());
    }

    @Test
    void shouldCompareClocksOfSeveralMachinesOnlyWithinABound() {
        ServiceShare unbounded = share(AppendClock.SEVERAL, null);
        assertThat(recorders(unbounded)).isEmpty();
        append(unbounded, 0, 1, WALL, WALL + 3);
        unbounded.replied(0, 1, nanos(WALL), WALL + 13);
        assertThat(unbounded.findings()).containsExactly(Rules.APPEND_CLOCKS_UNKNOWN.found());

        ServiceShare bounded = share(AppendClock.SEVERAL, Duration.ofMillis(2));
        assertThat(recorders(bounded)).containsOnlyKeys(Probe.TO_SERVICE, Probe.IN_SERVICE);
        append(bounded, 0, 1, WALL, WALL + 3);
        assertThat(bounded.findings().get(0).text()).contains("1 ms, of clocks within 2 ms");
    }

    @Test
    void shouldSeeThatClocksDiffer() {
        ServiceShare before = share(AppendClock.HERE, null);
        append(before, 0, 1, WALL, WALL - 30);
        assertThat(before.findings()).containsExactly(Rules.APPEND_CLOCKS_DIFFER.found(30L));

        ServiceShare after = share(AppendClock.HERE, Duration.ofMillis(10));
        wallMillis = WALL;
        after.of(() -> number).appended(IDS.of(0, 1), WALL - 100, WALL + 50);
        assertThat(after.findings()).containsExactly(Rules.APPEND_CLOCKS_DIFFER.found(50L));

        ServiceShare reply = share(AppendClock.SEVERAL, Duration.ofMillis(2));
        Map<Probe, LatencyRecorder> recorders = recorders(reply);
        append(reply, 0, 1, WALL, WALL + 20);
        reply.replied(0, 1, nanos(WALL), WALL + 10);
        assertThat(reply.findings()).containsExactly(Rules.APPEND_CLOCKS_DIFFER.found(10L));
        assertThat(measured(recorders.get(Probe.IN_SERVICE)).getMaxValue()).isZero();
    }

    @Test
    void shouldSeeThatTheWallClockWasSet() {
        ServiceShare share = share(AppendClock.HERE, null);
        append(share, 0, 1, WALL, WALL + 4);

        stepNanos = -TimeUnit.MILLISECONDS.toNanos(300);

        assertThat(share.findings()).containsExactly(Rules.APPEND_CLOCKS_DIFFER.found(300L));
    }

    @Test
    void shouldCountAFurtherReplyOnce() {
        ServiceShare share = share(AppendClock.HERE, null);
        Map<Probe, LatencyRecorder> recorders = recorders(share);
        append(share, 0, 1, WALL, WALL + 4);

        for (int reply = 0; reply < 2_000; reply++) {
            share.replied(0, 1, nanos(WALL), WALL + 9);
        }

        assertThat(measured(recorders.get(Probe.IN_SERVICE)).getTotalCount()).isEqualTo(1);
        assertThat(share.findings()).as("none of them waits").containsExactly(Rules.APPEND_TIMES.found("1 ms"));
    }

    @Test
    void shouldSayThatAcknowledgementsDidNotCome() {
        ServiceShare share = share(AppendClock.HERE, null);
        recorders(share);
        append(share, 0, 0, WALL, WALL + 4);

        for (int sequence = 1; sequence <= 1_025; sequence++) {
            share.replied(0, sequence, nanos(WALL), WALL + 9);
        }

        assertThat(share.findings()).contains(Rules.SHARES_UNKNOWN.found(1_024L));
    }

    @Test
    void shouldForgetARequestThatIsTooOld() {
        ServiceShare share = share(AppendClock.HERE, null);
        Map<Probe, LatencyRecorder> recorders = recorders(share);
        long later = SentRequests.size(100);
        append(share, 0, later, WALL, WALL + 4);

        share.replied(0, 0, nanos(WALL), WALL + 9);
        share.replied(0, later, nanos(WALL), WALL + 24);

        Histogram inService = measured(recorders.get(Probe.IN_SERVICE));
        assertThat(inService.getTotalCount()).isEqualTo(1);
        assertThat(inService.getMaxValue())
                .isCloseTo(TimeUnit.MILLISECONDS.toNanos(20), Offset.offset(BUCKET.value * 10));
    }
}
