package io.twohop.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.account.Accounting;
import io.twohop.account.Acknowledged;
import io.twohop.account.Histograms;
import io.twohop.account.Integrity;
import io.twohop.account.Interval;
import io.twohop.account.Interval.Phase;
import io.twohop.account.Ledger;
import io.twohop.account.Reported;
import io.twohop.finding.Finding;
import io.twohop.finding.Kind;
import io.twohop.finding.Severity;
import io.twohop.result.Costs;
import io.twohop.result.Costs.ProcessCost;
import io.twohop.result.Costs.ThreadCost;
import io.twohop.result.Delays;
import io.twohop.result.Faults;
import io.twohop.result.Fork;
import io.twohop.result.LatencySummary;
import io.twohop.result.Part;
import io.twohop.result.Rates;
import io.twohop.result.Trust;
import io.twohop.result.Verdict;
import io.twohop.testing.model.ForkBuilder;
import io.twohop.transport.Guarantees;
import io.twohop.transport.Guarantees.Delivery;
import io.twohop.workload.Probe;
import io.twohop.workload.Slo;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

class VerdictsTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long MILLI = 1_000_000L;

    @Test
    void shouldBeMetWhenRateAndPromisesHold() {
        assertThat(judge(1_000, intervals(MILLI, MILLI, MILLI), clean())).isEqualTo(new Verdict.Met());
    }

    @Test
    void shouldBeInvalidWhenAPromiseIsBroken() {
        assertInvalid(account(1, 0, 0, 0, 0, 0), "1 messages lost");
        assertInvalid(account(0, 1, 0, 0, 0, 0), "1 messages duplicated");
        assertInvalid(account(0, 0, 1, 0, 0, 0), "1 messages out of order");
        assertInvalid(account(0, 0, 0, 1, 0, 0), "1 messages so late");
        assertInvalid(account(0, 0, 0, 0, 1, 0), "1 messages could not be published");
        assertInvalid(account(0, 0, 0, 0, 0, 1), "1 messages that this run did not send");
    }

    @Test
    void shouldBeInvalidWhenSamplesAreTooFew() {
        assertThat(Verdicts.judge(List.of(fork(1_000, intervals(MILLI), clean(), 99, null)), Slo.NONE))
                .isInstanceOf(Verdict.Invalid.class);
    }

    @Test
    void shouldNameTheForkWhenOneOfSeveralFails() {
        Fork good = fork(1_000, intervals(MILLI, MILLI), clean(), 3_000, null);
        Fork bad = fork(1_000, intervals(MILLI, MILLI), clean(), 3_000, "killed by signal 9");

        Verdict verdict = Verdicts.judge(List.of(good, bad), Slo.NONE);

        assertThat(verdict).isInstanceOf(Verdict.Invalid.class);
        assertThat(verdict.reasons()).containsExactly("fork 1: killed by signal 9");
    }

    /** Who waits for a server that has ended is stuck: the reader wants to know of the server first. */
    @Test
    void shouldNameACauseBeforeWhatItLedTo() {
        Fork fork = new ForkBuilder(fork(1_000, intervals(MILLI), clean(), 3_000, "generator-0 is stuck"))
                .incidents(List.of(new Finding(Kind.TRANSPORT, Severity.INVALID, "broker-1 ended", "see its log")))
                .build();

        assertThat(Verdicts.judge(List.of(fork), Slo.NONE).reasons())
                .containsExactly("broker-1 ended; see its log", "generator-0 is stuck");
    }

    @Test
    void shouldNotHoldARunThatBrokeOffToWhatWasOnItsWay() {
        Fork fork = fork(1_000, intervals(MILLI), account(7, 2, 0, 0, 0, 0), 3_000, "interrupted");

        assertThat(Verdicts.judge(List.of(fork), Slo.NONE).reasons())
                .hasSize(2)
                .contains("interrupted")
                .anyMatch(reason -> reason.contains("2 messages duplicated"));
    }

    /** What arrived in the window and after it, at ages that no test of a trend finds to rise. */
    private static Fork unsteady(long achieved) {
        Fork fork = fork(
                achieved,
                intervals(100 * MILLI, 300 * MILLI, 280 * MILLI, 480 * MILLI, 450 * MILLI, 620 * MILLI),
                account(Ledger.of(6_000, 6 * achieved, 6_000 - 6 * achieved, 0, Reported.NONE)),
                6_000,
                null);
        return new ForkBuilder(1)
                .accounting(fork.accounting().orElseThrow())
                .rates(fork.rates())
                .probes(fork.probes())
                .guarantees(fork.guarantees())
                .intervals(fork.intervals())
                .build();
    }

    @Test
    void shouldCompareTheFirstPartOfTheWindowWithTheLastWhereTooLittleWasAchieved() {
        assertThat(Verdicts.judge(List.of(unsteady(860)), Slo.NONE))
                .returns("Saturated", Verdict::kind)
                .returns(
                        List.of(
                                "86.0 % of the offered rate achieved (860 of 1,000 messages/s)",
                                "the backlog grew by 350 ms from the window's first part to its last"),
                        Verdict::reasons);
        assertThat(Verdicts.judge(List.of(unsteady(990)), Slo.NONE)).isEqualTo(new Verdict.Met());
        assertThat(Verdicts.judge(List.of(unsteady(860)), Slo.of(Map.of("achieved", "80 %"))))
                .returns("Met", Verdict::kind)
                .returns(
                        List.of("a rate of which 80 % are achieved counts as held (slo.achieved; 99 % by default)"),
                        Verdict::reasons);
    }

    @Test
    void shouldNameTheLengthOfAWindowOfWhichNoSecondWasCut() {
        Accounting later = account(Ledger.of(1_000, 0, 1_000, 0, Reported.NONE));

        assertThat(judge(0, List.of(interval(Phase.DRAIN, 0, 1_600 * MILLI)), later)
                        .reasons())
                .singleElement(InstanceOfAssertFactories.STRING)
                .contains("1 s is too short for a transport with a latency of 10 s");
    }

    /** Half of what is due comes too late, with a backlog that rises by a length from the first second to the last. */
    private static ForkBuilder late(long riseNanos) {
        Accounting account = account(Ledger.of(2_000, 1_000, 1_000, 0, Reported.NONE));
        Fork fork = fork(500, intervals(200 * MILLI, 200 * MILLI + riseNanos), account, 2_000, null);
        return new ForkBuilder(1)
                .accounting(account)
                .rates(fork.rates())
                .probes(fork.probes())
                .guarantees(fork.guarantees())
                .intervals(fork.intervals());
    }

    private static Costs elsewhere(double cores, String part, double ran, double waited) {
        ThreadCost thread = new ThreadCost(part, "some", 1, ran, 0, waited, 100);
        return new Costs(
                2, 1, List.of(new ProcessCost(Costs.MEASURING, 1L, null, null, List.of(thread))), 2 * cores, null);
    }

    private static Verdict judge(ForkBuilder fork) {
        return Verdicts.judge(List.of(fork.build()), Slo.NONE);
    }

    @Test
    void shouldNameTheProgramsThatTookTheCoresAndNotTheTransport() {
        Costs starved = elsewhere(1.9, "service", 0.2, 1.7);
        List<String> named = List.of(
                "50.0 % of the offered rate achieved (500 of 1,000 messages/s), of which at least 99 % are needed,"
                        + " but this machine was not free: everything else on it took 1.90 cores, and service had"
                        + " none for 85 % of the time; stop what else runs on it and repeat the run");

        assertThat(judge(late(0).costs(starved)))
                .returns("Invalid", Verdict::kind)
                .returns(named, Verdict::reasons);
        assertThat(judge(late(0)).reasons())
                .singleElement(InstanceOfAssertFactories.STRING)
                .contains("2 s is too short for a transport with a latency of 10 s");
        // None of these could have carried twice as much, or wanted to.
        Stream.of(
                        elsewhere(0.2, "service", 0.2, 1.7),
                        elsewhere(0.3, "service", 0.7, 0.9),
                        elsewhere(1.9, "service", 1.2, 0.8),
                        elsewhere(1.9, "service", 0.01, 0.2),
                        elsewhere(1.9, "compiler", 0.2, 1.7))
                .forEach(costs -> assertThat(judge(late(0).costs(costs)).reasons())
                        .as("%s", costs)
                        .noneMatch(reason -> reason.contains("but this machine was not free")));
    }

    /** A thread that yields waits while it has nothing to do, so that its waits alone excuse no growing backlog. */
    @Test
    void shouldCallARunSaturatedWhereOnlyItsThreadsWaited() {
        Costs starved = elsewhere(1.9, "service", 0.2, 1.7);
        long rise = 700 * MILLI;
        Trust doubtful = held(900 * MILLI, 2_000);

        assertThat(judge(late(rise).costs(starved))).isInstanceOf(Verdict.Saturated.class);
        assertThat(judge(late(rise).costs(starved).trust(doubtful))).isInstanceOf(Verdict.Invalid.class);
        assertThat(judge(late(rise).trust(doubtful))).isInstanceOf(Verdict.Saturated.class);
    }

    @Test
    void shouldNameTheMachineWhereItsStallsAreAsLongAsTheBacklog() {
        long rise = 700 * MILLI;

        assertThat(judge(late(rise).trust(held(995 * MILLI, 600))))
                .returns("Invalid", Verdict::kind)
                .returns(
                        List.of(
                                "50.0 % of the offered rate achieved (500 of 1,000 messages/s), of which at least 99 % are needed,"
                                        + " but this machine was not free: it held messages up for as long as 995 ms (nothing ran);"
                                        + " free it and repeat the run"),
                        Verdict::reasons);
        // Too short, or of too few.
        assertThat(judge(late(rise).trust(held(900 * MILLI, 600)))).isInstanceOf(Verdict.Saturated.class);
        assertThat(judge(late(rise).trust(held(995 * MILLI, 400)))).isInstanceOf(Verdict.Saturated.class);
    }

    /** A server's many threads wait for each other on any machine. */
    @Test
    void shouldNotCallAMachineBusyOnWhichNothingElseRan() {
        Trust waits = held(995 * MILLI, 600, Delays.NO_CORE + "broker-1");

        assertThat(judge(late(0).trust(waits).costs(elsewhere(0.1, "client", 0.1, 0.1)))
                        .reasons())
                .singleElement(InstanceOfAssertFactories.STRING)
                .contains("use -Dduration=")
                .doesNotContain("but this machine was not free");
        assertThat(judge(late(0).trust(waits).costs(elsewhere(1.1, "client", 0.1, 0.1)))
                        .reasons())
                .singleElement(InstanceOfAssertFactories.STRING)
                .contains("but this machine was not free");
    }

    private static Trust held(long nanos, double messages) {
        return held(nanos, messages, "nothing ran");
    }

    private static Trust held(long nanos, double messages, String cause) {
        return Trust.of(new Delays(List.of(new Delays.Delay(nanos, messages, cause))), Map.of());
    }

    @Test
    void shouldMissTheRateUnderFaultsWhereTheOutageTookTooMuchOfIt() {
        Accounting lost = account(9_000, 0, 0, 0, 0, 0);
        Fork fork = new ForkBuilder(underFaults(Delivery.AT_MOST_ONCE, false, lost, faults(0, 0, 9_000, 0)))
                .rates(new Rates(1_000, 1_000, 910))
                .build();

        assertThat(Verdicts.judge(List.of(fork), Slo.NONE))
                .returns("Missed", Verdict::kind)
                .returns(
                        List.of(
                                "91.0 % of the offered rate achieved (910 of 1,000 messages/s) under faults, of which at least"
                                        + " 99 % are needed; measure longer, or allow for the outage with -Dslo.achieved=91 %"),
                        Verdict::reasons);
        assertThat(Verdicts.judge(List.of(fork), Slo.of(Map.of("achieved", "91%"))))
                .isInstanceOf(Verdict.Met.class);
    }

    private static Fork underFaults(Delivery delivery, boolean acknowledged, Accounting account, Faults faults) {
        return new ForkBuilder(1)
                .publishFailure("no")
                .accounting(account)
                .rates(new Rates(1_000, 1_000, 1_000))
                .probes(fork(1_000, intervals(MILLI, MILLI), account, 3_000, null)
                        .probes())
                .guarantees(new Guarantees(delivery, true, acknowledged, "none", 1))
                .incidents(List.of(new Finding(Kind.TRANSPORT, Severity.INVALID, "connections were lost", "")))
                .faults(faults)
                .intervals(intervals(MILLI, MILLI))
                .build();
    }

    private static Faults faults(long acknowledgedLost, long reportedLost, long unansweredLost, long undelivered) {
        Faults.Latency none = new Faults.Latency(0, Map.of(), 0);
        return new Faults(
                List.of(), acknowledgedLost, reportedLost, unansweredLost, undelivered, none, none, none, List.of(), 0);
    }

    private static Verdict claims(Delivery delivery, boolean acknowledged, Accounting account, Faults faults) {
        return Verdicts.judge(List.of(underFaults(delivery, acknowledged, account, faults)), Slo.NONE);
    }

    /** A backlog of which some is left when the window ends, of 1,000 messages due each second. */
    private static Faults backlog(long left, double drainedPerSecond) {
        Faults.Latency none = new Faults.Latency(0, Map.of(), 0);
        Faults.Sending sending = new Faults.Sending(none, none, 0);
        Faults.Backlog backlog = new Faults.Backlog(
                5_000,
                500_000,
                5_000 * MILLI,
                left > 0 ? null : (Long) MILLI,
                null,
                left,
                drainedPerSecond,
                1_000,
                new Faults.Producers(sending, sending, sending));
        Faults.Aftermath aftermath = new Faults.Aftermath(MILLI, null, null, null, null, null, null, null);
        Faults.Outcome outcome = new Faults.Outcome("stop consumer", 0, aftermath, 5_000, 0, 0, 0, null, backlog);
        return new Faults(List.of(outcome), 0, 0, 0, 0, none, none, none, List.of(), 0);
    }

    private static Verdict judged(Faults faults, Interval... intervals) {
        Fork fork = new ForkBuilder(underFaults(Delivery.AT_LEAST_ONCE, true, account(0, 0, 0, 0, 0, 0), faults))
                .intervals(List.of(intervals))
                .build();
        return Verdicts.judge(List.of(fork), Slo.NONE);
    }

    @Test
    void shouldJudgeABacklogThatWasBuiltOnPurposeByItsDrain() {
        Interval[] flat = intervals(MILLI, MILLI).toArray(Interval[]::new);
        assertThat(judged(backlog(0, 4_000), flat)).isEqualTo(new Verdict.Met());
        assertThat(judged(backlog(3_000, 900), flat))
                .returns("Saturated", Verdict::kind)
                .returns(
                        List.of(
                                "the backlog did not drain: 3,000 messages were left, since 900/s arrived and 1,000/s were"
                                        + " due; lower the rate, or add consumers"),
                        Verdict::reasons);
        assertThat(judged(backlog(3_000, 1_500), flat))
                .returns("Invalid", Verdict::kind)
                .returns(
                        List.of("the backlog had not drained yet: 3,000 messages were left, though 1,500/s arrived and"
                                + " 1,000/s were due; measure about 6.00 s longer, or until the next fault"),
                        Verdict::reasons);
    }

    @Test
    void shouldNotHoldTheGrowthOfABacklogAgainstTheRate() {
        long[] rising = LongStream.range(0, 20)
                .map(second -> MILLI + second * 500 * MILLI)
                .toArray();
        Interval[] growing = intervals(rising).toArray(Interval[]::new);
        Fork killed = new ForkBuilder(
                        underFaults(Delivery.AT_LEAST_ONCE, true, account(0, 0, 0, 0, 0, 0), faults(0, 0, 0, 0)))
                .intervals(List.of(growing))
                .build();

        assertThat(Verdicts.judge(List.of(killed), Slo.NONE).kind()).isEqualTo("Saturated");
        // It is drained after 5 s and 1 ms.
        long[] built = Arrays.copyOf(rising, rising.length);
        Arrays.fill(built, 6, built.length, MILLI);
        assertThat(judged(backlog(0, 4_000), intervals(built).toArray(Interval[]::new)))
                .isEqualTo(new Verdict.Met());
        assertThat(judged(backlog(0, 4_000), growing).kind())
                .as("it grew again")
                .isEqualTo("Saturated");
        assertThat(judged(backlog(0, 4_000), Arrays.copyOf(growing, 11)))
                .as("five seconds are too few to tell")
                .isEqualTo(new Verdict.Met());
    }

    @Test
    void shouldExcuseNoLossByConsumersThatStopped() {
        Guarantees claimed = new Guarantees(Delivery.AT_LEAST_ONCE, Delivery.BEST_EFFORT, true, false, true, "none", 1);
        Faults stopped = backlog(0, 4_000);
        Faults lossy = new Faults(
                stopped.outcomes(), 5, 0, 0, 0, stopped.before(), stopped.during(), stopped.after(), List.of(), 0);
        Accounting account = account(5, 0, 0, 0, 0, 0);
        Fork fork = new ForkBuilder(underFaults(Delivery.AT_LEAST_ONCE, true, account, lossy))
                .guarantees(claimed)
                .build();

        assertThat(Verdicts.judge(List.of(fork), Slo.NONE).reasons())
                .containsExactly(
                        "promises delivery at least once, and under faults lost 5 messages that it had acknowledged");
        Fork killed = new ForkBuilder(underFaults(Delivery.AT_LEAST_ONCE, true, account, faults(5, 0, 0, 0)))
                .guarantees(claimed)
                .build();
        assertThat(Verdicts.judge(List.of(killed), Slo.NONE)).isEqualTo(new Verdict.Met());
    }

    @Test
    void shouldMakeAClaimThatDidNotHoldUnderFaultsTheHeadline() {
        assertThat(claims(Delivery.AT_LEAST_ONCE, true, account(7, 3, 0, 0, 5, 0), faults(0, 7, 0, 0)))
                .as("a reported failure is no broken claim, nor is a duplicate")
                .isEqualTo(new Verdict.Met());
        assertThat(claims(Delivery.AT_MOST_ONCE, false, account(7, 0, 0, 0, 0, 0), faults(0, 0, 7, 0)))
                .isEqualTo(new Verdict.Met());
        assertThat(claims(Delivery.AT_LEAST_ONCE, true, account(7, 0, 0, 0, 0, 0), faults(5, 2, 0, 0)))
                .returns("Missed", Verdict::kind)
                .returns(
                        List.of(
                                "promises delivery at least once, and under faults lost 5 messages that it had acknowledged"),
                        Verdict::reasons);
        assertThat(claims(Delivery.EXACTLY_ONCE, false, account(7, 2, 1, 0, 0, 0), faults(0, 0, 7, 0))
                        .reasons())
                .containsExactly(
                        "promises delivery exactly once, and under faults lost 7 messages",
                        "promises delivery exactly once, and under faults duplicated 2 messages",
                        "promises order, and under faults 1 messages came out of order");
        assertThat(claims(Delivery.AT_LEAST_ONCE, true, account(0, 0, 0, 0, 0, 1), faults(0, 0, 0, 0)))
                .isInstanceOf(Verdict.Invalid.class);
    }

    private static Accounting byKey(long outOfOrderByKey) {
        Accounting sound = clean();
        return new Accounting(
                sound.scheduled(),
                sound.sent(),
                sound.received(),
                0,
                0,
                0,
                0,
                outOfOrderByKey,
                outOfOrderByKey,
                0,
                0,
                0,
                0,
                sound.window(),
                List.of(),
                List.of(),
                Reported.NONE,
                Integrity.NONE,
                Acknowledged.NONE);
    }

    @Test
    void shouldHoldATransportToTheOrderOfEachKeyWhereItPromisesThat() {
        Guarantees none = new Guarantees(Delivery.AT_LEAST_ONCE, false, true, "none", 1);
        Fork swapped = fork(1_000, intervals(MILLI, MILLI), byKey(3), 3_000, null);
        Fork kept = fork(1_000, intervals(MILLI, MILLI), byKey(0), 3_000, null);

        assertThat(Verdicts.judge(List.of(promising(swapped, none)), Slo.NONE)).isEqualTo(new Verdict.Met());
        assertThat(Verdicts.judge(List.of(promising(kept, none.orderedByKey(true))), Slo.NONE))
                .isEqualTo(new Verdict.Met());
        assertThat(Verdicts.judge(List.of(promising(swapped, none.orderedByKey(true))), Slo.NONE))
                .returns("Invalid", Verdict::kind)
                .returns(
                        List.of("3 messages out of order by key on a transport that promises order by key"),
                        Verdict::reasons);
        Fork underFaults = underFaults(Delivery.AT_LEAST_ONCE, true, byKey(3), faults(0, 0, 0, 0));
        assertThat(Verdicts.judge(List.of(promising(underFaults, none.orderedByKey(true))), Slo.NONE))
                .returns("Missed", Verdict::kind)
                .returns(
                        List.of(
                                "promises order by key, and under faults 3 messages came behind later ones of their key"),
                        Verdict::reasons);
    }

    @Test
    void shouldHoldATransportUnderFaultsToWhatItPromisesAfterAFailure() {
        Accounting doubled = account(0, 2, 0, 0, 0, 0);
        Fork fork = underFaults(Delivery.EXACTLY_ONCE, true, doubled, faults(0, 0, 0, 0));
        Guarantees softer = new Guarantees(Delivery.EXACTLY_ONCE, Delivery.AT_LEAST_ONCE, true, true, "none", 1);

        assertThat(Verdicts.judge(List.of(fork), Slo.NONE)).isInstanceOf(Verdict.Missed.class);
        assertThat(Verdicts.judge(List.of(promising(fork, softer)), Slo.NONE)).isEqualTo(new Verdict.Met());
    }

    private static Fork promising(Fork fork, Guarantees guarantees) {
        return new ForkBuilder(1)
                .publishFailure("no")
                .accounting(fork.accounting().orElseThrow())
                .rates(fork.rates())
                .probes(fork.probes())
                .guarantees(guarantees)
                .faults(fork.disturbance().faults())
                .intervals(fork.intervals())
                .build();
    }

    @Test
    void shouldSayUnderFaultsThatMessagesDidNotFlowAgain() {
        Verdict verdict = claims(Delivery.AT_LEAST_ONCE, true, account(9, 0, 0, 0, 0, 0), faults(0, 0, 0, 9));

        assertThat(verdict).isInstanceOf(Verdict.Saturated.class);
        assertThat(verdict.reasons().get(0)).startsWith("9 messages had not arrived at the end, since ");
        assertThat(claims(Delivery.EXACTLY_ONCE, true, account(9, 1, 0, 0, 0, 0), faults(0, 0, 0, 9)))
                .isInstanceOf(Verdict.Missed.class);
    }

    /** Together they look sound: of the smallest latency of a second, the one that keeps up has the say. */
    @Test
    void shouldJudgeEachAgentByItself() {
        Fork steady = fork(1_000, intervals(flat()), clean(), 3_000, null);
        Fork falling = fork(900, intervals(rising()), clean(), 3_000, null);
        ForkBuilder together = new ForkBuilder(steady);
        assertThat(Verdicts.judge(List.of(together.build()), Slo.NONE)).isEqualTo(new Verdict.Met());

        Fork fork = together.parts(List.of(
                        new Part(1, "a", "load", steady, null),
                        new Part(2, "b", "load", falling, null),
                        new Part(3, "c", "service", null, 1L)))
                .build();

        Verdict verdict = Verdicts.judge(List.of(fork), Slo.NONE);
        assertThat(verdict).isInstanceOf(Verdict.Saturated.class);
        assertThat(verdict.reasons())
                .contains("agent-2 (b, load): the backlog grows by 100 ms each second")
                .allMatch(reason -> reason.startsWith("agent-2 (b, load): "));
    }

    private static long[] flat() {
        return LongStream.generate(() -> MILLI).limit(10).toArray();
    }

    private static long[] rising() {
        return LongStream.rangeClosed(1, 10).map(second -> second * 100 * MILLI).toArray();
    }

    private static void assertInvalid(Accounting account, String reason) {
        Verdict verdict = judge(1_000, intervals(MILLI, MILLI), account);
        assertThat(verdict).isInstanceOf(Verdict.Invalid.class);
        assertThat(verdict.reasons()).anyMatch(why -> why.startsWith(reason));
    }

    private static Verdict judge(double achieved, List<Interval> intervals, Accounting account) {
        return Verdicts.judge(List.of(fork(achieved, intervals, account, 3_000, null)), Slo.NONE);
    }

    private static Fork fork(
            double achieved, List<Interval> intervals, Accounting account, int samples, String failure) {
        Histogram latencies = Histograms.newHistogram();
        latencies.recordValueWithCount(MILLI, samples);
        return new ForkBuilder(1)
                .failure(failure)
                .publishFailure("no")
                .accounting(account)
                .rates(new Rates(1_000, 1_000, achieved))
                .probes(Map.of(Probe.END_TO_END, LatencySummary.of(latencies)))
                .guarantees(new Guarantees(Delivery.EXACTLY_ONCE, true, false, "none", 1))
                .intervals(intervals)
                .build();
    }

    /** 10,000 messages took 100 us, but the last hundred 1 to 100 ms. */
    @Test
    void shouldJudgeObjectivesByWhatIsTrusted() {
        Histogram histogram = Histograms.newHistogram();
        histogram.recordValueWithCount(MILLI / 10, 9_900);
        for (int i = 1; i <= 100; i++) {
            histogram.recordValue(i * MILLI);
        }
        LatencySummary tail = LatencySummary.of(histogram);
        Trust trust = Trust.of(
                new Delays(List.of(new Delays.Delay(95 * MILLI, 250, "nothing ran"))), Map.of(Probe.END_TO_END, tail));
        Fork fork = trusting(tail, trust);

        assertThat(objective(fork, "endToEnd.p99.9", "200ms")).isInstanceOf(Verdict.Met.class);
        Verdict doubtful = objective(fork, "endToEnd.p99.9", "5ms");
        assertThat(doubtful).isInstanceOf(Verdict.Invalid.class);
        assertThat(doubtful.reasons())
                .singleElement()
                .asString()
                .startsWith("objective endToEnd.p99.9 cannot be judged here: without this machine between 100")
                .contains(" and 90.")
                .contains(" (this machine delayed 2.5 % of messages by up to 95.0 ms: nothing ran)")
                .endsWith("; repeat on a machine with more cores, or with nothing else on it");
        assertThat(objective(fork, "endToEnd.p99.9", "50us")).isInstanceOf(Verdict.Missed.class);
        assertThat(objective(fork, "endToEnd.p90", "50us")).isInstanceOf(Verdict.Missed.class);
    }

    /** A sound fork with these latencies. */
    private static Fork trusting(LatencySummary endToEnd, Trust trust) {
        Fork sound = fork(1_000, intervals(MILLI, MILLI), clean(), 3_000, null);
        return new ForkBuilder(1)
                .accounting(sound.accounting().orElseThrow())
                .rates(sound.rates())
                .probes(Map.of(Probe.END_TO_END, endToEnd))
                .guarantees(sound.guarantees())
                .trust(trust)
                .intervals(sound.intervals())
                .build();
    }

    private static Verdict objective(Fork fork, String key, String limit) {
        return Verdicts.judge(List.of(fork), Slo.of(Map.of(key, limit)));
    }

    private static List<Interval> intervals(long... smallestNanos) {
        List<Interval> intervals = new ArrayList<>();
        for (long smallest : smallestNanos) {
            intervals.add(interval(Phase.MEASURE, intervals.size(), smallest));
        }
        return intervals;
    }

    private static Interval interval(Phase phase, int second, long smallestNanos) {
        Histogram latencies = Histograms.newHistogram();
        latencies.recordValue(smallestNanos);
        latencies.recordValue(10 * SECOND);
        Map<Probe, byte[]> encoded = Map.of(Probe.END_TO_END, Histograms.encode(latencies, Histograms.newScratch()));
        return new Interval(
                phase, second * SECOND, (second + 1) * SECOND, SECOND, 1_000, 1_000, 1_000, 0, 0, 0, encoded);
    }

    private static Accounting clean() {
        return account(0, 0, 0, 0, 0, 0);
    }

    /** The account of a run without a fault of the transport. */
    private static Accounting account(Ledger window) {
        Accounting sound = clean();
        return new Accounting(
                sound.scheduled(),
                sound.sent(),
                sound.received(),
                0,
                0,
                0,
                0,
                0,
                null,
                0,
                0,
                0,
                0,
                window,
                List.of(),
                List.of(),
                Reported.NONE,
                Integrity.NONE,
                Acknowledged.NONE);
    }

    private static Accounting account(
            long lost, long duplicated, long outOfOrder, long tooLate, long failed, long foreign) {
        return new Accounting(
                3_000,
                3_000,
                3_000 - lost,
                lost,
                0,
                0,
                duplicated,
                outOfOrder,
                null,
                tooLate,
                failed,
                foreign,
                0,
                Ledger.of(100_000, 100_000 - lost, 0, 0, Reported.NONE),
                List.of(),
                List.of(),
                Reported.NONE,
                Integrity.NONE,
                Acknowledged.NONE);
    }
}
