package io.twohop.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.account.Accounting;
import io.twohop.account.Acknowledged;
import io.twohop.account.Integrity;
import io.twohop.account.Ledger;
import io.twohop.account.Reported;
import io.twohop.measure.MessageOutcomes;
import io.twohop.measure.Window;
import io.twohop.result.Faults;
import io.twohop.result.Faults.Outcome;
import io.twohop.transport.Notices;
import io.twohop.workload.Fault;
import java.time.Duration;
import java.util.List;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;

/** A message each millisecond, from 1 s before measuring to 20 s after. */
class FaultAnalysisTest {
    private static final long MS = 1_000_000;
    private static final long NEVER = -1;
    private static final double MEAN_BYTES = 100.4;
    private static final Window WINDOW = new Window(1_000 * MS, 2_000 * MS, 22_000 * MS);

    private final MessageOutcomes messageOutcomes = new MessageOutcomes(30_000, true);
    private final Notices notices = new Notices();

    private static Injection kill(long atMillis, long lastingMillis) {
        Fault fault = new Fault(Duration.ofMillis(atMillis), "broker", Fault.Action.KILL, null);
        long began = WINDOW.measureStartNanos() + atMillis * MS;
        return new Injection(fault, "broker-1", began, began + lastingMillis * MS);
    }

    /** Sends every message; those that have a latency arrive after it. */
    private void run(LongUnaryOperator latencyMillis) {
        run(1, latencyMillis);
    }

    /** The same over several lanes in turn. */
    private void run(int lanes, LongUnaryOperator latencyMillis) {
        for (long at = 1_000; at < 22_000; at++) {
            messageOutcomes.begin(at * MS);
            messageOutcomes.acknowledge(at * MS, at * MS + MS);
            long latency = latencyMillis.applyAsLong(at);
            if (latency != NEVER) {
                messageOutcomes.arrive(at * MS, (int) (at % lanes), (at + latency) * MS);
            }
        }
    }

    private Faults analyse(Injection... injections) {
        return new FaultAnalysis(messageOutcomes, WINDOW, notices, List.of(injections), false, MEAN_BYTES).faults();
    }

    /** Nothing passes from a time on until another; what is due meanwhile arrives then. */
    private static long outage(long at, long from, long until, long usual) {
        return at >= from && at < until ? until - at + usual : usual;
    }

    private static Injection stop(long atMillis, long lastingMillis) {
        Fault fault = new Fault(
                Duration.ofMillis(atMillis), Fault.CONSUMER, Fault.Action.STOP, Duration.ofMillis(lastingMillis));
        long began = WINDOW.measureStartNanos() + atMillis * MS;
        return new Injection(fault, Fault.CONSUMER, began, began + lastingMillis * MS);
    }

    private Faults.Backlog backlog(Injection... stops) {
        Outcome outcome = analyse(stops).outcomes().get(0);
        assertThat(outcome.backlog()).isNotNull();
        return outcome.backlog();
    }

    /** Consumers stop at 7 s on this clock for 4 s, then take three messages each millisecond, one of which is new. */
    private static long drainingAtThrice(long at) {
        long startedMillis = 11_000;
        long due = at - 7_000;
        long taken = startedMillis + due / 3;
        return at < 7_000 || taken < at ? 2 : taken - at + 2;
    }

