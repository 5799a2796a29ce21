package io.twohop.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.explain.Causes.Kind;
import io.twohop.measure.SlowestMessages.Slow;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Times in milliseconds, so that they can be read; a message usually takes one. */
class CausesTest {
    private static final long MILLI = 1_000_000;
    private static final long MEASURING = 1_000;

    private final List<Span> pauses = new ArrayList<>();
    private final List<Span> stalls = new ArrayList<>();
    private final List<Span> calls = new ArrayList<>();
    private final List<Span> waits = new ArrayList<>();
    private final List<Span> rolls = new ArrayList<>();

    private static Slow message(long intended, long took) {
        return message(0, 0, intended, took);
    }

    private static Slow message(int sink, int producer, long intended, long took) {
        return new Slow(sink, producer, intended, intended * MILLI, intended * MILLI, 0, (intended + took) * MILLI);
    }

    private static Span span(String what, long start, long length) {
        return new Span(what, start * MILLI, (start + length) * MILLI);
    }

    @Test
    void shouldAddUpCallsInTurnUnderTheNameOfTheLongest() {
        calls.add(span("publish, page faults", 2_000, 4));
        calls.add(span("publish, on the CPU", 2_004, 3));
        calls.add(span("publish, on the CPU", 3_000, 4));

        assertThat(cause(message(2_000, 13))).isEqualTo("publish, page faults");
        assertThat(cause(message(2_999, 13))).isEqualTo("unexplained");
    }

    private String cause(Slow message, Slow... others) {
        List<Slow> all = new ArrayList<>(List.of(others));
        all.add(message);
        Map<Slow, String> causes = new Causes(
                        List.of(Kind.whole(pauses), Kind.inTurn(calls), Kind.whole(stalls), Kind.inPieces(waits)),
                        rolls,
                        MILLI,
                        MEASURING * MILLI)
                .of(all);
        return causes.get(message);
    }

    @Test
    void shouldAddUpTheSamplesOfOneWait() {
        for (int i = 0; i < 6; i++) {
            waits.add(span("no CPU", 2_000 + 10 * i, 9));
            stalls.add(span("short", 3_000 + 10 * i, 9));
        }

        assertThat(cause(message(1_999, 62))).isEqualTo("no CPU");
        assertThat(cause(message(2_999, 62))).isEqualTo("unexplained");
    }

    @Test
    void shouldNameWhatCoversMostOfTheDelay() {
        pauses.add(span("pause", 2_000, 50));

        assertThat(cause(message(1_999, 53))).isEqualTo("pause");
        assertThat(cause(message(2_020, 32))).isEqualTo("pause");
    }

    @Test
    void shouldNotBlameWhatCoversLittleOfTheDelay() {
        pauses.add(span("pause", 2_000, 20));

        assertThat(cause(message(1_990, 100))).isEqualTo("unexplained");
    }

    @Test
    void shouldInventNoCauseWhenThereIsNone() {
        pauses.add(span("pause", 2_000, 50));
        stalls.add(span("stall", 3_000, 50));
        rolls.add(span("roll", 4_000, 0));

        assertThat(cause(message(1_900, 99), message(1_899, 1))).isEqualTo("unexplained");
        assertThat(cause(message(2_051, 60))).isEqualTo("unexplained");
        assertThat(cause(message(4_001, 60))).isEqualTo("unexplained");
    }

    @Test
    void shouldNotBlameManyShortPausesForALongDelay() {
        LongStream.range(0, 100).forEach(i -> pauses.add(span("pause", 2_000 + 20 * i, 12)));

        assertThat(cause(message(2_000, 2_000))).isEqualTo("unexplained");
    }

    @Test
    void shouldPreferWhatExplainsTheOther() {
        // The sampler stands still in a pause as everybody does.
        pauses.add(span("pause", 2_000, 50));
        stalls.add(span("stall", 1_999, 52));

        assertThat(cause(message(2_000, 52))).isEqualTo("pause");
    }

    @Test
    void shouldNotPreferAShortPauseWithinALongStall() {
        pauses.add(span("pause", 2_100, 5));
        stalls.add(span("stall", 2_000, 1_000));

        assertThat(cause(message(2_000, 1_001))).isEqualTo("stall");
    }

    @Test
    void shouldSayThatAMessageWaitedBehindADelayedOne() {
        pauses.add(span("pause", 2_000, 100));
        Slow delayed = message(2_090, 80);
        Slow next = message(2_105, 66);
        Slow afterThat = message(2_160, 12);

        assertThat(cause(next, delayed)).isEqualTo("unexplained");
        delayed = message(2_010, 160);
        assertThat(cause(delayed)).isEqualTo("pause");
        assertThat(cause(next, delayed)).isEqualTo("waiting behind one of those");
        assertThat(cause(afterThat, delayed, next)).isEqualTo("waiting behind one of those");
        assertThat(cause(message(2_169, 60), delayed))
                .as("waited for it a moment only")
                .isEqualTo("unexplained");
    }

    @Test
    void shouldLookForWhatWasAheadAtTheSameProducerOrSinkOnly() {
        pauses.add(span("pause", 2_000, 100));
        Slow delayed = message(1, 1, 2_010, 160);

        assertThat(cause(message(1, 2, 2_105, 66), delayed)).isEqualTo("waiting behind one of those");
        assertThat(cause(message(2, 1, 2_105, 66), delayed)).isEqualTo("waiting behind one of those");
        assertThat(cause(message(2, 2, 2_105, 66), delayed)).isEqualTo("unexplained");
    }

    @Test
    void shouldSayThatABacklogIsOlderThanTheMeasuredWindow() {
        assertThat(cause(message(1_001, 50), message(900, 150))).isEqualTo("backlog from before measuring");
        assertThat(cause(message(1_001, 50), message(1_000, 1))).isEqualTo("unexplained");
        assertThat(cause(message(1_001, 50), message(999, 1))).isEqualTo("unexplained");
    }

    @Test
    void shouldNameAnInstantThatAMessageFellIntoWhenNothingElseExplainsIt() {
        rolls.add(span("roll", 2_000, 0));
        assertThat(cause(message(1_999, 20))).isEqualTo("roll");
        stalls.add(span("stall", 2_000, 18));
        assertThat(cause(message(1_999, 20))).isEqualTo("stall");
    }
}
