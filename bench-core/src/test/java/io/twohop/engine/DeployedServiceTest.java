package io.twohop.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.account.Accounting;
import io.twohop.account.Lane;
import io.twohop.finding.Finding;
import io.twohop.finding.Kind;
import io.twohop.finding.Severity;
import io.twohop.judge.Verdicts;
import io.twohop.result.Fork;
import io.twohop.result.Verdict;
import io.twohop.testing.Runs;
import io.twohop.testing.ServedTransport;
import io.twohop.testing.ServedTransport.Message;
import io.twohop.testing.ServedTransport.Service;
import io.twohop.transport.AppendClock;
import io.twohop.transport.NoKeys;
import io.twohop.workload.Correlation;
import io.twohop.workload.Deployment;
import io.twohop.workload.Idle;
import io.twohop.workload.Probe;
import io.twohop.workload.Replies;
import io.twohop.workload.ServiceOptions;
import io.twohop.workload.Slo;
import io.twohop.workload.Workload;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Short runs on real threads against services that answer well and badly. */
@Tag("one-jdk")
@Order(1)
@Execution(ExecutionMode.CONCURRENT)
@Timeout(180)
class DeployedServiceTest {
    private static final int RATE = 1_000;
    private static final int WARM_UP = 200;
    private static final int MEASURED = 1_000;

    /** Canaries of a service with one lane that answers at once. */
    private static final int CANARIES = 1;

    @Test
    void shouldMeasureAServiceThatReturnsTheKey() throws Exception {
        ServedTransport transport = new ServedTransport(1, (index, request) -> List.of(answer(request)));

        Fork fork = measure(transport, Correlation.byKey());

        Accounting account = fork.accounting().orElseThrow();
        assertThat(complaints(fork)).isEmpty();
        assertThat(account.received()).isEqualTo(WARM_UP + MEASURED);
        assertThat(transport.requests()).isEqualTo(CANARIES + account.sent());
        assertThat(fork.probes()).doesNotContainKey(Probe.TO_SERVICE);
        assertThat(fork.latency(Probe.END_TO_END).count()).isEqualTo(MEASURED);
        assertThat(account.integrity().verified()).isZero();
    }

    @Test
    void shouldTellTheServicesShareByAppendTimes() throws Exception {
        ServedTransport transport =
                new ServedTransport(1, (index, request) -> List.of(answer(request))).stampedBy(AppendClock.HERE, 40);

        Fork fork = measure(transport, Correlation.byKey());

        assertThat(fork.latency(Probe.IN_SERVICE).count()).isEqualTo(MEASURED);
        assertThat(fork.latency(Probe.IN_SERVICE).minNanos()).isBetween(39_000_000L, 40_000_000L);
        assertThat(fork.latency(Probe.IN_SERVICE).maxNanos()).isBetween(40_000_000L, 41_000_000L);
        assertThat(fork.latency(Probe.TO_SERVICE).count()).isEqualTo(MEASURED);
        assertThat(fork.incidents()).extracting(Finding::text).anyMatch(text -> text.contains("steps of 1 ms"));
    }

    @Test
    void shouldSendThePayloadAloneAndSoReceiveIt() throws Exception {
        List<Integer> sizes = new ArrayList<>();
        ServedTransport transport = new ServedTransport(1, (index, request) -> {
            sizes.add(request.payload().length);
            return List.of(new Message("{}".getBytes(StandardCharsets.UTF_8), request.key(), Map.of()));
        });

        Fork fork = measure(transport, Correlation.byKey());

        assertThat(complaints(fork)).isEmpty();
        assertThat(sizes).containsOnly(Runs.PAYLOAD_BYTES);
    }

    @Test
    void shouldWaitForAnAnswerOnEachLane() throws Exception {
        // The first three requests, one of each lane, come before the service listens.
        ServedTransport transport =
                new ServedTransport(3, (index, request) -> index < 3 ? List.of() : List.of(answer(request)));

        Fork fork = measure(transport, Correlation.byKey());

        assertThat(complaints(fork)).isEmpty();
        assertThat(transport.requests() - fork.accounting().orElseThrow().sent())
                .isEqualTo(2 * 3);
    }

    @Test
    void shouldFindRequestsWithoutAReply() throws Exception {
        Fork fork = measure(
                (index, request) -> index > CANARIES && index % 100 == 0 ? List.of() : List.of(answer(request)));

        assertThat(fork.accounting().orElseThrow().lost()).isEqualTo(12);
        assertThat(reasons(fork)).anyMatch(reason -> reason.startsWith("12 requests have no reply"));
    }