    @Test
    void shouldReportHowABacklogBuiltAndDrained() {
        run(FaultAnalysisTest::drainingAtThrice);
        for (long at = 1_000; at < 22_000; at++) {
            long late = at >= 7_000 && at < 11_000 ? 7 : at >= 11_000 && at < 13_000 ? 30 : 1;
            messageOutcomes.send(at * MS, (at + late) * MS);
        }
        messageOutcomes.refuse(8_000 * MS);
        messageOutcomes.refuse(12_000 * MS);
        messageOutcomes.refuse(12_500 * MS);

        Faults.Backlog backlog = backlog(stop(5_000, 4_000));

        // Three a millisecond against one: 4,000 messages take 2 s.
        assertThat(backlog.messages()).isBetween(3_990L, 4_000L);
        assertThat(backlog.bytes()).isEqualTo(Math.round(backlog.messages() * MEAN_BYTES));
        assertThat(backlog.buildNanos()).isEqualTo(4_000 * MS);
        assertThat(backlog.drainNanos()).isBetween(1_990 * MS, 2_002 * MS);
        assertThat(backlog.steadyNanos()).isBetween(1_950 * MS, 2_000 * MS);
        assertThat(backlog.left()).isZero();
        assertThat(backlog.remained()).isFalse();
        assertThat(backlog.drainedPerSecond()).isBetween(2_980.0, 3_010.0);
        assertThat(backlog.duePerSecond()).isBetween(999.0, 1_001.0);
        assertThat(backlog.producers().before().sent().maxNanos()).isBetween(MS, MS + 10_000);
        assertThat(backlog.producers().building().sent().maxNanos()).isBetween(7 * MS, 8 * MS);
        assertThat(backlog.producers().building().pushedBack()).isEqualTo(1);
        assertThat(backlog.producers().draining().sent().maxNanos()).isBetween(30 * MS, 31 * MS);
        assertThat(backlog.producers().draining().pushedBack()).isEqualTo(2);
        assertThat(backlog.producers().building().acknowledged().count()).isEqualTo(4_000);
        assertThat(backlog.producers().building().acknowledged().maxNanos()).isBetween(MS, MS + 10_000);
    }

    @Test
    void shouldNotTakeAnArrivalFromTheSecondHopForADrain() {
        // Three messages that are under way when consumers stop arrive at once, when two more are due.
        run(at -> at >= 6_997 && at < 7_000 ? 7_001 - at : drainingAtThrice(at));

        assertThat(backlog(stop(5_000, 4_000)).drainNanos()).isBetween(1_980 * MS, 2_002 * MS);
    }

    @Test
    void shouldReportABacklogThatIsLeftWhenTheWindowEnds() {
        // From 11 s on nine tenths of what is due is taken.
        run(at -> at < 7_000 ? 2 : 4_000 + (at - 7_000) / 9);

        Faults.Backlog backlog = backlog(stop(5_000, 4_000));

        assertThat(backlog.drainNanos()).isNull();
        assertThat(backlog.steadyNanos()).isNull();
        assertThat(backlog.left()).isBetween(5_050L, 5_150L);
        assertThat(backlog.drainedPerSecond()).isBetween(890.0, 910.0);
        assertThat(backlog.remained()).isTrue();
        assertThat(backlog.shrank()).isFalse();
    }

    @Test
    void shouldCountWhatNeverCameAsLeft() {
        // Nothing is taken after consumers started again, though some of it was under way.
        run(at -> at < 7_000 ? 2 : at < 7_500 ? 5_000 : NEVER);

        Faults faults = analyse(stop(5_000, 4_000));

        assertThat(faults.undelivered()).isEqualTo(14_500);
        assertThat(faults.outcomes().get(0).backlog().left()).isBetween(14_490L, 14_500L);
        assertThat(faults.outcomes().get(0).aftermath().drainedNanos()).isNull();
    }

    /** What the service dropped or a consumer lost does not wait. */
    @Test
    void shouldNotCountWhatNeverComesAsBacklog() {
        run(at -> at % 2 == 1 && at < 9_000 ? NEVER : drainingAtThrice(at));
        for (long at = 1_000; at < 22_000; at++) {
            messageOutcomes.send(at * MS, at * MS);
        }

        assertThat(backlog(stop(5_000, 4_000)).messages()).isBetween(2_990L, 3_005L);
    }