    /** One of three consumers stops half-way. */
    @Test
    void shouldNameTheLaneWhoseRequestsHaveNoReplyAnyMore() throws Exception {
        ServedTransport transport = new ServedTransport(
                3, (index, request) -> index > 600 && index % 3 == 1 ? List.of() : List.of(answer(request)));

        Fork fork = measure(transport, Correlation.byKey());

        assertThat(reasons(fork))
                .anyMatch(reason -> reason.startsWith(
                        "the last requests of these lanes have no reply: 201 of 400 on lane 1 of producer 0;"));
        assertThat(fork.accounting().orElseThrow().lanes())
                .extracting(Lane::waiting)
                .containsExactly(0L, 201L, 0L);
    }

    /** The last request is not among them: a run may end with its first reply. */
    @Test
    void shouldFindRepliesThatComeTwice() throws Exception {
        Fork fork = measure((index, request) -> index > CANARIES && index % 100 == 50
                ? List.of(answer(request), answer(request))
                : List.of(answer(request)));

        assertThat(fork.accounting().orElseThrow().duplicated()).isEqualTo(12);
        assertThat(reasons(fork)).anyMatch(reason -> reason.startsWith("12 requests have more than one reply"));
    }

    @Test
    void shouldCountRepliesToOthersAndPassThemOver() throws Exception {
        Fork fork = measure((index, request) -> index > CANARIES && index % 100 == 0
                ? List.of(keyed("0000000000000001"), answer(request))
                : List.of(answer(request)));

        assertThat(complaints(fork)).isEmpty();
        assertThat(fork.incidents())
                .extracting(Finding::text)
                .anyMatch(text -> text.startsWith("12 replies belong to requests that this run did not send"));
    }

    @Test
    void shouldShowTheFirstReplyWithoutANumber() throws Exception {
        Fork fork = measure((index, request) -> index > CANARIES && index % 100 == 0
                ? List.of(new Message("{\"error\":7}".getBytes(StandardCharsets.UTF_8), null, Map.of()))
                : List.of(answer(request)));

        assertThat(reasons(fork))
                .anyMatch(reason -> reason.startsWith(
                        "12 replies have no number of a request in their key, the first:" + " {\"error\":7}"));
    }

    @Test
    void shouldFollowATraceThroughTheService() throws Exception {
        ServedTransport transport =
                new ServedTransport(1, (index, request) -> List.of(new Message(new byte[1], null, request.headers())));

        Fork fork = measure(transport, Correlation.byHeader("traceparent"));

        assertThat(complaints(fork)).isEmpty();
    }

    /** Others put their own member first. */
    @Test
    void shouldFindItsMemberOfATraceState() throws Exception {
        ServedTransport transport = new ServedTransport(1, (index, request) -> {
            String state = "vendor=t61rcWkgMzE," + new String(request.header("tracestate"), StandardCharsets.US_ASCII);
            return List.of(
                    new Message(new byte[1], null, Map.of("tracestate", state.getBytes(StandardCharsets.US_ASCII))));
        });

        assertThat(complaints(measure(transport, Correlation.byHeader("tracestate"))))
                .isEmpty();
    }

    /** A tracing backend would otherwise keep each request of the run. */
    @Test
    void shouldAskTracesNotToBeSampled() throws Exception {
        List<String> parents = new ArrayList<>();
        ServedTransport transport = new ServedTransport(1, (index, request) -> {
            parents.add(new String(request.header("traceparent"), StandardCharsets.US_ASCII));
            return List.of(answer(request));
        });

        measure(transport, Correlation.byHeader("traceparent"));

        assertThat(parents).allMatch(parent -> parent.matches("00-[0-9a-f]{32}-[0-9a-f]{16}-00"));
        assertThat(parents).doesNotHaveDuplicates();
    }

    /** Canaries belong to nobody's account. */
    @Test
    void shouldForgetWhatCameBeforeTheRun() throws Exception {
        Fork fork = measure((index, request) -> index == 0
                ? List.of(new Message(new byte[1], null, Map.of()), keyed("0000000000000001"), answer(request))
                : List.of(answer(request)));

        assertThat(complaints(fork)).isEmpty();
        assertThat(fork.incidents()).allMatch(incident -> incident.severity() == Severity.NOTE);
    }