    /** The rate that consumers met is the one while they drained. */
    @Test
    void shouldCompareADrainWithWhatWasDueMeanwhile() {
        // Nothing is due while consumers are stopped.
        for (long at = 1_000; at < 22_000; at++) {
            if (at < 7_000 || at >= 10_900) {
                messageOutcomes.begin(at * MS);
                messageOutcomes.arrive(at * MS, 0, (at < 7_000 ? at + 2 : 11_000 + (at - 10_900) * 10 / 9) * MS);
            }
        }
        Faults.Backlog backlog = backlog(stop(5_000, 4_000));

        assertThat(backlog.duePerSecond()).isBetween(999.0, 1_001.0);
        assertThat(backlog.drainedPerSecond()).isBetween(890.0, 910.0);
        assertThat(backlog.shrank()).isFalse();
    }

    /** One message in fifty took 4 s before, so those that waited as long took no longer than usual. */
    @Test
    void shouldFindLatencyAsBeforeOnlyOnceConsumersHaveStarted() {
        run(at -> at < 3_000 && at % 10 == 0 ? 4_000 : drainingAtThrice(at));

        Outcome outcome = analyse(stop(5_000, 4_000)).outcomes().get(0);

        assertThat(outcome.aftermath().steadyNanos()).isGreaterThanOrEqualTo(4_000 * MS);
    }

    @Test
    void shouldReportABacklogOfARunThatBrokeOff() {
        run(at -> at < 7_000 ? 2 : NEVER);
        Injection open = stop(5_000, 4_000);

        Faults.Backlog backlog = backlog(new Injection(open.fault(), Fault.CONSUMER, open.beganNanos(), 0));

        assertThat(backlog.drainNanos()).isNull();
        assertThat(backlog.drainedPerSecond()).isZero();
        assertThat(backlog.left()).isEqualTo(15_000);
    }

    @Test
    void shouldReportNoBacklogOfOtherFaults() {
        run(at -> 2);

        assertThat(analyse(kill(5_000, 1_000)).outcomes().get(0).backlog()).isNull();
    }

    /** Two messages that are due at once: of producers of their own. */
    @Test
    void shouldCountOnlyWhatDidNotArriveAsLostOfMessagesThatWereDueAtOnce() {
        run(at -> 2);
        long due = 8_000 * MS;
        messageOutcomes.begin(due);
        // The one above was acknowledged and arrived; this one was neither, nor was its failure reported.
        Faults faults = analyse(kill(5_000, 1_000));

        assertThat(faults.acknowledgedLost()).isZero();
        assertThat(faults.unansweredLost()).isEqualTo(1);
    }

    @Test
    void shouldNotCallLostWhatMayBeDeliveredAgain() {
        run(at -> at >= 8_000 && at < 8_100 ? NEVER : 2);
        messageOutcomes.begin(8_000 * MS + 1);
        messageOutcomes.fail(8_000 * MS + 1);
        List<Injection> kill = List.of(kill(5_000, 1_000));

        Faults early = new FaultAnalysis(messageOutcomes, WINDOW, notices, kill, true, MEAN_BYTES).faults();
        Faults late = new FaultAnalysis(messageOutcomes, WINDOW, notices, kill, false, MEAN_BYTES).faults();

        assertThat(early.acknowledgedLost()).isZero();
        assertThat(early.undelivered()).isEqualTo(100);
        assertThat(early.reportedLost()).as("what was never taken is not").isEqualTo(1);
        assertThat(late.acknowledgedLost()).isEqualTo(100);
        assertThat(late.undelivered()).isZero();
    }

    @Test
    void shouldNotCallLostWhatIsMissingOnceNothingIsSentAnyMore() {
        // The thread that sends and receives ends at 9 s.
        for (long at = 1_000; at < 9_000; at++) {
            messageOutcomes.begin(at * MS);
            if (at != 8_999) {
                messageOutcomes.arrive(at * MS, 0, (at + 2) * MS);
            }
        }
        Faults faults = analyse(kill(5_000, 1_000));

        assertThat(faults.lost()).isZero();
        assertThat(faults.undelivered()).isEqualTo(1);
    }