    @Test
    void shouldRecognizeTracesThatTheServiceStarts() throws Exception {
        byte[] started = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01".getBytes(StandardCharsets.US_ASCII);
        ServedTransport transport = new ServedTransport(
                1,
                (index, request) -> List.of(new Message(
                        new byte[1],
                        null,
                        index > CANARIES && index % 2 == 0 ? Map.of("traceparent", started) : request.headers())));

        Fork fork = measure(transport, Correlation.byHeader("traceparent"));

        assertThat(reasons(fork)).anyMatch(reason -> reason.contains("the service starts a new trace"));
    }

    @Test
    void shouldNotSpeakOfTracesWhereKeysAreMissing() throws Exception {
        Fork fork = measure((index, request) ->
                index > CANARIES && index % 2 == 0 ? List.of(keyed("0000000000000001")) : List.of(answer(request)));

        assertThat(reasons(fork)).noneMatch(reason -> reason.contains("trace"));
    }

    @Test
    void shouldCountRequestsThatAFilterLeavesUnanswered() throws Exception {
        Fork fork = measure("0..1", (index, request) -> index % 3 == 0 ? List.of(answer(request)) : List.of());

        Accounting account = fork.accounting().orElseThrow();
        assertThat(complaints(fork)).isEmpty();
        assertThat(account.received() + account.filtered()).isEqualTo(WARM_UP + MEASURED);
        assertThat(account.filtered()).isEqualTo((WARM_UP + MEASURED) * 2 / 3);
        assertThat(account.window().filtered()).isBetween(MEASURED * 2 / 3 - 1L, MEASURED * 2 / 3 + 1L);
        assertThat(account.missing()).isZero();
        assertThat(fork.rates().duePerSecond()).isBetween(RATE / 3 - 2.0, RATE / 3 + 2.0);
    }

    /** The rest would look filtered. */
    @Test
    void shouldFindAFilterThatStops() throws Exception {
        Fork fork = measure(
                "0..1",
                3 * MEASURED,
                (index, request) ->
                        index < WARM_UP + MEASURED && index % 3 == 0 ? List.of(answer(request)) : List.of());

        assertThat(reasons(fork))
                .anyMatch(reason -> reason.matches("no request of the last [12],\\d{3} ms has a reply.*"));
    }

    @Test
    void shouldFindASecondReplyOfAFilter() throws Exception {
        Fork fork = measure(
                "0..1",
                (index, request) -> index > CANARIES && index % 100 == 50
                        ? List.of(answer(request), answer(request))
                        : List.of(answer(request)));

        assertThat(fork.accounting().orElseThrow().filtered()).isZero();
        assertThat(reasons(fork))
                .anyMatch(reason -> reason.startsWith("12 replies are more than the 0..1 of perRequest"));
    }

    @Test
    void shouldTimeTheFirstAndTheLastOfSeveralReplies() throws Exception {
        List<Message> held = new ArrayList<>();
        Fork fork = measure("3", (index, request) -> {
            // The last reply to a request comes with the hundredth after it, which is due 100 ms later.
            held.add(answer(request));
            List<Message> replies = new ArrayList<>(List.of(answer(request), answer(request)));
            replies.addAll(held.size() > 100 ? List.of(held.remove(0)) : List.of());
            return replies;
        });

        Accounting account = fork.accounting().orElseThrow();
        assertThat(account.lost()).isEqualTo(100);
        assertThat(reasons(fork))
                .anyMatch(reason ->
                        reason.startsWith("100 requests have fewer than the 3 replies of perRequest, 0 of them none"));
        assertThat(fork.latency(Probe.FIRST_REPLY).count()).isEqualTo(MEASURED);
        assertThat(fork.latency(Probe.END_TO_END).count()).isEqualTo(MEASURED - 100);
        assertThat(fork.latency(Probe.FIRST_REPLY).minNanos()).isLessThan(100_000_000);
        assertThat(fork.latency(Probe.END_TO_END).minNanos()).isGreaterThanOrEqualTo(99_000_000);
    }

    @Test
    void shouldCountRepliesThatAreTooFewAndTooMany() throws Exception {
        Fork fork = measure("2", (index, request) -> {
            int replies =
                    index < CANARIES ? 1 : index % 100 == 75 ? 3 : index % 100 == 50 ? 1 : index % 200 == 25 ? 0 : 2;
            return Collections.nCopies(replies, answer(request));
        });

        assertThat(fork.accounting().orElseThrow().lost()).isEqualTo(12 + 6);
        assertThat(reasons(fork))
                .anyMatch(reason ->
                        reason.startsWith("18 requests have fewer than the 2 replies of perRequest, 6 of them none"))
                .anyMatch(reason -> reason.startsWith("12 replies are more than the 2 of perRequest"));
    }