    @Test
    void shouldPutWhatWasDueBeforeAFaultButUnderWayThenToThoseThatMetIt() {
        // What is due from 6.5 s on is under way at 7 s, when the server is killed, and arrives at 7.2 s.
        run(at -> outage(at, 6_500, 7_200, 2));

        Faults faults = analyse(kill(5_000, 100));

        assertThat(faults.during().count()).isBetween(680L, 710L);
    }

    @Test
    void shouldReportWhenMessagesFlowAgainAndLatencyIsAsBefore() {
        // Killed at 7 s on this clock; nothing passes for 3 s.
        run(at -> outage(at, 7_000, 10_000, 2));

        Faults faults = analyse(kill(5_000, 1_000));

        Outcome outcome = faults.outcomes().get(0);
        assertThat(outcome.what()).isEqualTo("kill broker");
        assertThat(outcome.atNanos()).isEqualTo(5_000 * MS);
        assertThat(outcome.aftermath().outageNanos()).isEqualTo(1_000 * MS);
        assertThat(outcome.aftermath().firstThroughNanos()).isEqualTo(3_002 * MS);
        // Of a second's messages one in a hundred may be slow; twice 2 ms is not slow.
        assertThat(outcome.aftermath().steadyNanos()).isBetween(2_980 * MS, 3_000 * MS);
        assertThat(outcome.aftermath().drainedNanos()).isEqualTo(3_002 * MS);
        assertThat(outcome.mostUnderWay()).isBetween(3_000L, 3_003L);
        assertThat(faults.lost()).isZero();
        assertThat(faults.before().count()).isEqualTo(4_998);
        assertThat(faults.before().maxNanos()).isBetween(2 * MS, 3 * MS);
        assertThat(faults.during().maxNanos()).isBetween(3_002 * MS, 3_010 * MS);
        assertThat(faults.after().maxNanos()).isLessThan(30 * MS);
        assertThat(faults.before().count()
                        + faults.during().count()
                        + faults.after().count())
                .as("each measured message once")
                .isEqualTo(20_000);
    }

    @Test
    void shouldSayOfEachLostMessageWhetherAnybodyWasTold() {
        for (long at = 1_000; at < 22_000; at++) {
            messageOutcomes.begin(at * MS);
            boolean lost = at >= 7_000 && at < 7_010;
            if (!lost || at < 7_003) {
                messageOutcomes.acknowledge(at * MS, at * MS + MS);
            } else if (at < 7_005) {
                messageOutcomes.fail(at * MS);
            } else if (at < 7_006) {
                messageOutcomes.acknowledge(at * MS, at * MS + MS);
                messageOutcomes.failReply(at * MS);
            }
            if (!lost) {
                messageOutcomes.arrive(at * MS, 0, (at + 1) * MS);
            }
        }
        // Reported as failed, and arrived all the same.
        messageOutcomes.fail(8_000 * MS);

        Faults faults = analyse(kill(5_000, 1_000), kill(10_000, 1_000));

        assertThat(faults.acknowledgedLost()).isEqualTo(3);
        assertThat(faults.reportedLost()).isEqualTo(3);
        assertThat(faults.unansweredLost()).isEqualTo(4);
        assertThat(faults.undelivered()).isZero();
        assertThat(faults.outcomes()).extracting(Outcome::lost).containsExactly(7L, 0L);
        assertThat(faults.outcomes()).extracting(Outcome::reported).containsExactly(new Reported(3, 0), Reported.NONE);
    }

    /** Of each second 990 arrive; the others fail, fail as an answer, are dropped, are lost or may yet come. */
    @Test
    void shouldPutEachMessageInTheSameClassInEveryReport() {
        for (long at = 1_000; at < 22_000; at++) {
            messageOutcomes.begin(at * MS);
            long kind = at % 1_000;
            if (kind == 1 || kind == 2) {
                messageOutcomes.fail(at * MS);
            } else if (kind != 3) {
                messageOutcomes.acknowledge(at * MS, at * MS + MS);
            }
            if (kind == 4) {
                messageOutcomes.failReply(at * MS);
            } else if (kind == 5) {
                messageOutcomes.drop(at * MS);
            } else if (kind >= 10) {
                messageOutcomes.arrive(at * MS, 0, (at + 20) * MS);
            }
        }
        List<Injection> kill = List.of(kill(5_000, 1_000));
        Accounting counted = new Accounting(
                21_000,
                21_000,
                20_790,
                210,
                0,
                0,
                0,
                0,
                null,
                0,
                63,
                0,
                0,
                Ledger.NONE,
                List.of(),
                List.of(),
                Reported.NONE,
                Integrity.NONE,
                Acknowledged.NONE);

        FaultAnalysis over = new FaultAnalysis(messageOutcomes, WINDOW, notices, kill, false, MEAN_BYTES);
        FaultAnalysis early = new FaultAnalysis(messageOutcomes, WINDOW, notices, kill, true, MEAN_BYTES);

        assertThat(over.settled(counted).window()).isEqualTo(new Ledger(20_000, 19_780, 20, 60, 20, 120, 0, 0));
        assertThat(early.settled(counted).window()).isEqualTo(new Ledger(20_000, 19_780, 20, 60, 20, 20, 100, 0));
        for (FaultAnalysis each : List.of(over, early)) {
            assertAlike(each.faults(), each.settled(counted));
        }
    }

    private static void assertAlike(Faults faults, Accounting account) {
        assertThat(account.lost()).isEqualTo(faults.lost());
        assertThat(account.undelivered()).isEqualTo(faults.undelivered());
        assertThat(account.reported()).isEqualTo(new Reported(faults.reportedLost(), faults.dropped()));
        assertThat(faults.outcomes().stream().mapToLong(Outcome::lost).sum()).isEqualTo(faults.lost());
        assertThat(faults.outcomes().stream().map(Outcome::reported).reduce(Reported.NONE, Reported::plus))
                .isEqualTo(account.reported());
        assertThat(account.received() + account.missing()).isEqualTo(account.scheduled());
    }

    /** Half of what is sent fails to the end, as its sender knows: the rest shows that messages flow. */
    @Test
    void shouldNotTakeForQueuedWhatFailedOrWasLostBeforeMessagesFlowedAgain() {
        for (long at = 1_000; at < 22_000; at++) {
            messageOutcomes.begin(at * MS);
            if (at % 2 == 0) {
                messageOutcomes.fail(at * MS);
            } else if (at < 8_000 || at >= 8_100) {
                messageOutcomes.arrive(at * MS, 0, (at + 2) * MS);
            }
        }
        Faults faults = analyse(kill(5_000, 1_000));

        assertThat(faults.undelivered()).isZero();
        assertThat(faults.unansweredLost()).isEqualTo(50);
        assertThat(faults.reportedLost()).isEqualTo(10_500);
    }

    @Test
    void shouldKnowMessagesOfABurstApartByNumber() {
        for (int i = 0; i < 10; i++) {
            messageOutcomes.begin(3_000 * MS);
        }
        for (int i = 0; i < 8; i++) {
            messageOutcomes.acknowledge(3_000 * MS, 3_001 * MS);
            messageOutcomes.arrive(3_000 * MS, 0, 3_001 * MS);
        }
        messageOutcomes.acknowledge(3_000 * MS, 3_001 * MS);
        messageOutcomes.fail(3_000 * MS);
        messageOutcomes.begin(21_500 * MS);
        messageOutcomes.arrive(21_500 * MS, 0, 21_501 * MS);

        Faults faults = analyse(kill(1_000, 1));

        assertThat(faults.acknowledgedLost()).isEqualTo(1);
        assertThat(faults.reportedLost()).isEqualTo(1);
        assertThat(faults.unansweredLost()).isZero();
    }