    /** Canaries count nowhere. */
    @Test
    void shouldNotTakeErrorsForAnswers() throws Exception {
        Fork fork = measure((index, request) -> List.of(
                index % 100 == 0
                        ? new Message(
                                new byte[1],
                                request.key(),
                                Map.of("failure", "409 out of stock".getBytes(StandardCharsets.UTF_8)))
                        : answer(request)));

        assertThat(reasons(fork))
                .anyMatch(reason ->
                        reason.startsWith("12 replies report an error of the service in place of an answer, the first:"
                                + " 409 out of stock"));
    }

    @Test
    void shouldCountRepliesThatAreNeverEnough() throws Exception {
        Fork fork = measure("3", (index, request) -> Collections.nCopies(2, answer(request)));

        assertThat(reasons(fork))
                .anyMatch(reason -> reason.startsWith(
                        "1,200 requests have fewer than the 3 replies of perRequest, 0 of them none"));
    }

    /** A filter always lacks replies. */
    @Test
    void shouldNotTakeAFewRepliesToOthersForNewTracesOfAFilter() throws Exception {
        byte[] other = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01".getBytes(StandardCharsets.US_ASCII);
        ServedTransport transport = new ServedTransport(1, (index, request) -> {
            Message foreign = new Message(new byte[1], null, Map.of("traceparent", other));
            Message own = new Message(new byte[1], null, request.headers());
            return index < CANARIES
                    ? List.of(own)
                    : index % 100 == 0 ? List.of(foreign) : index % 2 == 0 ? List.of(own) : List.of();
        });
        Replies some = new Replies("executions", "0..1");

        Fork fork = measure(transport, new Deployment(true, "orders", some, Correlation.byHeader("traceparent")));

        assertThat(complaints(fork)).isEmpty();
        assertThat(fork.incidents())
                .extracting(Finding::text)
                .anyMatch(text -> text.startsWith("12 replies belong to requests that this run did not send"));
    }

    private static Message answer(Message request) {
        return new Message(new byte[] {1}, request.key(), request.headers());
    }

    private static Message keyed(String key) {
        return new Message(new byte[] {1}, key.getBytes(StandardCharsets.US_ASCII), Map.of());
    }

    private static List<String> reasons(Fork fork) {
        Verdict verdict = Verdicts.judge(List.of(fork), Slo.NONE);
        assertThat(verdict).isInstanceOf(Verdict.Invalid.class);
        return verdict.reasons();
    }

    /** Returns the reasons of the verdict, but for the rate, which a busy machine may not hold. */
    private static List<Finding> complaints(Fork fork) {
        return Verdicts.judge(List.of(fork), Slo.NONE).findings().stream()
                .filter(finding -> finding.kind() != Kind.RATE)
                .toList();
    }

    private static Fork measure(Service service) throws Exception {
        return measure(new ServedTransport(1, service), Correlation.byKey());
    }

    private static Fork measure(ServedTransport transport, Correlation correlation) throws Exception {
        return measure(transport, new Deployment(true, "orders", Replies.on("executions"), correlation));
    }

    private static Fork measure(String perRequest, Service service) throws Exception {
        return measure(perRequest, MEASURED, service);
    }

    private static Fork measure(String perRequest, int measured, Service service) throws Exception {
        Replies replies = new Replies("executions", perRequest);
        return measure(
                new ServedTransport(1, service),
                new Deployment(true, "orders", replies, Correlation.byKey()),
                measured);
    }

    private static Fork measure(ServedTransport transport, Deployment deployment) throws Exception {
        return measure(transport, deployment, MEASURED);
    }

    private static Fork measure(ServedTransport transport, Deployment deployment, int measured) throws Exception {
        Workload workload = Workload.builder()
                .rate(RATE)
                .warmup(Duration.ofMillis(1_000L * WARM_UP / RATE))
                .duration(Duration.ofMillis(1_000L * measured / RATE))
                .drain(Duration.ofMillis(500))
                .idle(Idle.PARK)
                .service(ServiceOptions.deployed(deployment))
                .build();
        return Runs.measure(workload, transport, new NoKeys());
    }
}