    @Test
    void shouldNotCallLostWhatMayYetCome() {
        run(at -> at < 7_000 ? 1 : NEVER);

        Faults faults = analyse(kill(5_000, 1_000));

        assertThat(faults.lost()).isZero();
        assertThat(faults.undelivered()).isEqualTo(15_000);
        assertThat(faults.outcomes().get(0).aftermath().firstThroughNanos()).isNull();
        assertThat(faults.outcomes().get(0).aftermath().steadyNanos()).isNull();
        assertThat(faults.outcomes().get(0).aftermath().drainedNanos()).isNull();
        assertThat(faults.outcomes().get(0).mostUnderWay())
                .as("all that is due from the fault on, and never comes")
                .isEqualTo(15_000);
    }

    @Test
    void shouldPutWhatHappenedToTheFaultThatCausedIt() {
        run(at -> at >= 7_000 && at < 7_005 ? NEVER : outage(at, 12_000, 12_500, 1));
        messageOutcomes.arriveAgain(7_100 * MS);
        messageOutcomes.arriveAgain(12_001 * MS);
        messageOutcomes.arriveAgain(12_002 * MS);
        messageOutcomes.arriveOutOfOrder(12_003 * MS);

        Faults faults = analyse(kill(5_000, 1_000), kill(10_000, 1_000));

        assertThat(faults.outcomes()).extracting(Outcome::lost).containsExactly(5L, 0L);
        assertThat(faults.outcomes()).extracting(Outcome::duplicated).containsExactly(1L, 2L);
        assertThat(faults.outcomes()).extracting(Outcome::outOfOrder).containsExactly(0L, 1L);
        assertThat(faults.outcomes().get(0).mostUnderWay()).isLessThan(5);
        assertThat(faults.outcomes().get(1).mostUnderWay()).isGreaterThanOrEqualTo(500);
    }

    @Test
    void shouldSayWhatAClientNoticedFirst() {
        run(at -> 1);
        long now = System.nanoTime();
        notices.add("connection lost");
        notices.add("connection lost");
        notices.add("refused");
        Fault fault = new Fault(Duration.ZERO, "broker", Fault.Action.PAUSE, Duration.ofMillis(1));
        Window window = new Window(now - 10 * MS, now - 5 * MS, now + 60_000 * MS);

        Faults faults = new FaultAnalysis(
                        messageOutcomes,
                        window,
                        notices,
                        List.of(new Injection(fault, "broker-1", now, 0)),
                        false,
                        MEAN_BYTES)
                .faults();

        Outcome outcome = faults.outcomes().get(0);
        assertThat(outcome.aftermath().noticedBy()).isEqualTo("connection lost");
        assertThat(outcome.aftermath().noticedNanos()).isNotNegative();
        assertThat(outcome.aftermath().outageNanos()).as("the run ended before").isNull();
        assertThat(faults.errors())
                .extracting(error -> error.text() + " " + error.count())
                .containsExactly("connection lost 2", "refused 1");
    }

    @Test
    void shouldTakeBackPressureForASignOnlyWhereItIsNotUsual() {
        run(at -> outage(at, 7_000, 8_000, 1));
        messageOutcomes.refuse(7_500 * MS);

        assertThat(analyse(kill(5_000, 1_000)).outcomes().get(0).aftermath().noticedBy())
                .isEqualTo("back pressure");
        assertThat(analyse(kill(5_000, 1_000)).outcomes().get(0).aftermath().noticedNanos())
                .isEqualTo(500 * MS);

        messageOutcomes.refuse(3_000 * MS);
        assertThat(analyse(kill(5_000, 1_000)).outcomes().get(0).aftermath().noticedBy())
                .isNull();
    }

    @Test
    void shouldNotTakeBackPressureForASignOnceAllIsAsBefore() {
        run(at -> outage(at, 7_000, 8_000, 1));
        messageOutcomes.refuse(11_000 * MS);

        assertThat(analyse(kill(5_000, 1_000)).outcomes().get(0).aftermath().noticedBy())
                .isNull();
    }

    @Test
    void shouldClaimNoSteadinessWithoutEnoughBefore() {
        run(at -> 1);

        assertThat(analyse(kill(20, 10)).outcomes().get(0).aftermath().steadyNanos())
                .isNull();
        assertThat(analyse(kill(5_000, 10)).outcomes().get(0).aftermath().steadyNanos())
                .isZero();
    }

    @Test
    void shouldSeeAnOutageBehindAMessageThatWasStillUnderWay() {
        // Killed at 7 s on this clock; nothing is sent on until 10 s, but what is due at 7 s was in the socket already.
        run(at -> at == 7_000 ? 2 : outage(at, 7_001, 10_000, 2));

        Outcome outcome = analyse(kill(5_000, 1_000)).outcomes().get(0);

        assertThat(outcome.aftermath().firstThroughNanos()).isEqualTo(2 * MS);
        assertThat(outcome.aftermath().longestGapNanos()).isEqualTo(3_000 * MS);
        assertThat(outcome.aftermath().longestGapLane()).isNull();
    }

    @Test
    void shouldSeeThatOneLaneIsSilentWhileOthersFlow() {
        // Lane 2 stands still from 7 s to 11 s, and its messages of that time are lost; lane 1 does for a second.
        run(4, at -> at % 4 == 2 && at > 7_000 && at < 11_000 ? NEVER : at % 4 == 1 ? outage(at, 8_000, 9_000, 2) : 2);

        Outcome outcome = analyse(kill(5_000, 1_000)).outcomes().get(0);

        assertThat(outcome.aftermath().firstThroughNanos()).isEqualTo(2 * MS);
        // Its last one arrives with the fault, its next one is due at 11.002 s.
        assertThat(outcome.aftermath().longestGapNanos()).isEqualTo(4_004 * MS);
        assertThat(outcome.aftermath().longestGapLane()).isEqualTo(2);
    }

    @Test
    void shouldCountAGapThatIsStillOpenUpToTheLastMessageThatWasDue() {
        run(4, at -> at % 4 == 3 && at >= 9_000 ? NEVER : 2);

        Faults faults = analyse(kill(5_000, 1_000), kill(10_000, 1_000));

        // Last seen at 9.001 s, dead when the second fault comes at 12 s; the last message is due at 21.999 s.
        assertThat(faults.outcomes())
                .extracting(outcome -> outcome.aftermath().longestGapNanos())
                .containsExactly(12_998 * MS, 9_999 * MS);
        assertThat(faults.outcomes())
                .extracting(outcome -> outcome.aftermath().longestGapLane())
                .containsExactly(3, 3);
    }

    @Test
    void shouldFollowAnOutageBeyondTheLastMessageThatWasDue() {
        run(at -> outage(at, 20_000, 25_000, 2));

        // From 20.001 s to 25.002 s.
        assertThat(analyse(kill(18_000, 1_000)).outcomes().get(0).aftermath().longestGapNanos())
                .isEqualTo(5_001 * MS);
    }

    @Test
    void shouldSeeNoGapBeforeAStragglerThatIsDeliveredAgainLongAfterTheOthers() {
        run(4, at -> at == 8_000 ? 44_000 : 2);

        Outcome outcome = analyse(kill(5_000, 1_000)).outcomes().get(0);

        // One each 4 ms on each lane, but for the one that came at 52 s, after the last of its lane at 21.998 s.
        assertThat(outcome.aftermath().longestGapNanos()).isEqualTo(8 * MS);
        assertThat(outcome.aftermath().longestGapLane()).isZero();
    }

    @Test
    void shouldStateNoGapWhereNothingEverArrived() {
        run(at -> NEVER);

        assertThat(analyse(kill(5_000, 1_000)).outcomes().get(0).aftermath().longestGapNanos())
                .isNull();
    }
}
